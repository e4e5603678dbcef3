import { describe } from '../evidence/evidence.ts'
import type { Exchange } from '../exchange.ts'
import type { Outcome } from '../judging/outcome.ts'
import { isLoopback } from '../loopback.ts'
import { turnedByHaste } from './crowding.ts'
import type { RightRequest } from './right-requests.ts'

/**
 * Outcomes without the failures that may come of how fast was asked, where withdrawals were sent away from this machine: what registers
 * there is not sent again slower, which would tell.
 */
export function unlessHurried(
  outcomes: readonly Outcome[],
  right: readonly RightRequest[],
  exchanges: readonly Exchange[],
): readonly Outcome[] {
  if (!right.some(({ operation, exchange }) => operation.movesMoney && !isLoopback(exchange.request.url))) return outcomes
  const turned = hurriedAway(right, exchanges)
  return outcomes.map((outcome) => {
    const [first] = outcome.findings.flatMap(({ exchange = '' }) => turned.get(exchange) ?? [])
    const isHurry = outcome.verdict === 'failed' && outcome.findings.every(({ exchange = '' }) => turned.has(exchange))
    return first && isHurry ? { ...outcome, verdict: 'inconclusive', findings: [], reason: reasonFor(first) } : outcome
  })
}

function reasonFor(exchange: Exchange): string {
  const what = describe(exchange, 'refused')
  return `Right requests were refused beside others that were accepted, with more of the same moment: ${what}. The target may limit how many it takes in a second, or lock out for a moment who fails. Run again with fewer (--rate 2).`
}

/**
 * The right requests, by id, that were turned away in a hurry, unusual ones by the same status too: all of an operation, or none. One that
 * accepted nothing, and answered each by a status of these, was asked too fast as well.
 */
function hurriedAway(right: readonly RightRequest[], exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const operations = [...Map.groupBy(right, ({ operation }) => operation).values()]
  const isAllInHurry = (away: readonly Exchange[]) => away.every((exchange) => isInHurry(exchange, exchanges))
  const turned = operations.flatMap((own) => {
    const away = turnedByHaste(own)
    return isAllInHurry(away) ? alike(own, statusesOf(away)) : []
  })
  const statuses = statusesOf(turned)
  const others = operations.flatMap((own) => {
    const sent = own.filter(({ exchange }) => exchange.failure?.kind !== 'unsent')
    const away = alike(sent, statuses)
    return away.length === sent.length && isAllInHurry(away) ? away : []
  })
  return new Map([...turned, ...others].map((exchange) => [exchange.id, exchange]))
}

function statusesOf(exchanges: readonly Exchange[]): ReadonlySet<number | undefined> {
  return new Set(exchanges.map(({ response }) => response?.status))
}

/** Those that were not accepted and answered by one of these statuses. */
function alike(right: readonly RightRequest[], statuses: ReadonlySet<number | undefined>): Exchange[] {
  return right.flatMap(({ isAccepted, exchange }) => (!isAccepted && statuses.has(exchange.response?.status) ? [exchange] : []))
}

/** In milliseconds: in so short a time two a second are no hurry. */
const moment = 750

/** Beside fewer others none is asked too fast. */
const leastBeside = 3

function isInHurry({ response, startedAt }: Exchange, exchanges: readonly Exchange[]): boolean {
  const beside = exchanges.filter((other) => Math.abs(other.startedAt - startedAt) < moment)
  return response !== undefined && response.status < 500 && beside.length > leastBeside
}
