import { isAnswerLost, isSystematicLoss, isTransportLoss, type Share } from '../../engine/client/pacing/losses.ts'
import { describe, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { exchangesOf } from '../../engine/judging/refusal-judge.ts'
import type { RightRequest } from './rights.ts'

/**
 * Lets no target pass that leaves right requests without an answer: one that is lost now and then is asked for again, and one that never
 * comes, or more than every eighth, proves nothing, unless all are lost alike on the way. @throws {Inconclusive}
 */
export function refuseLosses(requests: readonly RightRequest[], evidence: readonly Evidence[]): void {
  const counted = requests.filter(({ isUnusual, classification }) => !isUnusual || classification === 'accepted')
  const left = counted.find(({ exchange }) => isAnswerLost(exchange))
  if (left) throw new Inconclusive(`A right request got no answer, though others did: ${describe(left.exchange, left.classification)}.`)
  const right = shareOf(counted.map(({ exchange }) => exchange))
  if (!isSystematicLoss(right.lost, right.asked) || isTransportLoss(right, wrongShare(requests, evidence))) return
  throw new Inconclusive(
    `${right.lost} of ${right.asked} right requests got no answer, each at another time, until others took their place: one that never comes is none, and more than every eighth is no chance.`,
  )
}

function wrongShare(requests: readonly RightRequest[], evidence: readonly Evidence[]): Share {
  const right = new Set(requests.map(({ exchange }) => exchange))
  return shareOf(exchangesOf(...evidence).filter((exchange) => !right.has(exchange)))
}

function shareOf(exchanges: readonly Exchange[]): Share {
  const lost = exchanges.reduce((sum, exchange) => sum + (exchange.lost ?? 0), 0)
  return { lost, asked: exchanges.length + lost }
}
