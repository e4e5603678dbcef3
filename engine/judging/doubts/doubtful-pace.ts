import { describe } from '../../evidence/evidence.ts'
import type { RightExchange } from '../../evidence/right-exchanges.ts'
import { saysTooMuch, throttledAmong } from '../../evidence/throttled-answers.ts'
import { type Exchange, wasTried } from '../../exchange.ts'
import { isLoopback } from '../../loopback.ts'
import { type Doubt, isFailureIn } from '../outcome.ts'

/**
 * Doubts the failures that the pace of the run may have caused, if withdrawals left this machine: such a run is not repeated more slowly, which
 * would show the cause.
 */
export function doubtOfPace(right: readonly RightExchange[], exchanges: readonly Exchange[]): Doubt {
  const isSentOnce = right.some(({ operation, exchange }) => operation.movesMoney && !isLoopback(exchange.request.url))
  const turned = isSentOnce ? throttledById(right, exchanges) : new Map<string, RightExchange>()
  return (outcome) => {
    const [first] = outcome.findings.flatMap(({ exchange = '' }) => turned.get(exchange) ?? [])
    return first && isFailureIn(outcome, turned) ? reasonFor(first) : undefined
  }
}

function reasonFor({ operation, exchange }: RightExchange): string {
  const what = describe(operation, exchange, 'refused')
  return `Right requests were refused while others were accepted at the same moment: ${what}. The target may limit requests per second, or lock clients out briefly after a failure. Run again more slowly (--rate 2).`
}

/**
 * The right requests, by id, that were turned away because of the pace, all of an operation or none, with unusual ones of the same status. An
 * operation that accepted nothing, and answered everything with one of these statuses, was asked too fast as well.
 */
function throttledById(right: readonly RightExchange[], exchanges: readonly Exchange[]): ReadonlyMap<string, RightExchange> {
  const operations = [...Map.groupBy(right, ({ operation }) => operation).values()]
  const areAmongMany = (away: readonly Exchange[]) => away.every((exchange) => isAmongMany(exchange, exchanges))
  const turned = operations.flatMap((own) => {
    const away = throttledAmong(own)
    const told = own.flatMap(({ isAccepted, exchange }) =>
      !isAccepted && saysTooMuch(exchange) && isAmongMany(exchange, exchanges) ? [exchange] : [],
    )
    return [...(areAmongMany(away) ? alike(own, statusesOf(away)) : []), ...(own.some(({ isAccepted }) => isAccepted) ? told : [])]
  })
  const statuses = statusesOf(turned)
  const others = operations.flatMap((own) => {
    const sent = own.filter(({ exchange }) => wasTried(exchange))
    const away = alike(sent, statuses)
    return away.length === sent.length && areAmongMany(away) ? away : []
  })
  const away = new Set([...turned, ...others])
  return new Map(right.flatMap((one) => (away.has(one.exchange) ? [[one.exchange.id, one] as const] : [])))
}

function statusesOf(exchanges: readonly Exchange[]): ReadonlySet<number | undefined> {
  return new Set(exchanges.map(({ response }) => response?.status))
}

/** Those that were not accepted and answered by one of these statuses. */
function alike(right: readonly RightExchange[], statuses: ReadonlySet<number | undefined>): Exchange[] {
  return right.flatMap(({ isAccepted, exchange }) => (!isAccepted && statuses.has(exchange.response?.status) ? [exchange] : []))
}

/** In milliseconds; two requests per second are not too fast within so short a time. */
const moment = 750

/** With fewer requests at the same time, none is too fast. */
const leastBeside = 3

function isAmongMany({ response, startedAt }: Exchange, exchanges: readonly Exchange[]): boolean {
  const beside = exchanges.filter((other) => Math.abs(other.startedAt - startedAt) < moment)
  return response !== undefined && response.status < 500 && beside.length > leastBeside
}
