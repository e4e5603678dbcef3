import type { ClientOptions } from '../client/client.ts'
import { type Clock, stopwatch } from '../client/clock.ts'
import type { Run } from '../run.ts'
import { leftOpen, type Pace, sentAgain } from './rerun-notice.ts'

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

interface RerunOptions extends Required<Pick<Sending, 'abortsOn'>> {
  /** What is said of how long it takes. */
  readonly expected?: string
  /** How long to leave the target alone before, in milliseconds. */
  readonly before?: number
  /** The share of the time left that it may take. */
  readonly share?: number
}

export type Reruns = ReturnType<typeof rerunsOf>

/** A first run, and the slower ones that follow it within the same deadline. */
export function rerunsOf(first: Run, send: Send, { clock, timeLeft, signal, onRepeat }: RepeatBounds) {
  const slower: Run[] = []
  return {
    first,
    /** In milliseconds, awake, since the first run was over. */
    elapsed: stopwatch(clock),
    timeLeft,
    /** Sends everything again; undefined if no time is left, or somebody ended the run. */
    next: async (pace: Pace, { expected = '', before, share = 1, abortsOn }: RerunOptions): Promise<Run | undefined> => {
      const left = timeLeft()
      if (signal?.aborted || left <= 0) return undefined
      onRepeat?.(`${sentAgain(pace, 'are')}${expected}`)
      if (before !== undefined) await clock.sleep(before, signal).catch(() => undefined)
      const numbersFrom = (slower.length + 1) * numbersApart
      const run = await send({ ...pace, deadline: left * share, numbersFrom, abortsOn })
      slower.push(run)
      return run
    },
    /** One of the slower runs, which counts. */
    settled: (run: Run, pace: Pace): Run => afterAll([first, ...slower.filter((other) => other !== run)], run, sentAgain(pace, 'were')),
    /** The first run, where no other settled what it left open. */
    unsettled: (note = leftOpen): Run => (slower.length === 0 ? first : afterAll(slower, first, note)),
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
