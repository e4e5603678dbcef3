import { memoized } from '../../language/memoized.ts'
import { counted } from '../../text/counted.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import type { Report } from '../report.ts'

/** What has to be known of a run beside what it found, a sentence each. */
export function remarksOf({ spec, complete, notes, waivers }: Pick<Report, 'spec' | 'complete' | 'notes' | 'waivers'>): string[] {
  return [
    ...spec.overlays.map(
      ({ title, sha256 }) => `Judged by the document as the overlay "${title}" changes it (SHA-256 ${sha256.slice(0, 12)}…).`,
    ),
    ...(complete || notes.length > 0 ? [] : ['This run is not complete.']),
    ...notes,
    ...(waivers?.problems ?? []),
  ]
}

export function secondsOf({ startedAt, finishedAt }: Report, digits = 1): string {
  return ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(digits)
}

/** How many requests were sent, and how many callbacks came: `452 requests, 1 callback`. */
export function requestsText(report: Report): string {
  const callbacks = report.exchanges.filter((exchange) => isCallback(report, exchange)).length
  return [counted(requestsOf(report), 'request'), ...(callbacks > 0 ? [counted(callbacks, 'callback')] : [])].join(', ')
}

/** How many requests were sent: neither what the run ended before, nor a callback of the target is one. */
function requestsOf(report: Report): number {
  return report.requests ?? report.exchanges.filter((exchange) => wasSent(exchange) && !isCallback(report, exchange)).length
}

export function isCallback({ side, ledger }: Pick<Report, 'side' | 'ledger'>, { operation }: Pick<ReportedExchange, 'operation'>): boolean {
  return side === undefined && !ledger.operations.some(({ id }) => id === operation)
}

export function wasSent({ failure, durationMs }: ReportedExchange): boolean {
  return failure !== 'unsent' && !(durationMs === 0 && ended.has(failure))
}

const ended: ReadonlySet<string | undefined> = new Set(['interrupted', 'deadline'])

/** When it was sent, in milliseconds: to sort them asks for it twenty times. */
export const sentAt = memoized(({ startedAt }: ReportedExchange) => Date.parse(startedAt))

export function inOrder(exchanges: readonly ReportedExchange[]): ReportedExchange[] {
  return exchanges.toSorted((one, other) => sentAt(one) - sentAt(other))
}

export function answerText({ response, error }: ReportedExchange): string {
  return response ? String(response.status) : (error ?? 'no answer')
}
