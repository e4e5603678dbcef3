import type { Clock } from '../client/clock.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import type { Run } from '../run.ts'
import { futilityOf, hasteOf, isAsWrong } from './crowding.ts'

/** How a run goes that lets the target answer one request at a time. */
export interface Pace {
  readonly concurrency: 1
  /** Requests a second; as many as are answered one after another where it is left out. */
  readonly rate?: number
  /** A right request goes out after each that is not accepted, and lockouts are outlasted. */
  readonly isEscorted?: boolean
  /** The most that it may take, in milliseconds. */
  readonly deadline: number
  readonly numbersFrom: number
  /** True once an exchange shows that the run will leave something open: nothing more is sent then. */
  readonly isVain: (exchange: Exchange) => boolean
}

/** How long slower runs may take, and who hears of them. */
export interface Bounds {
  readonly clock: Clock
  readonly deadline: number
  readonly rate?: number
  readonly signal?: AbortSignal
  /** Hears what is sent again, why, and how long it may take. */
  readonly onRepeat?: (text: string) => void
}

/**
 * First one at a time, as fast as they are answered, which suffices for a target that takes few at once; then with a right request after each that
 * is refused, which tells whether the target locks out; then fewer per second.
 */
const manners = [{}, { isEscorted: true }, { rate: 20 }, { rate: 6 }] as const satisfies readonly Partial<Pace>[]

/** How long to leave a target alone before a slower run, in milliseconds: it may still count requests of the last second. */
export const pause = 1500

/** How long its connections take to close, in milliseconds, in case it counts those. */
const shortPause = 300

/** How many slower runs may end with lost answers before no other is tried. */
const mostBroken = 2

/** No other slower run starts once they have taken this long, in milliseconds. */
const longestInVain = 60_000

/** Withdrawals of the next run are numbered beyond all of the one before. */
const numbersApart = 1000

/**
 * The given run or, if its target was crowded, a slower run of the same requests, provided that it leaves nothing open. What the first registered
 * is listed with what the later ones registered.
 */
export async function unhurried(hurried: Run, planned: Plan, again: (pace: Pace) => Promise<Run>, bounds: Bounds): Promise<Run> {
  if (hasteOf(planned, hurried) !== 'shown') return hurried
  const { clock, deadline, rate: most = Number.POSITIVE_INFINITY, signal, onRepeat } = bounds
  const wasAsWrong = isAsWrong(planned, hurried)
  const before: Run[] = [hurried]
  let [last, broken] = [hurried, 0]
  for (const [index, manner] of mannersOf(most, wasAsWrong).entries()) {
    const left = deadline - (clock.now() - hurried.startedAt)
    const isLate = clock.now() - hurried.finishedAt > longestInVain || left < leastTime(manner, last)
    if (signal?.aborted || hasteOf(planned, last) === 'none' || isLate) break
    onRepeat?.(
      `${sentAgain(manner, 'is')} It takes about ${Math.ceil(usualTime(manner, hurried) / 1000)} s, and ends early where it is in vain.`,
    )
    await clock.sleep(index === 0 ? shortPause : Math.min(index, 2) * pause, signal).catch(() => undefined)
    const futility = futilityOf(planned)
    const run = await again({ ...manner, concurrency: 1, deadline: left, numbersFrom: (index + 1) * numbersApart, isVain: futility.isVain })
    // Who takes right ones for wrong only if many come at once mixes them up.
    if (isSettled(run) && (index > 0 || !wasAsWrong)) return afterAll(before, run, sentAgain(manner, 'was'))
    before.push(run)
    if (futility.isBroken) broken += 1
    if (isSettled(run) || broken === mostBroken) break
    if (!manner.isEscorted && !futility.wasVain) last = run
  }
  return before.length === 1 ? hurried : afterAll(before.slice(1), hurried, leftOpen)
}

type Manner = Pick<Pace, 'rate' | 'isEscorted'>

function mannersOf(most: number, wasAsWrong: boolean): readonly Manner[] {
  const all: readonly Manner[] = wasAsWrong ? manners.slice(0, -1) : manners
  return all.filter(({ rate = 0 }) => rate < most)
}

/** What a run of a rate takes at least, in milliseconds. */
function leastTime({ rate }: Manner, { exchanges }: Run): number {
  return rate === undefined ? 0 : (exchanges.length / rate) * 1000
}

/** What a run takes where nothing is waited for, in milliseconds. */
function usualTime(manner: Manner, hurried: Run): number {
  const oneByOne = hurried.exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return Math.max(leastTime(manner, hurried), manner.isEscorted ? 2 * oneByOne : oneByOne)
}

function isSettled({ outcomes, complete }: Run): boolean {
  return complete && outcomes.every(({ verdict }) => verdict !== 'failed' && verdict !== 'inconclusive')
}

const crowded =
  'requests were turned away or got no answer beside others that were answered, as a target does that limits how many it takes'
const leftOpen = `All was sent again one request at a time, since ${crowded}; that left something open as well.`

function sentAgain({ rate, isEscorted }: Manner, tense: 'is' | 'was'): string {
  const how = isEscorted ? ', with a right one behind each that was refused' : rate === undefined ? '' : `, ${rate} a second`
  const cause = isEscorted ? 'right requests were turned away after wrong ones, as a target does that locks out who fails often' : crowded
  return `All ${tense} sent again one request at a time${how}, since ${cause}.`
}

/** A run with what others registered, and when all of them began and ended. */
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
