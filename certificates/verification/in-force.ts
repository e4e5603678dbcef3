import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../../contracts/contract.ts'
import { day, dayOf, minuteOf } from '../../text/day.ts'
import type { Certificate } from '../certificate.ts'
import type { CertifiedSettings } from '../certified-settings.ts'
import { configurationOf, type Descriptor, descriptor, type Predicate } from '../statement.ts'
import { ownSuite } from '../suite.ts'
import { timeText } from '../untrusted-json.ts'
import { type Line, line } from './verification-lines.ts'

/** When a certificate is looked at, and how old it may be at most; both in milliseconds. */
export interface Dates {
  readonly now: number
  readonly maxAge?: number
}

/** How far clocks may differ, in milliseconds. */
const tolerance = 5 * 60_000

/** Line 2: the dates are right, and the document and the suite are those that this Assay knows. */
export function inForce({ statement, settings, evidence }: Certificate, contract: Contract, dates: Dates): Line {
  const { predicate } = statement
  const problem =
    otherDocument(predicate, contract) ??
    otherSuite(predicate, contract) ??
    unknownName(settings, contract) ??
    wrongDate(settings, evidence, dates)
  if (problem !== undefined) return line(2, false, problem)
  const overlays = contract.spec.overlays.map(({ title }) => `with the overlay "${title}"`).join(' and ')
  return line(
    2,
    true,
    `Valid until ${minuteOf(settings.expiresAt)} UTC; made ${dayOf(evidence.finishedAt)} by this suite, for ${contract.spec.title} ${contract.spec.version}${overlays && ` ${overlays}`}.`,
  )
}

function wrongDate(
  { issuedAt, expiresAt }: CertifiedSettings,
  { finishedAt, tape }: Certificate['evidence'],
  { now, maxAge }: Dates,
): string | undefined {
  const age = now - finishedAt
  if (finishedAt < tape.startedAt) return 'Its run ended before it began.'
  if (issuedAt < finishedAt || issuedAt > finishedAt + day)
    return `It was issued at ${timeText(issuedAt)}, and its run ended at ${timeText(finishedAt)}.`
  if (expiresAt <= issuedAt) return 'It expires before it was issued.'
  if (issuedAt > now + tolerance) return `It is dated in the future: ${timeText(issuedAt)}.`
  if (expiresAt <= now) return `It expired at ${minuteOf(expiresAt)} UTC.`
  if (maxAge === undefined || age <= maxAge) return undefined
  return `It is ${Math.floor(age / day)} days old, more than the ${Math.floor(maxAge / day)} that you allow.`
}

/** Why it is about another document than this Assay's; undefined if it is not. */
function otherDocument({ configuration }: Predicate, contract: Contract): string | undefined {
  const own = ownDescriptors(contract)
  const theirs = called('document', configuration)
  const overlays = called('overlay', configuration)
  const areAlike = isDeepStrictEqual(overlays, called('overlay', own))
  // Other overlays may have given the same document another title and version.
  const isSame = areAlike ? isDeepStrictEqual(theirs, called('document', own)) : theirs[0]?.digest.sha256 === contract.spec.sha256
  if (!isSame) return `It is about another document than this Assay knows (${labelOf(theirs[0])}).`
  if (areAlike) return undefined
  if (overlays.length === 0) return 'It is about the document without the overlays that you gave.'
  const titles = overlays.map(({ annotations }) => JSON.stringify((annotations?.['title'] ?? '').slice(0, 80)))
  return `It is about the document as ${titles.join(' and ')} changes it, not as the source has it: give the same with --overlay.`
}

/** True if the suite is the one of this Assay: only that can say what else it would have sent. */
export function isOwnSuite({ configuration }: Predicate, contract: Contract): boolean {
  return isDeepStrictEqual(called('suite', configuration), called('suite', ownDescriptors(contract)))
}

function called(name: string, descriptors: readonly Descriptor[]): Descriptor[] {
  return descriptors.filter((each) => each.name === name)
}

function ownDescriptors(contract: Contract): readonly Descriptor[] {
  return configurationOf({ contract, suite: ownSuite(), settings: '', evidence: '' })
}

function otherSuite(predicate: Predicate, contract: Contract): string | undefined {
  if (isOwnSuite(predicate, contract)) return undefined
  const { version, sha256 } = ownSuite()
  return `It was made by a suite that this Assay does not know (${labelOf(descriptor(predicate, 'suite'))}); this one is ${version}, ${sha256.slice(0, 12)}….`
}

function unknownName({ target, redacted }: CertifiedSettings, contract: Contract): string | undefined {
  const operations = contract.operations.map(({ id }) => id)
  const settings = contract.settings.map(({ name }) => name)
  const unknown =
    target.operations.find((claimed) => !operations.includes(claimed)) ??
    [...Object.keys(target.settings), ...redacted].find((name) => !settings.includes(name)) ??
    Object.keys(target.bases).find((base) => !contract.bases.includes(base))
  return unknown === undefined ? undefined : `It names ${JSON.stringify(unknown.slice(0, 80))}, which the document does not have.`
}

function labelOf(found: Descriptor | undefined): string {
  if (!found) return 'none is named'
  const version = found.annotations?.['version'] ?? ''
  return `${version.slice(0, 20)}, ${found.digest.sha256.slice(0, 12)}…`
}
