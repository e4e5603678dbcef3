import type { Clock } from './client/clock.ts'
import { hasteOf, isAsWrong } from './crowding.ts'
import type { Plan } from './plan.ts'
import type { Run } from './run.ts'

/** How a run goes that lets the target answer one request at a time. */
export interface Pace {
  readonly concurrency: 1
  /** Requests a second; as many as are answered one after another where it is left out. */
  readonly rate?: number
  /** A right request goes out behind each that is not accepted, and lockouts are outlasted. */
  readonly isEscorted?: boolean
  /** The most that it may take, in milliseconds. */
  readonly deadline: number
  readonly numbersFrom: number
}

interface Bounds {
  readonly clock: Clock
  readonly deadline: number
  readonly rate?: number
  readonly signal?: AbortSignal
}

/**
 * First one at a time as they are answered, which does for a target that takes few at once; then with a right request behind each that is
 * refused, which tells whether the target locks out; then fewer a second.
 */
const manners = [{}, { isEscorted: true }, { rate: 20 }, { rate: 6 }] as const satisfies readonly Partial<Pace>[]

/** How long a target is left alone before it is asked slower still, in milliseconds: what it counts may be of the last second. */
const pause = 1500

/** Withdrawals of the next run are numbered beyond all of the one before. */
const numbersApart = 1000

/**
 * The run, or where its target was crowded, one that asks the same slower, if that leaves nothing open. What was registered by then
 * is listed with what was registered later.
 */
export async function unhurried(
  hurried: Run,
  planned: Plan,
  again: (pace: Pace) => Promise<Run>,
  { clock, deadline, rate: most = Number.POSITIVE_INFINITY, signal }: Bounds,
): Promise<Run> {
  if (hasteOf(planned, hurried) !== 'shown') return hurried
  const wasAsWrong = isAsWrong(planned, hurried)
  const before: Run[] = [hurried]
  let last = hurried
  for (const [index, manner] of mannersOf(most, wasAsWrong).entries()) {
    const left = deadline - (clock.now() - hurried.startedAt)
    if (signal?.aborted || hasteOf(planned, last) === 'none' || left < leastTime(manner, last)) break
    await clock.sleep(Math.min(index, 2) * pause, signal).catch(() => undefined)
    const run = await again({ ...manner, concurrency: 1, deadline: left, numbersFrom: (index + 1) * numbersApart })
    // Who takes right ones for wrong only where many come at once mixes them up.
    if (isSettled(run) && (index > 0 || !wasAsWrong)) return afterAll(before, run, sentAgain(manner))
    before.push(run)
    if (isSettled(run)) break
    if (!manner.isEscorted) last = run
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

function isSettled({ outcomes, complete }: Run): boolean {
  return complete && outcomes.every(({ verdict }) => verdict !== 'failed' && verdict !== 'inconclusive')
}

const crowded = 'right requests were turned away beside others that were accepted, as a target does that limits how many it answers'
const leftOpen = `All was sent again one request at a time, since ${crowded}; that left something open as well.`

function sentAgain({ rate, isEscorted }: Manner): string {
  const how = isEscorted ? ', with a right one behind each that was refused' : rate === undefined ? '' : `, ${rate} a second`
  const cause = isEscorted ? 'right requests were turned away after wrong ones, as a target does that locks out who fails often' : crowded
  return `All was sent again one request at a time${how}, since ${cause}.`
}

/** A run with what others registered, and when all of them began and ended. */
function afterAll(others: readonly Run[], told: Run, note: string): Run {
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
