import type { ClientOptions } from '../client/client.ts'
import { type Clock, stopwatch } from '../client/clock.ts'
import type { Plan } from '../plan.ts'
import type { Run } from '../run.ts'
import { type AbortCondition, abortConditionOf, neverAborted } from './abort-condition.ts'
import { asAtFirst, leftOpen, type Pace, sentAgain } from './rerun-notice.ts'

/** How everything is sent again, within a time in milliseconds. */
export type Sending = Pick<ClientOptions, 'names' | 'numbersFrom' | 'concurrency' | 'rate' | 'detectsLockouts' | 'abortsOn'> & {
  readonly deadline: number
}

export type Send = (sending: Sending) => Promise<Run>

/** How long they may take, and who is told about them. */
export interface RepeatBounds {
  readonly clock: Clock
  /** In milliseconds, for all that is sent. */
  readonly timeLeft: () => number
  readonly signal?: AbortSignal
  /** Called with what is sent again, why, and how long it may take. */
  readonly onRepeat?: (text: string) => void
}

/** How long to leave a target alone before another run, in milliseconds: it may still count requests of the last second. */
export const pause = 1500

const numbersApart = 1000

interface RerunOptions {
  /** What is said of how long it takes. */
  readonly expected?: string
  /** How long to leave the target alone before, in milliseconds. */
  readonly before?: number
  /** The share of the time left that it may take. */
  readonly share?: number
  /** When it ends early. */
  readonly abort?: AbortCondition
}

/** A run: at which pace, and whether it ended early. */
export interface Rerun {
  readonly run: Run
  readonly pace: Pace
  readonly abort: Pick<AbortCondition, 'wasMet' | 'isByLosses'>
}

export type Reruns = ReturnType<typeof rerunsOf>

/** A first run, and the slower ones that follow it within the same deadline. */
export function rerunsOf(first: Run, planned: Plan, send: Send, { clock, timeLeft, signal, onRepeat }: RepeatBounds) {
  const begun: Rerun = { run: first, pace: asAtFirst, abort: neverAborted }
  const all = [begun]
  const told = (one: Rerun, note: string) => {
    const others = all.flatMap((each) => (each === one ? [] : [each.run]))
    return afterAll(others, one.run, note)
  }
  return {
    first,
    planned,
    /** The first one as well, in their order. */
    all: all as readonly Rerun[],
    /** In milliseconds, awake, since the first run was over. */
    elapsed: stopwatch(clock),
    timeLeft,
    /** Sends everything again; undefined if no time is left, or somebody ended the run. */
    next: async (pace: Pace, { expected = '', before = 0, share = 1, abort = abortConditionOf(planned) }: RerunOptions) => {
      const left = timeLeft()
      if (signal?.aborted || left <= 0) return undefined
      onRepeat?.(`${sentAgain(pace, 'are')}${expected}`)
      await clock.sleep(before, signal).catch(() => undefined)
      const run = await send({ ...pace, deadline: left * share, numbersFrom: all.length * numbersApart, abortsOn: abort.isMet })
      const again: Rerun = { run, pace, abort }
      all.push(again)
      return again
    },
    /** One of the slower runs, which counts. */
    settled: (again: Rerun): Run => told(again, sentAgain(again.pace, 'were')),
    /** The first run, where no other settled what it left open. */
    unsettled: (note = leftOpen): Run => (all.length === 1 ? first : told(begun, note)),
  }
}

/** A run that lists what the others registered as well, and spans all of them. */
export function afterAll(others: readonly Run[], told: Run, note: string): Run {
  const all = [...others, told]
  return {
    ...told,
    startedAt: Math.min(...all.map(({ startedAt }) => startedAt)),
    finishedAt: Math.max(...all.map(({ finishedAt }) => finishedAt)),
    timeLeft: Math.min(...all.map(({ timeLeft = 0 }) => timeLeft)),
    notes: [...told.notes, note],
    registered: all.flatMap(({ registered }) => registered),
    unknownFate: all.flatMap(({ unknownFate = [] }) => unknownFate),
  }
}
