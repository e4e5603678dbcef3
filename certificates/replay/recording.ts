import type { Clock } from '../../engine/client/clock.ts'
import type { Answer, Transport } from '../../engine/client/transport/transport.ts'
import type { SentRequest } from '../../engine/exchange.ts'

/** One request that went out, a repeat included, and what came of it. */
export interface RecordedAttempt {
  readonly request: SentRequest
  readonly answer?: Answer
}

/** What came to a run from outside, and when: the answer to a request, or the end of a sleep, both counted from 0. */
export interface Happening {
  readonly kind: 'answered' | 'woke'
  readonly index: number
  /** Milliseconds since the Unix epoch: all that the run sees of a clock until the next happening. */
  readonly at: number
}

/** All that a run was given from outside, in order: whoever has it can let the run happen again. */
export interface Tape {
  readonly startedAt: number
  readonly attempts: readonly RecordedAttempt[]
  readonly happenings: readonly Happening[]
  /** Values were taken out of it: a request is the same where its form is. */
  readonly isRedacted?: true
}

export interface RunRecording {
  readonly clock: Clock
  readonly transport: Transport
  tape(): Tape
}

/**
 * Records what a run is given. Happenings are handed over one at a time, each when the run has done all that the one before led to,
 * and time stands still in between: so their order and their times say everything, and a replay can repeat them exactly.
 */
export function record(clock: Clock, transport: Transport): RunRecording {
  const startedAt = clock.now()
  const attempts: RecordedAttempt[] = []
  const happenings: Happening[] = []
  const handOver = oneAtATime()
  let now = startedAt
  const happen: Happen = (kind, index, deliver) =>
    handOver(() => {
      now = Math.max(now, clock.now())
      happenings.push({ kind, index, at: now })
      deliver()
    })
  return {
    clock: { now: () => now, sleep: recordedSleep(clock, happen) },
    transport: { send: recordedSend(transport, attempts, happen), close: () => transport.close() },
    tape: () => ({ startedAt, attempts: [...attempts], happenings: [...happenings] }),
  }
}

/** Puts what happened on the tape, and delivers it when its turn comes. */
type Happen = (kind: Happening['kind'], index: number, deliver: () => void) => void

function recordedSleep(clock: Clock, happen: Happen): Clock['sleep'] {
  let sleeps = 0
  return (milliseconds, signal) => {
    const index = sleeps
    sleeps += 1
    return abortable(signal, (resolve, isOver) => {
      const woke = () => !isOver() && happen('woke', index, resolve)
      clock.sleep(milliseconds, signal).then(woke, () => undefined)
    })
  }
}

function recordedSend(transport: Transport, attempts: RecordedAttempt[], happen: Happen): Transport['send'] {
  return (request, limits) => {
    const index = attempts.push({ request }) - 1
    return new Promise((resolve) => {
      void transport.send(request, limits).then((answer) =>
        happen('answered', index, () => {
          attempts[index] = { request, answer }
          resolve(answer)
        }),
      )
    })
  }
}

/** A promise that is rejected at once when its signal is aborted, as Node's own timers do. */
export function abortable(signal: AbortSignal | undefined, begin: (resolve: () => void, isOver: () => boolean) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    let over = false
    const abort = () => {
      over = true
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    const done = () => {
      over = true
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    begin(done, () => over)
  })
}

/** Runs tasks in the order in which they come, each when all that the one before set going has come to rest. */
function oneAtATime(): (task: () => void) => void {
  const waiting: (() => void)[] = []
  let going = false
  const next = () => {
    const task = waiting.shift()
    going = task !== undefined
    if (!task) return
    task()
    setImmediate(next)
  }
  return (task) => {
    waiting.push(task)
    if (going) return
    going = true
    setImmediate(next)
  }
}

/** How a request differs from the kept one, to complete "…, but"; undefined if they are the same, or of `redacted` ones their forms. */
export function differenceOf(sent: SentRequest, kept: SentRequest, redacted = false): string | undefined {
  if (sent.method !== kept.method) return `its method there is ${kept.method}`
  if (!redacted && sent.url !== kept.url) return `its address there is ${kept.url}`
  const names = sent.headers.map(([name]) => name).join()
  const keptNames = kept.headers.map(([name]) => name).join()
  if (names !== keptNames) return `its header fields there are ${keptNames}`
  if (redacted) return undefined
  const other = sent.headers.findIndex(([, value], index) => value !== kept.headers[index]?.[1])
  if (other !== -1) return `its header ${sent.headers[other]?.[0]} there is another`
  const isSame = sent.body && kept.body ? sent.body.equals(kept.body) : sent.body === kept.body
  return isSame ? undefined : 'its body there is another'
}
