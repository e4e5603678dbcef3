import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { describe, type Evidence, exchangeOf, Inconclusive, oneAcceptedOf } from '../../engine/evidence/evidence.ts'
import { classifyAmong } from '../../engine/evidence/refusal-form.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { acceptedWith, isRefusedBySilence } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { controlRoles, lateRole } from '../../engine/probes/roles.ts'
import { givenAway } from '../access/given-away.ts'
import { malformations } from '../robustness/probe.ts'
import { lackingWords } from './mistakes/rare-ways.ts'

export const malformedId = 'malformed'

const malformedWords = 'wrong signatures of requests that are malformed or unusual'

/** Malformed requests carry a wrong signature, so that none can register. This check makes sure that none is accepted. */
export function malformedCheck(operation: SignedOperation, robustness: Probe, signature: Probe): Check {
  return {
    id: `${operation.id}.signature.${malformedId}`,
    requirement: `${operation.id}.signature.whole`,
    title: `Refuses ${malformedWords}`,
    sent: { as: 'wrong', words: malformedWords },
    probe: robustness,
    beside: [signature],
    roles: [...new Set(malformations(operation).flatMap(({ role, isObserved }) => (isObserved ? [] : [role]))), lateRole],
    isExtended: true,
    judge: (evidence, others = []) => judgeMalformed(operation, evidence, others),
  }
}

/** The checks of robustness judge requests without an answer, as long as another one is answered, or no wrong signature is. */
function* judgeMalformed(operation: SignedOperation, evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  const control = exchangeOf(evidence, controlRoles.before)
  const malformed = Map.groupBy(malformations(operation), ({ role }) => role)
  const tried = new Map([
    [controlRoles.before as string, 'nothing else wrong with it'],
    ...[...malformed].map(([role, all]) => [role, all.map(({ title }) => title).join(', ')] as const),
    [lateRole, 'nothing else wrong with it, after all others'],
  ])
  const sent = [...tried].flatMap(([role, title]) => {
    const exchange = evidence.exchanges.get(role)
    return exchange ? [{ role, title, exchange, classification: classifyAmong(operation, exchange, evidence.exchanges.values()) }] : []
  })
  for (const { role, title, exchange, classification } of sent) {
    // Frameworks that break down at a body tell their whole environment.
    yield* givenAway(evidence, role, [role])
    if (classification !== 'accepted') continue
    const lacked = lackingWords[role]
    const made = lacked === undefined ? '' : `, made with ${lacked || 'an empty text'} for what is missing,`
    const actual = `${acceptedWith(exchange)}, sent with another signature${made} and ${title}`
    yield { at: 'status', expected: 'a refusal', actual, exchange: exchange.id }
  }
  const isLeft = sent.every(({ classification }) => classification === 'unanswered')
  if (isLeft && !others.some((other) => isRefusedBySilence(other, control)))
    throw new Inconclusive(`The target answered none of the malformed requests: ${describe(evidence.operation, control, 'unanswered')}.`)
  // Who refuses everything refuses these for no reason of their own.
  for (const other of others) oneAcceptedOf(other, [...other.exchanges.keys()].filter(other.probe.isRight))
}
