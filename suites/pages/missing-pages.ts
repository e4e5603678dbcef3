import { type Classification, classify } from '../../engine/evidence/classification.ts'
import { answerFound, describe, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { isBeyondChance } from '../../engine/evidence/throttled-answers.ts'
import { chronological, type Exchange } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import type { RightRequest } from '../answers/right-requests.ts'
import { ownPages, pagedOf } from './lists.ts'
import { askedOf, isCount, isEscaped, sizeOf } from './page.ts'
import { readingsOf } from './page-roles.ts'
import { isPromised } from './told-totals.ts'

/**
 * Every page that the total promises is answered. What breaks down is the finding of the check for accepted requests, and what is too long none;
 * nor is what was refused while nothing right was accepted.
 */
export function* judgeAnswered(evidence: Evidence, right: readonly RightRequest[]): Generator<Finding> {
  const refused = missingPages(evidence).filter(({ exchange, classification }) => {
    const { response } = exchange
    return response !== undefined && !response.truncated && response.status < (classification === 'refused' ? 500 : 300)
  })
  const isShutOut = shutOutBeside(right)
  const missing = refused.filter(({ exchange }) => !isShutOut(exchange))
  for (const { exchange, classification } of missing) {
    const expected = 'an answer to a page that the total promises'
    const form = isEscaped({ exchange }) ? ', to JSON that is written with white space and escapes' : ''
    yield { at: 'status', expected, actual: `${answerFound(evidence.operation, exchange, classification)}${form}`, exchange: exchange.id }
  }
  if (missing.length > 0) return
  const [shutOut] = refused
  if (shutOut) throw new Inconclusive(turnedAway(describe(evidence.operation, shutOut.exchange, shutOut.classification)))
  refuseUnanswered(evidence)
}

/**
 * Tells refusals by which a share of all ordinary requests are turned away, or one of them before or after it, with none that is right
 * accepted in between: the target may limit how many it takes, or lock out.
 */
function shutOutBeside(right: readonly RightRequest[]): (refused: Exchange) => boolean {
  const ordinary = right.filter(({ isUnusual }) => !isUnusual)
  const statusOf = ({ response }: Exchange) => response?.status
  const away = ordinary.flatMap(({ classification, exchange }) => (classification === 'refused' ? [exchange] : []))
  const counts = Map.groupBy(away, statusOf)
  const accepted = chronological(right.flatMap(({ isAccepted, exchange }) => (isAccepted ? [exchange] : [])))
  // Where it lies between accepted ones; nowhere if one of them was sent just then.
  const gapOf = (exchange: Exchange) => {
    const next = accepted.findIndex(({ startedAt }) => startedAt >= exchange.startedAt)
    return accepted[next]?.startedAt === exchange.startedAt ? [] : [`${statusOf(exchange)} ${next}`]
  }
  const gaps = new Set(away.flatMap(gapOf))
  return (refused) =>
    isBeyondChance(counts.get(statusOf(refused))?.length ?? 0, ordinary.length) || gapOf(refused).some((gap) => gaps.has(gap))
}

function turnedAway(what: string): string {
  return `A page was ${what}, as right requests for the first one were too: the target may limit how many requests it answers, or lock out clients that fail often.`
}

/** @throws {Inconclusive} if a page that the total promises got no answer, since it may be wrong in any way. */
export function refuseUnanswered(evidence: Evidence): void {
  const lost = missingPages(evidence).find(({ classification }) => classification === 'unanswered')
  if (lost) throw new Inconclusive(`A page got no answer to count: ${describe(evidence.operation, lost.exchange, 'unanswered')}.`)
}

function missingPages(evidence: Evidence): { readonly exchange: Exchange; readonly classification: Classification }[] {
  const own = ownPages(evidence)
  return readingsOf(evidence).flatMap(({ exchange }) => {
    const classification = classify(evidence.operation, exchange)
    if (classification === 'accepted') return []
    const { size } = askedOf(pagedOf(evidence), exchange)
    const like = own.find((page) => page.asked.size === size && isCount(page.total))
    return like && isPromised(evidence, own, exchange, sizeOf(like)) ? [{ exchange, classification }] : []
  })
}
