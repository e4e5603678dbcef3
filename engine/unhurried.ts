import { defined } from '../spec/defined.ts'
import type { Clock } from './client/clock.ts'
import { hasteOf } from './crowding.ts'
import type { Plan } from './plan.ts'
import type { Run } from './run.ts'

/** How a run goes that lets the target answer one request at a time. */
export interface Pace {
  readonly concurrency: 1
  /** Requests a second; as many as are answered one after another where it is left out. */
  readonly rate?: number
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

/** First one at a time as they are answered, which does for a target that takes few at once; then fewer a second. */
const rates = [undefined, 20, 6] as const

/** How long a target is left alone before it is asked slower still, in milliseconds: what it counts may be of the last second. */
const pause = 1500

/** Withdrawals of the next run are numbered beyond all of the one before. */
const numbersApart = 100

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
  let haste = hasteOf(planned, hurried)
  if (haste !== 'shown') return hurried
  let last = hurried
  const before: Run[] = []
  for (const [index, rate] of rates.filter((each) => each === undefined || each < most).entries()) {
    const left = deadline - (clock.now() - hurried.startedAt)
    if (signal?.aborted || haste === 'none' || left < (rate === undefined ? 0 : last.exchanges.length / rate) * 1000) break
    before.push(last)
    await clock.sleep(index * pause, signal).catch(() => undefined)
    last = await again(defined({ concurrency: 1, rate, deadline: left, numbersFrom: (index + 1) * numbersApart }))
    if (isSettled(last)) return afterAll(before, last, sentAgain(rate))
    haste = hasteOf(planned, last)
  }
  return before.length === 0 ? hurried : afterAll([last, ...before.slice(1)], hurried, leftOpen)
}

function isSettled({ outcomes, complete }: Run): boolean {
  return complete && outcomes.every(({ verdict }) => verdict !== 'failed' && verdict !== 'inconclusive')
}

const crowded = 'right requests were turned away beside others that were accepted, as a target does that limits how many it answers'
const leftOpen = `All was sent again one request at a time, since ${crowded}; that left something open as well.`

function sentAgain(rate: number | undefined): string {
  return `All was sent again one request at a time${rate === undefined ? '' : `, ${rate} a second`}, since ${crowded}.`
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
