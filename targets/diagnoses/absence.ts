import type { Diagnosis } from '../../engine/diagnosis.ts'
import { chronological, type Exchange } from '../../engine/exchange.ts'
import { firstRoles, isAmongWrong, isControl, openingRole } from '../../engine/probes/roles.ts'
import { counted, someOf } from '../../text/counted.ts'
import { askedOperations, type Examined } from '../examined.ts'
import { askedAt, breaksOff, isGone, lookAtEnd, type Told, unreachable } from './reach.ts'

export function silenceDiagnoses(examined: Examined): Diagnosis[] {
  return lossDiagnoses(examined, silence)
}

export function absenceDiagnoses(examined: Examined): Diagnosis[] {
  return lossDiagnoses(examined, (sent, gone) => (silence(sent, gone) ? undefined : lossExplained(sent, gone)))
}

/** How many requests in a row without an answer are no coincidence. */
const fewest = 3

/** What explains some lost requests. */
interface Loss {
  readonly told: Told
  readonly lost: readonly Exchange[]
}

type Explaining = (sent: readonly Exchange[], gone: readonly Exchange[]) => Loss | undefined

function lossDiagnoses(examined: Examined, explain: Explaining): Diagnosis[] {
  return askedAt(examined).flatMap(({ base: about, url: { host }, own, isPutOff }) => {
    const sent = chronological(own)
    const gone = sent.filter(isGone)
    const found = isPutOff || gone.length === sent.length ? undefined : explain(sent, gone)
    if (!found) return []
    const [problem, remedy] = found.told
    return unreachable({ about, operations: askedOperations(found.lost) }, [`${host} ${problem}`, remedy])
  })
}

/** Why a target that answers left requests without an answer: it stopped, was away for a time, or loses some here and there. */
function lossExplained(sent: readonly Exchange[], gone: readonly Exchange[]): Loss | undefined {
  const isMost = (row: readonly Exchange[]) => row.length >= gone.length / 2
  const isOfOne = askedOperations(sent).length === 1
  const last = sent.slice(sent.findLastIndex((exchange) => !isGone(exchange)) + 1)
  if (isOutage(last, isOfOne) && isMost(last))
    return {
      told: [
        `answered ${counted(sent.length - gone.length, 'request')} and then ${ended(last)}.`,
        `It may have crashed on a request: look at its log, and at ${lookAtFirst(gone, last)}.`,
      ],
      lost: last,
    }
  const missed = outageIn(sent, isOfOne).filter(isGone)
  if (missed.length > 0 && isMost(missed))
    return {
      told: [
        `was away for a while: ${missed.length} requests in the middle of the run were not answered (${statusesOf(missed) ?? reasonOf(missed[0])}).`,
        `Check whether it was restarted or deployed, and run again; --wait gives it time to come up. If it was not, something before it may drop such requests: compare ${idsOf(missed)}.`,
      ],
      lost: gone,
    }
  const broken = new Set(gone.flatMap(({ role, operation }) => (isControl(role) || isAmongWrong(role) ? [operation] : [])))
  return lossy(sent, missed.length > 0 ? gone : gone.filter(({ response, operation }) => !response || broken.has(operation)))
}

/** What was sent to operations that leave right requests without an answer while others are answered, if these are all that is missing. */
function silentAmong(sent: readonly Exchange[], gone: readonly Exchange[]): readonly Exchange[] {
  const operations = [...Map.groupBy(sent, ({ operation }) => operation).values()]
  const silent = operations.filter((own) => inRoles(own, firstRoles).every(({ response }) => !response)).flat()
  const missed = new Set(silent.filter(({ response }) => !response))
  const lost = inRoles(gone, [...firstRoles, openingRole])
  const tries = missed.values().reduce((sum, { repeats }) => sum + repeats + 1, 0)
  const isAll = tries >= fewest && lost.filter((one) => missed.has(one)).length >= lost.length / 2
  return isAll && silent.length < sent.length ? silent : []
}

