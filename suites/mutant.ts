import type { Operation } from '../contracts/contract.ts'
import { mistakes } from '../contracts/mistakes.ts'
import type { Mutant } from '../provider/mutant.ts'
import type { Received } from '../provider/received.ts'
import type { Refusal } from '../provider/refusals.ts'
import { refuse } from '../provider/refusals.ts'

/** What is said of a mutant; what it breaks follows from the checks that catch it. */
export interface Draft {
  readonly id: string
  readonly title: string
  /** The checks that catch it, without the operation's id before them. */
  readonly caughtBy: readonly string[]
  readonly hooks: Mutant['hooks']
  readonly level?: Mutant['level']
  readonly behaviour?: Mutant['behaviour']
}

/** Makes a mutant of an operation. */
export function mutant(operation: Operation, { id, title, caughtBy, hooks, level = 'MUST', behaviour }: Draft): Mutant {
  return {
    name: `${operation.id}.${id}`,
    title,
    level,
    operation: operation.id,
    breaks: [...new Set(caughtBy.map((check) => `${operation.id}.${requirementOf(operation, check)}`))],
    caughtBy: caughtBy.map((check) => `${operation.id}.${check}`),
    hooks,
    ...(behaviour && { behaviour }),
  }
}

/** A request with another value in a header; undefined takes it away. */
export function withHeader(request: Received, name: string, value: string): Received {
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value } }
}

/** A refusal of a request whose credentials are right. */
export function unjust(): Refusal {
  return refuse('credential', 'Refused, whatever the credentials.')
}

const credentialRequirements: Readonly<Record<string, string>> = {
  none: 'required',
  empty: 'required',
  bare: 'scheme',
  'no-space': 'scheme',
  query: 'place',
  cookie: 'place',
  'other-header': 'place',
}

/** The requirement that a check verifies: mostly of the same name, but for the many ways to get credentials wrong. */
function requirementOf(operation: Operation, check: string): string {
  const [area, variation = '', detail = ''] = check.split('.')
  if (area === 'robustness') return area
  if (area === 'credential') {
    const family = /^(scheme|own)-/.exec(variation)?.[1]
    return `credential.${family ?? credentialRequirements[variation] ?? 'value'}`
  }
  if (area !== 'signature' || operation.authentication.kind !== 'signed') return check
  if (variation === 'whole') return detail === 'none' || detail === 'empty' ? 'signature.required' : 'signature.whole'
  if (variation === 'tampered' || variation === 'replayed') return `signature.covers.${detail}`
  if (variation === 'variety') return 'signature.verbatim'
  const mistake = mistakes(operation.authentication.signature.construction).find(({ id }) => id === variation)
  return `signature.${mistake?.breaks ?? variation}`
}
