import { areTheRule, isLeft } from '../../engine/client/pacing/losses.ts'
import { describe, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { RightRequest } from './rights.ts'

/**
 * Lets no target pass that leaves right requests without an answer: one that is lost now and then is asked for again, and one that never
 * comes, or more than every eighth, proves nothing. @throws {Inconclusive}
 */
export function refuseLosses(requests: readonly RightRequest[]): void {
  const counted = requests.filter(({ isUnusual, classification }) => !isUnusual || classification === 'accepted')
  const left = counted.find(({ exchange }) => isLeft(exchange))
  if (left)
    throw new Inconclusive(`A right request got no answer, beside others that did: ${describe(left.exchange, left.classification)}.`)
  const lost = counted.reduce((sum, { exchange }) => sum + (exchange.lost ?? 0), 0)
  const asked = counted.length + lost
  if (!areTheRule(lost, asked)) return
  throw new Inconclusive(
    `${lost} of ${asked} right requests got no answer, each at another time, until others took their place: one that never comes is none, and more than every eighth is no chance.`,
  )
}