function silence(sent: readonly Exchange[], gone: readonly Exchange[]): Loss | undefined {
  const silent = silentAmong(sent, gone)
  const [first, ...others] = silent.filter(({ response }) => !response)
  if (!first) return undefined
  const { method } = first.request
  const names = askedOperations(silent).join(' and ')
  const isOfMethod = askedOperations(silent).length > 1 && sent.every(({ request, response }) => (request.method === method) === !response)
  const ofAll = [`request of ${names}`, 'other operations']
  const ofRight = [`right request of ${names}`, 'wrong ones']
  const [what, answered] = isOfMethod ? [`${method} (${names})`, 'others'] : others.length + 1 === silent.length ? ofAll : ofRight
  const every = first.failure?.kind === 'reset' ? `breaks off every ${what}` : `leaves every ${what} without an answer`
  return {
    told: [
      `${every}, and answers ${answered}: ${reasonOf(first)}.`,
      `${breaksOff(first.failure) ? lookAtEnd : `Look at its log, and at what it waits for at ${names}.`} --operations leaves that out.`,
    ],
    lost: silent,
  }
}

/** What may have ended a target: what was under way then, and else what was sent next. */
function lookAtFirst(gone: readonly Exchange[], last: readonly Exchange[]): string {
  const underway = gone.filter(({ lostSince }) => lostSince !== undefined)
  return underway.length === 0
    ? `${last[0]?.id}, from which on none was answered`
    : `what was under way then, the earliest first: ${idsOf(underway)}`
}

/** Those of these roles, or else all of them. */
function inRoles(exchanges: readonly Exchange[], roles: readonly string[]): readonly Exchange[] {
  const chosen = exchanges.filter(({ role }) => roles.includes(role))
  return chosen.length > 0 ? chosen : exchanges
}

/** The exchanges from the first requests in a row without an answer to the first in a row with one. */
function outageIn(sent: readonly Exchange[], isOfOne: boolean): readonly Exchange[] {
  const rows = sent.slice(fewest - 1).map((_, at) => sent.slice(at, at + fewest))
  const start = rows.findIndex((row) => isOutage(row, isOfOne))
  if (start < 0) return []
  const end = rows.findIndex((row, at) => at > start && !row.some(isGone))
  return sent.slice(start, end < 0 ? undefined : end)
}

/** Where several operations were asked, a row of one alone is a fault of that operation. */
function isOutage(row: readonly Exchange[], isOfOne: boolean): boolean {
  return row.length >= fewest && row.every(isGone) && (askedOperations(row).length > 1 || isOfOne)
}

function lossy(sent: readonly Exchange[], lost: readonly Exchange[]): Loss | undefined {
  const [first] = lost
  if (lost.length < fewest) return undefined
  const isOfOne = askedOperations(lost).length === 1 && askedOperations(sent).length > 1
  const asked = isOfOne ? sent.filter(({ operation }) => operation === first?.operation) : sent
  const which = `${lost.length} of ${asked.length} requests${isOfOne ? ` of ${first?.operation}` : ''}`
  const statuses = statusesOf(lost)
  const again = lost.every(({ repeats }) => repeats > 0) ? ', however often they were sent' : ''
  const isLate = first?.failure?.kind === 'time-out'
  return {
    told: [
      statuses === undefined
        ? `left ${which} without an answer${again} (${reasonOf(first)}).`
        : `answered ${which} with ${statuses}${again}.`,
      first?.response
        ? 'Look at the log of the gateway: of several servers behind it one may be down, or too slow for it.'
        : `Look at its log, at ${idsOf(lost)}, and at what stands before it: ${isLate ? 'it may wait for what never comes, or be too slow' : 'an error that nothing catches may end the connection, or a gateway'}.`,
    ],
    lost,
  }
}

/** What came of the last requests, none of which was answered by the service. */
function ended(last: readonly Exchange[]): string {
  const statuses = statusesOf(last)
  if (statuses !== undefined) return `the last ${last.length} with nothing but ${statuses}`
  return `none of the last ${last.length}: ${reasonOf(last[0])}`
}

/** The statuses of what stands before a target, where each was answered by that. */
function statusesOf(gone: readonly Exchange[]): string | undefined {
  const statuses = new Set(gone.map(({ response }) => response?.status))
  return statuses.has(undefined) ? undefined : [...statuses].join(' or ')
}

/** A few, by which others are found: those that were lost first, since one of them may be why the others were. */
function idsOf(exchanges: readonly Exchange[]): string {
  const inOrder = exchanges.toSorted((one, other) => lostAt(one) - lostAt(other))
  return someOf(inOrder, 4, ({ id }) => id)
}

function lostAt({ lostSince, startedAt }: Exchange): number {
  return lostSince ?? startedAt
}

function reasonOf(exchange: Exchange | undefined): string {
  return exchange?.failure?.message ?? `answered with ${exchange?.response?.status ?? 'nothing'}`
}
