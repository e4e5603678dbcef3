import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../client/clock.ts'
import type { Judgements, judging } from './judge.ts'

interface JudgingTime {
  readonly clock: Clock
  /** Ends the run; where it did before, what was sent by then is judged all the same. */
  readonly signal: AbortSignal
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number
}

/** How much longer than the run judging may take, in milliseconds: many times what ordinary answers need. */
const longestJudging = 1000
/** How long judging may go on before it looks for an interruption, in milliseconds. */
const longestTurn = 50

/** Judges until all is judged, the run is interrupted or time is up: a target's answers decide how long a check takes. */
export async function judgeInTime(
  steps: ReturnType<typeof judging>,
  { clock, signal, deadline }: JudgingTime,
): Promise<Judgements & { readonly isCut: boolean }> {
  const began = clock.now()
  const wasInterrupted = signal.aborted && signal.reason !== 'deadline'
  const until = (signal.aborted ? began : Math.max(began, deadline)) + longestJudging
  let turn = began
  let over: string | undefined
  for (let step = steps.next(); ; step = steps.next(over)) {
    if (step.done) return { ...step.value, isCut: over !== undefined }
    const now = clock.now()
    if (now - turn > longestTurn) {
      await setImmediate()
      turn = clock.now()
    }
    const isInterrupted = !wasInterrupted && signal.aborted && signal.reason !== 'deadline'
    if (isInterrupted) over ??= 'The run was interrupted before this was judged.'
    else if (now > until) over ??= 'The run was over before this was judged: what the target answered takes too long to read.'
  }
}
