import type { Operation } from '../../contracts/contract.ts'
import type { Clock } from '../client/clock.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import type { Run } from '../run.ts'
import { deniedOperations } from './asked-alone.ts'
import { futilityOf, hasteOf, isAsWrong } from './crowding.ts'

export interface Pace {
  readonly concurrency: 1
  /** Requests a second; if absent, each goes out as soon as the one before is answered. */
  readonly rate?: number
  /** True if a right request follows each one that is not accepted, and lockouts are waited out. */
  readonly isEscorted?: boolean
  /** The most that it may take, in milliseconds. */
  readonly deadline: number
  readonly numbersFrom: number
  /** True once an exchange shows that the run cannot settle everything; it then ends. */
  readonly isVain: (exchange: Exchange) => boolean
}

/** How long slower runs may take, and who is told about them. */
export interface RepeatBounds {
  readonly clock: Clock
  readonly deadline: number
  readonly rate?: number
  readonly signal?: AbortSignal
  /** Called with what is sent again, why, and how long it may take. */
  readonly onRepeat?: (text: string) => void
  /** True if the first run ended early because the target locks clients out again and again. */
  readonly isLockedOut?: boolean
  /** Asks whether operations that refused everything accept a right request that comes alone. */
  readonly isAcceptedAlone?: (operations: readonly Operation[]) => Promise<boolean>
}

/**
 * First one request at a time, as fast as they are answered: enough for a target that takes few at once. Then with a right request after each
 * refusal, which shows whether the target locks clients out. Then fewer per second.
 */
const manners = [{}, { isEscorted: true }, { rate: 20 }, { rate: 6 }] as const satisfies readonly Partial<Pace>[]

/** How long to leave a target alone before a slower run, in milliseconds: it may still count requests of the last second. */
export const pause = 1500

/** How long its connections take to close, in milliseconds: it may count those. */
const shortPause = 300

/** After how many slower runs with lost answers no other is tried. */
const mostBroken = 2

/** Once they have taken this long, in milliseconds, no other slower run starts but the one that settles lockouts. */
const longestInVain = 60_000

/** The share of the time left that an escorted run may take where another follows: a limit that was taken for a lockout would use up all of it. */
const mostEscorted = 1 / 3

const numbersApart = 1000

/**
 * The given run or, if its target was crowded, a slower run of the same requests, if that one settles everything. It lists the withdrawals
 * that any of the runs registered.
 */
export async function unhurried(hurried: Run, planned: Plan, again: (pace: Pace) => Promise<Run>, bounds: RepeatBounds): Promise<Run> {
  if (bounds.isLockedOut) return outlasting(hurried, planned, again, bounds)
  const haste = hasteOf(planned, hurried)
  const isLocked = async () => (await bounds.isAcceptedAlone?.(deniedOperations(planned, hurried.exchanges))) === true
  if (haste === 'none' || (haste === 'possible' && !(await isLocked()))) return hurried
  const { clock, deadline, rate: most = Number.POSITIVE_INFINITY, signal, onRepeat } = bounds
  const wasAsWrong = isAsWrong(planned, hurried)
  const before: Run[] = [hurried]
  let [last, broken] = [hurried, 0]
  for (const [index, manner] of mannersOf(most, wasAsWrong).entries()) {
    const left = deadline - (clock.now() - hurried.startedAt)
    const isLate = (!manner.isEscorted && clock.now() - hurried.finishedAt > longestInVain) || left < leastTime(manner, last)
    if (signal?.aborted || hasteOf(planned, last) === 'none' || isLate) break
    onRepeat?.(
      `${sentAgain(manner, 'are')} It takes about ${Math.ceil(usualTime(manner, hurried) / 1000)} s, and stops early if it does not help.`,
    )
    await clock.sleep(index === 0 ? shortPause : Math.min(index, 2) * pause, signal).catch(() => undefined)
    const futility = futilityOf(planned)
    const run = await again({ ...manner, concurrency: 1, deadline: left, numbersFrom: (index + 1) * numbersApart, isVain: futility.isVain })
    // A target that takes right requests for wrong ones only when many come at once mixes them up, which is its fault.
    if (isSettled(run) && (index > 0 || !wasAsWrong)) return afterAll(before, run, sentAgain(manner, 'were'))
    before.push(run)
    if (futility.isBroken) broken += 1
    if (isSettled(run) || broken === mostBroken) break
    if (!manner.isEscorted && !futility.wasVain) last = run
  }
  return before.length === 1 ? hurried : afterAll(before.slice(1), hurried, leftOpen)
}

