import type { Operation } from '../contracts/contract.ts'
import { classify } from './evidence/classification.ts'
import { describe } from './evidence/evidence.ts'
import { type Exchange, isWebPage } from './exchange.ts'
import type { Outcome } from './outcome.ts'
import { firstRoles } from './roles.ts'

/**
 * Outcomes without the failures of a target of which every operation that was asked refuses right requests, or answers them with a
 * page or a redirect: a login, a wrong prefix, a wrong credential. They say as little of the target as of the settings.
 */
export function unlessTurnedAway(
  outcomes: readonly Outcome[],
  operations: readonly Operation[],
  exchanges: readonly Exchange[],
  isRight: (role: string) => boolean = (role) => firstRoles.includes(role),
): readonly Outcome[] {
  const turned = turnedAway(operations, exchanges, isRight)
  if (turned.length === 0) return outcomes
  const answers = [...new Set(turned.map(({ operation, right }) => describe(right, classify(operation, right))))].join(', ')
  const reason = `Every operation turned its right requests away (${answers}): the settings may be wrong, or the target is.`
  return outcomes.map((outcome) => (outcome.verdict === 'failed' ? { ...outcome, verdict: 'inconclusive', findings: [], reason } : outcome))
}

interface TurnedAway {
  readonly operation: Operation
  readonly right: Exchange
}

/** The operations that were asked, each with a right request that it turned away; none where one of them did not, or was not answered. */
function turnedAway(
  operations: readonly Operation[],
  exchanges: readonly Exchange[],
  isRight: (role: string) => boolean,
): readonly TurnedAway[] {
  const asked = operations.flatMap((operation) => {
    const own = exchanges.filter((exchange) => exchange.operation === operation.id && exchange.response)
    return own.length > 0 ? [{ operation, own, right: own.find(({ role }) => isRight(role)) }] : []
  })
  const turned = asked.flatMap(({ operation, own, right }) =>
    right && isRefusal(operation, right) && own.every((exchange) => classify(operation, exchange) !== 'accepted')
      ? [{ operation, right }]
      : [],
  )
  return turned.length === asked.length ? turned : []
}

/** True for a refusal; statuses from 500 on are judged as failures of the target. */
function isRefusal(operation: Operation, exchange: Exchange): boolean {
  const { response } = exchange
  return response !== undefined && response.status < 500 && (isWebPage(response) || classify(operation, exchange) === 'refused')
}
