import { isUnable } from '../../contracts/statuses.ts'
import { isSystematic, Shares } from '../client/pacing/shares.ts'
import { rightExchangeOf } from '../evidence/right-exchanges.ts'
import { type Exchange, wasTried } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { mustBeAnswered } from './throttling.ts'

export type AbortCondition = ReturnType<typeof abortConditionOf>

/** Nothing ends it early. */
export const neverAborted: AbortCondition = { isMet: () => false, wasMet: false, isByLosses: false }

/** A slower run is futile once a right request is turned away again, or more of any kind than by chance are left without an answer. */
export function abortConditionOf({ probes }: Pick<Plan, 'probes'>) {
  const isTurnedAgain = turningAgain(probes)
  const isLostTooOften = losingAmong(probes)
  const isDue = mustBeAnswered(probes)
  let [wasMet, isTurnedAway, lost, asked] = [false, false, 0, 0]
  return {
    isMet: (exchange: Exchange): boolean => {
      const isLost = isLeftUnanswered(exchange) && isDue(exchange)
      const isTurned = isTurnedAgain(exchange)
      if (isDue(exchange)) asked += 1
      if (isLost) lost += 1
      else isTurnedAway ||= isTurned
      wasMet ||= isTurned || (lost >= mostLost && isSystematic({ some: lost, all: asked })) || isLostTooOften(exchange)
      return wasMet
    },
    get wasMet() {
      return wasMet
    },
    /** True if it was met because answers were lost, which says nothing about the pace. */
    get isByLosses() {
      return wasMet && !isTurnedAway
    },
  }
}

const mostLost = 3

/** True once an operation has lost so many answers to right requests that this is its rule. */
function losingAmong(probes: Plan['probes']): (exchange: Exchange) => boolean {
  const asRight = rightExchangeOf(probes)
  const losses = new Shares()
  return (exchange) => {
    const right = asRight(exchange)
    if (!right || (right.isUnusual && !right.isAccepted)) return false
    const { operation, lost = 0 } = exchange
    losses.note(operation, lost, lost + 1)
    return isSystematic(losses.of(operation))
  }
}

/** True if the target, or a gateway, left a request without an answer. */
function isLeftUnanswered(exchange: Exchange): boolean {
  return exchange.response ? isUnable(exchange.response.status) : wasTried(exchange)
}

/**
 * Tells which exchanges show that right requests are still turned away. A withdrawal may be refused for what it asks, or as one too many, so it
 * counts only if it got no answer, or if others are accepted before and after it.
 */
function turningAgain(probes: Plan['probes']): (exchange: Exchange) => boolean {
  const asRight = rightExchangeOf(probes)
  const [accepted, turned] = [new Set<string>(), new Set<string>()]
  return (exchange) => {
    const right = asRight(exchange)
    if (!right || right.isUnusual) return false
    const { id, movesMoney } = right.operation
    if (right.isAccepted) accepted.add(id)
    else if (!movesMoney || accepted.has(id)) turned.add(id)
    return right.isAccepted ? turned.has(id) : !movesMoney || !exchange.response
  }
}
