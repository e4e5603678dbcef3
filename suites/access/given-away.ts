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

/** The places where an answer to a stranger discloses a credential or signature, or what right requests are given. */
export function* givenAway(evidence: Evidence, roles: Roles): Generator<Finding> {
  const { operation, exchanges } = evidence
  for (const exchange of roles.flatMap((role) => exchanges.get(role) ?? [])) {
    const { id, disclosed = [] } = exchange
    const names = disclosed.map((name) => (name === 'signature' ? 'the right signature' : `the secret ${name}`))
    if (names.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${names.join(' and ')}`, exchange: id }
    const told = classify(operation, exchange) === 'accepted' ? [] : toldOfRecords(evidence, exchange)
    if (told.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${wordsOf(told)}`, exchange: id }
  }
}

function wordsOf(told: readonly string[]): string {
  return `${counted(told.length, 'value')} that right requests are given: ${told.slice(0, mostNamed).map(excerpt).join(', ')}`
}

const mostNamed = 3
