import type { Contract } from '../../contracts/contract.ts'
import { validatorsFor } from '../../contracts/schemas/validators.ts'
import { stopwatch, systemClock } from '../../engine/client/clock.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import { originOf, pathOf } from './address.ts'
import { trafficAnswerChecks } from './checks/answer-checks.ts'
import { consumerChecks } from './consumer-catalogue.ts'
import type { Briefing } from './consumer-check.ts'
import type { HarContents, Recorded } from './har.ts'
import { createTraffic, type JudgedTraffic, type Traffic } from './traffic.ts'

export interface RecordedOptions {
  readonly contract: Contract
  /** The names of the files. */
  readonly name: string
  readonly recordings: readonly HarContents[]
  /** The address of each base, if known; otherwise it is inferred from the requests. */
  readonly bases: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly operations: readonly string[]
  readonly except?: readonly string[] | undefined
  /** The longest that judging may take, in milliseconds. */
  readonly deadline: number
}

export async function trafficCheckIds(contract: Contract): Promise<string[]> {
  return [...consumerChecks(contract), ...trafficAnswerChecks(contract, await validatorsFor(contract))].map(({ id }) => id)
}

/** Judges both sides of recorded traffic, and sends nothing. */
export async function judgeRecorded(options: RecordedOptions): Promise<JudgedTraffic> {
  const { contract, settings, operations, except, recordings } = options
  const elapsed = stopwatch(systemClock)
  const entries = recordings
    .flatMap(({ entries: recorded }, file) => {
      const prefix = recordings.length > 1 ? `${file + 1}/` : ''
      return recorded.map((entry) => ({ ...entry, exchange: { ...entry.exchange, id: `${prefix}${entry.exchange.id}` } }))
    })
    .sort((one, other) => one.exchange.startedAt - other.exchange.startedAt)
  const bases = { ...inferredBases(contract, entries), ...options.bases }
  const answers = trafficAnswerChecks(contract, await validatorsFor(contract))
  const briefing: Briefing = { contract, bases, settings, decoys: {}, callbacks: [], awaitsCallback: false }
  const traffic = createTraffic(defined({ briefing, operations, answers, except }))
  const missing = recordings.reduce((sum, recording) => sum + recording.missing, 0)
  const unkept = missing > 0 ? `${missing} exchanges are not in it: their writer kept those of interest.` : undefined
  const late = seen(traffic, entries, () => elapsed() >= options.deadline)
  const unseen =
    late > 0 ? `${late} of ${entries.length} requests were not judged before the deadline of ${options.deadline / 1000} s.` : undefined
  const skipped = recordings.reduce((sum, recording) => sum + recording.skipped, 0)
  const notes = [
    ...(entries.length === 0 ? ['There is no request in it.'] : []),
    ...(unkept === undefined ? [] : [`${unkept} Judge by the report of whoever wrote it.`]),
    ...(unseen === undefined ? [] : [`${unseen} Judge less at a time, or allow more (--deadline).`]),
    ...(skipped > 0 ? [`${skipped} entries are none that can be read, and were passed over.`] : []),
  ]
  const gaps = unseen ?? unkept
  return traffic.conclude(defined({ side: 'both' as const, name: options.name, allowWithdrawals: false, notes, gaps }))
}

/** Lets traffic see what was recorded, one after another, until it is too late; how many were left then. */
function seen(traffic: Traffic, entries: readonly Recorded[], isLate: () => boolean): number {
  for (const [index, { exchange, lacks }] of entries.entries()) {
    if (isLate()) return entries.length - index
    traffic.see(exchange, lacks)
  }
  return 0
}

/** Takes as a base's address what most often precedes the paths of its operations. */
function inferredBases({ bases, operations }: Contract, entries: readonly Recorded[]): Record<string, string> {
  return Object.fromEntries(
    bases.flatMap((base) => {
      const paths = operations.filter((operation) => operation.base === base).map(({ path }) => path)
      const found = entries.flatMap(({ exchange }) => paths.flatMap((path) => before(exchange, path) ?? []))
      const groups = [...Map.groupBy(found, (address) => address).values()].sort((one, other) => other.length - one.length)
      return groups.slice(0, 1).flatMap(([address]) => (address === undefined ? [] : [[base, address]]))
    }),
  )
}

function before({ request: { url } }: Exchange, path: string): string | undefined {
  const whole = pathOf(url)
  return whole.endsWith(path) ? `${originOf(url)}${whole.slice(0, -path.length)}` : undefined
}
