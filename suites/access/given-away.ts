import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import type { Roles } from '../../engine/judging/refusal-judge.ts'
import { counted } from '../../spec/counted.ts'
import { excerpt } from '../../spec/excerpt.ts'
import { withoutRole } from './access-roles.ts'
import { toldOfRecords } from './told-records.ts'

const strangers = new Set([withoutRole, 'zeros', 'other-value', 'whole.none', 'whole.zeros'])

/** True for a request that contains no right value, so that an answer can only have it from the target; a wrong signature may hold the right one. */
export function isStranger(operation: Operation, role: string): boolean {
  return strangers.has(role) || (role === 'form.forwarded' && !isSigned(operation))
}

/** What says nothing of a target: proofs that an answer may have made of its own request, which holds altered ones, and what any stranger is told. */
function untelling({ operation, exchanges }: Evidence, role: string): readonly string[] {
  if (isStranger(operation, role)) return []
  const toldAnyway = [...exchanges].flatMap(([other, { disclosed = [] }]) => (isStranger(operation, other) ? disclosed : []))
  return [...toldAnyway, ...ownProofs(operation, role)]
}

function ownProofs({ authentication }: Operation, role: string): readonly string[] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'signed') return ['signature']
  return formed.test(role) ? [] : [authentication.setting]
}

/** These hold no credential, or one that has nothing of the right one. */
const formed = /^(?:form|none|wrong)\./

/** The places where an answer to a wrong request discloses a credential or signature, or to a stranger what right requests are given. */
export function* givenAway(evidence: Evidence, role: string, roles: Roles): Generator<Finding> {
  const { operation, exchanges } = evidence
  for (const exchange of roles.flatMap((each) => exchanges.get(each) ?? [])) {
    const { id, disclosed = [] } = exchange
    const passedOver = disclosed.length > 0 ? untelling(evidence, role) : [] // hardly any answer discloses anything
    const names = disclosed
      .filter((name) => !passedOver.includes(name))
      .map((name) => (name === 'signature' ? 'the right signature' : `the secret ${name}`))
    if (names.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${names.join(' and ')}`, exchange: id }
    if (!isStranger(operation, role)) continue
    const told = classify(operation, exchange) === 'accepted' ? [] : toldOfRecords(evidence, exchange)
    if (told.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${wordsOf(told)}`, exchange: id }
  }
}

function wordsOf(told: readonly string[]): string {
  return `${counted(told.length, 'value')} that right requests are given: ${told.slice(0, mostNamed).map(excerpt).join(', ')}`
}

const mostNamed = 3
