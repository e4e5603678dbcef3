import type { Contract } from '../contracts/contract.ts'
import type { Certificate } from './certificate.ts'
import { type Descriptor, descriptor, type Predicate } from './statement.ts'
import { ownSuite, type Suite } from './suite.ts'
import { type Line, line } from './verification.ts'

/** When a certificate is looked at, and how old it may be at most; both in milliseconds. */
export interface Dates {
  readonly now: number
  readonly maxAge?: number
}

/** Clocks differ. */
const tolerance = 5 * 60_000
const day = 86_400_000

/** Line 2: the dates are right, and the document and the suite are those that this Assay knows. */
export function inForce({ statement, settings, evidence }: Certificate, contract: Contract, { now, maxAge }: Dates): Line {
  const { issuedAt, expiresAt } = settings
  const age = now - evidence.finishedAt
  const problem =
    otherDocument(statement.predicate, contract) ??
    otherSuite(statement.predicate, ownSuite()) ??
    (evidence.finishedAt < evidence.tape.startedAt ? 'Its run ended before it began.' : undefined) ??
    (issuedAt < evidence.finishedAt || issuedAt > evidence.finishedAt + day
      ? `It was issued at ${iso(issuedAt)}, and its run ended at ${iso(evidence.finishedAt)}.`
      : undefined) ??
    (expiresAt <= issuedAt ? 'It expires before it was issued.' : undefined) ??
    (issuedAt > now + tolerance ? `It is dated in the future: ${iso(issuedAt)}.` : undefined) ??
    (expiresAt <= now ? `It expired on ${dayOf(expiresAt)}.` : undefined) ??
    (maxAge !== undefined && age > maxAge
      ? `It is ${Math.floor(age / day)} days old, more than the ${Math.floor(maxAge / day)} that you allow.`
      : undefined)
  if (problem !== undefined) return line(2, false, problem)
  const overlays = contract.spec.overlays.map(({ title }) => `with the overlay "${title}"`).join(' and ')
  return line(
    2,
    true,
    `Valid until ${dayOf(expiresAt)}; made ${dayOf(evidence.finishedAt)} by this suite, for ${contract.spec.title} ${contract.spec.version}${overlays && ` ${overlays}`}.`,
  )
}

/** Why it is about another document than this Assay's; undefined where it is not. */
function otherDocument(predicate: Predicate, { spec }: Contract): string | undefined {
  const document = descriptor(predicate, 'document')
  if (document?.digest['sha256'] !== spec.sha256) return `It is about another document than this Assay knows (${labelOf(document)}).`
  const theirs = predicate.configuration.filter(({ name }) => name === 'overlay')
  const own = spec.overlays.map(({ sha256 }) => sha256)
  if (theirs.map(({ digest }) => digest['sha256']).join() === own.join()) return undefined
  if (theirs.length === 0) return 'It is about the document without the overlays that you gave.'
  const titles = theirs.map(({ annotations }) => JSON.stringify((annotations?.['title'] ?? '').slice(0, 80)))
  return `It is about the document as ${titles.join(' and ')} changes it, not as the source has it: give the same with --overlay.`
}

function otherSuite(predicate: Predicate, own: Suite): string | undefined {
  const suite = descriptor(predicate, 'suite')
  if (suite?.digest['sha256'] === own.sha256 && suite.uri === own.uri) return undefined
  return `It was made by a suite that this Assay does not know (${labelOf(suite)}); this one is ${own.version}, ${own.sha256.slice(0, 12)}….`
}

function labelOf(found: Descriptor | undefined): string {
  if (!found) return 'none is named'
  const version = found.annotations?.['version'] ?? ''
  return `${version.slice(0, 20)}, ${(found.digest['sha256'] ?? '').slice(0, 12)}…`
}

function dayOf(time: number): string {
  return iso(time).slice(0, 10)
}

function iso(time: number): string {
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : 'no time that there is'
}
