import { isAway } from '../../contracts/statuses.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import type { Exchange } from '../../engine/exchange.ts'

/** How many requests in a row without an answer are no coincidence. */
const fewest = 3

type Told = readonly [problem: string, remedy: string]

/** Why a target that answers left requests without an answer: it stopped, was away for a time, or loses some here and there. */
export function absence(about: string, { host }: URL, exchanges: readonly Exchange[]): Diagnosis[] {
  const told = explained(exchanges.toSorted((one, other) => one.startedAt - other.startedAt))
  return told ? [{ id: 'unreachable', about, problem: `${host} ${told[0]}`, remedy: told[1] }] : []
}

function explained(sent: readonly Exchange[]): Told | undefined {
  const gone = sent.filter(isGone)
  if (gone.length === sent.length) return undefined
  const outage = outageIn(sent)
  const unanswered = sent.filter(({ response }) => !response)
  if (outage.length === 0) return lossy(sent, unanswered)
  const isMost = (row: readonly Exchange[]) => row.length >= gone.length / 2
  const last = sent.slice(sent.findLastIndex((exchange) => !isGone(exchange)) + 1)
  if (isOutage(last, sent) && isMost(last)) return stopped(sent, last)
  const missed = outage.filter(isGone)
  return isMost(missed) ? away(missed) : lossy(sent, gone)
}

/** The exchanges from the first requests in a row without an answer to the first in a row with one. */
function outageIn(sent: readonly Exchange[]): readonly Exchange[] {
  const rows = sent.map((_, at) => sent.slice(at, at + fewest))
  const start = rows.findIndex((row) => isOutage(row, sent))
  if (start < 0) return []
  const end = rows.findIndex((row, at) => at > start && row.length === fewest && !row.some(isGone))
  return sent.slice(start, end < 0 ? undefined : end)
}

/** Where several operations were asked, a row of one alone is a fault of that operation. */
function isOutage(row: readonly Exchange[], sent: readonly Exchange[]): boolean {
  return row.length >= fewest && row.every(isGone) && (operationsOf(row) > 1 || operationsOf(sent) === 1)
}

function operationsOf(exchanges: readonly Exchange[]): number {
  return new Set(exchanges.map(({ operation }) => operation)).size
}

function isGone({ response, failure }: Exchange): boolean {
  return failure !== undefined || isAway(response?.status)
}

function stopped(sent: readonly Exchange[], last: readonly Exchange[]): Told {
  return [
    `answered ${sent.length - last.length} requests and then none of the last ${last.length}: ${reasonOf(last[0])}.`,
    'It may have crashed on a request: look at its log, and at the first request without an answer.',
  ]
}

function away(missed: readonly Exchange[]): Told {
  return [
    `was away for a while: ${missed.length} requests in the middle of the run were not answered (${reasonOf(missed[0])}).`,
    'Check whether it was restarted or deployed, and run again; --wait gives it time to come up.',
  ]
}

function lossy(sent: readonly Exchange[], lost: readonly Exchange[]): Told | undefined {
  const [first] = lost
  if (lost.length < fewest) return undefined
  return [
    `left ${lost.length} of ${sent.length} requests without an answer, however often they were sent (${reasonOf(first)}).`,
    first?.response
      ? 'Look at the log of the gateway: of several servers behind it one may be down, or too slow for it.'
      : 'Look at its log, and at what stands before it: it breaks off, or is too slow, and no slower run changes that.',
  ]
}

function reasonOf(exchange: Exchange | undefined): string {
  return exchange?.failure?.message ?? `answered with ${exchange?.response?.status ?? 'nothing'}`
}
