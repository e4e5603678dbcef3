import { setImmediate } from 'node:timers/promises'
import type { SentRequest } from '../../engine/exchange.ts'
import type { Run } from '../../engine/run.ts'
import { createPlayer, type Replay } from './player.ts'
import type { Tape } from './recording.ts'

export interface Replayed {
  readonly run: Run
  readonly sent: readonly SentRequest[]
  /** Where the run departed from its tape, in a sentence; none if both are the same to the end. */
  readonly departure: string | undefined
}

/** Lets a run happen again over its tape: the same times, the same answers in order, and each request compared with the one sent. */
export async function replay(tape: Tape, start: (given: Replay) => Promise<Run>): Promise<Replayed> {
  const player = createPlayer(tape)
  const running = start(player.given)
  let finished = false
  const finish = () => {
    finished = true
  }
  running.then(finish, finish)
  for (const happening of tape.happenings) {
    await setImmediate()
    if (finished || player.given.signal.aborted) break
    player.give(happening)
  }
  for (let rest = 0; rest < patience && !finished; rest += 1) await setImmediate()
  if (!finished) player.cut()
  const run = await running
  const departure = player.departure() ?? (run.complete ? undefined : run.notes.join(' '))
  return { run, sent: player.sent, departure }
}

/** How many turns of the event loop a run gets to finish after its tape has ended. */
const patience = 100