/**
 * What comes of a target that locks clients out for long: a run with a right request after each refusal, which keeps failures from adding up. If
 * that leaves anything open, the lockouts are waited for.
 */
async function outlasting(
  hurried: Run,
  planned: Plan,
  again: (pace: Pace) => Promise<Run>,
  { clock, deadline, signal, onRepeat }: RepeatBounds,
): Promise<Run> {
  const before: Run[] = [hurried]
  for (const manner of [{ isEscorted: true }, {}]) {
    const left = deadline - (clock.now() - hurried.startedAt)
    if (signal?.aborted || left <= 0) break
    onRepeat?.(sentAgain(manner, 'are'))
    const isVain = manner.isEscorted ? futilityOf(planned).isVain : () => false
    const most = manner.isEscorted ? left * mostEscorted : left
    const run = await again({ ...manner, concurrency: 1, deadline: most, numbersFrom: before.length * numbersApart, isVain })
    if (!manner.isEscorted || isWhole(run)) return afterAll(before, run, sentAgain(manner, 'were'))
    before.push(run)
  }
  return { ...(before.length === 1 ? hurried : afterAll(before.slice(1), hurried, leftOpen)), complete: false }
}

type Manner = Pick<Pace, 'rate' | 'isEscorted'>

function mannersOf(most: number, wasAsWrong: boolean): readonly Manner[] {
  const all: readonly Manner[] = wasAsWrong ? manners.slice(0, -1) : manners
  return all.filter(({ rate = 0 }) => rate < most)
}

/** The least that a run takes at its rate, in milliseconds. */
function leastTime({ rate }: Manner, { exchanges }: Run): number {
  return rate === undefined ? 0 : (exchanges.length / rate) * 1000
}

/** What a run takes if it waits for nothing, in milliseconds. */
function usualTime(manner: Manner, hurried: Run): number {
  const oneByOne = hurried.exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return Math.max(leastTime(manner, hurried), manner.isEscorted ? 2 * oneByOne : oneByOne)
}

function isSettled(run: Run): boolean {
  return isWhole(run) && run.outcomes.every(({ verdict }) => verdict !== 'failed')
}

function isWhole({ outcomes, complete }: Run): boolean {
  return complete && outcomes.every(({ verdict }) => verdict !== 'inconclusive')
}

const crowded =
  'some were turned away or got no answer while others were answered, which may be a limit on how many requests the target takes'
const leftOpen = `All requests were sent again, one at a time, because ${crowded}. That did not settle everything either.`

function sentAgain({ rate, isEscorted }: Manner, tense: 'are' | 'were'): string {
  const how = isEscorted ? ', with a right one after each refusal' : rate === undefined ? '' : `, ${rate} a second`
  const cause = isEscorted ? 'right ones were turned away after wrong ones, which may be a lockout after failed requests' : crowded
  return `All requests ${tense} sent again, one at a time${how}, because ${cause}.`
}

/** A run that lists what the others registered as well, and spans all of them. */
export function afterAll(others: readonly Run[], told: Run, note: string): Run {
  const all = [...others, told]
  return {
    ...told,
    startedAt: Math.min(...all.map(({ startedAt }) => startedAt)),
    finishedAt: Math.max(...all.map(({ finishedAt }) => finishedAt)),
    notes: [...told.notes, note],
    registered: all.flatMap(({ registered }) => registered),
    unknownFate: all.flatMap(({ unknownFate = [] }) => unknownFate),
  }
}
