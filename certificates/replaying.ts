import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../engine/client/clock.ts'
import type { Transport } from '../engine/client/transport.ts'
import type { SentRequest } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { defined } from '../spec/defined.ts'
import { differenceOf, type Same } from './difference.ts'
import { abortable, type Happening, type Tape } from './recording.ts'

/** What a run is given when it happens again. */
export interface Replay {
  readonly clock: Clock
  readonly transport: Transport
  /** Aborted where the run departs from its tape: there is nothing that it could be answered. */
  readonly signal: AbortSignal
}

export interface Replayed {
  readonly run: Run
  /** What it sent. */
  readonly sent: readonly SentRequest[]
  /** Where the run departed from its tape, in a sentence; none where both are the same to the end. */
  readonly departure?: string
}

/**
 * Lets a run happen again over its tape: the same times, the same answers in the same order, and each request compared with the one
 * that was sent. `same` decides whether two are the same; byte for byte, unless something was taken out of the tape.
 */
export async function replay(tape: Tape, start: (given: Replay) => Promise<Run>, same?: Same): Promise<Replayed> {
  const player = createPlayer(tape, same)
  const running = start(player)
  let finished = false
  const finish = () => {
    finished = true
  }
  running.then(finish, finish)
  for (const happening of tape.happenings) {
    await setImmediate()
    if (finished || player.signal.aborted) break
    player.give(happening)
  }
  for (let rest = 0; rest < patience && !finished; rest += 1) await setImmediate()
  if (!finished) player.cut()
  const run = await running
  const departure = player.departure() ?? (run.complete ? undefined : run.notes.join(' '))
  return defined({ run, sent: player.sent, departure })
}

/** How many turns of the event loop a run gets to finish after its tape has ended. */
const patience = 100

interface Player extends Replay {
  readonly sent: readonly SentRequest[]
  give(happening: Happening): void
  /** The tape is at its end, and the run is not. */
  cut(): void
  departure(): string | undefined
}

function createPlayer(tape: Tape, same?: Same): Player {
  const controller = new AbortController()
  const answers: (() => void)[] = []
  const sent: SentRequest[] = []
  const sleeps: { readonly wake: () => void; readonly until: number }[] = []
  const given = { answers: new Set<number>(), sleeps: new Set<number>() }
  let now = tape.startedAt
  let found: string | undefined

  const depart = (text: string) => {
    found ??= text
    controller.abort('interrupted')
  }
  const send: Transport['send'] = (request, { signal }) => {
    const index = sent.push(request) - 1
    const attempt = tape.attempts[index]
    const difference = attempt ? differenceOf(request, attempt.request, same) : 'nothing of the kind is there'
    if (difference !== undefined) depart(`The suite sends ${nameOf(request)} as request ${index + 1}, but ${difference}.`)
    return new Promise((resolve) => {
      const end = () => resolve({ failure: { kind: 'interrupted', message: 'the replay ended first' } })
      answers.push(() => (attempt?.answer ? resolve(attempt.answer) : end()))
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }
  const sleep: Clock['sleep'] = (milliseconds, signal) =>
    abortable(signal, (resolve) => sleeps.push({ wake: resolve, until: now + milliseconds }))
  const give = ({ kind, index, at }: Happening) => {
    const problem = at < now ? 'time runs backwards' : kind === 'answered' ? cannotAnswer(index) : cannotWake(index, at)
    if (problem) return depart(`At ${new Date(at).toISOString()} ${problem}.`)
    now = at
    if (kind === 'answered') {
      given.answers.add(index)
      answers[index]?.()
    } else {
      given.sleeps.add(index)
      sleeps[index]?.wake()
    }
  }
  const cannotAnswer = (index: number) => {
    if (given.answers.has(index)) return `request ${index + 1} is answered a second time`
    return answers[index] ? undefined : `request ${index + 1} is answered before the suite sends it`
  }
  const cannotWake = (index: number, at: number) => {
    const slept = sleeps[index]
    if (!slept || given.sleeps.has(index)) return 'a pause ends that the suite does not make'
    return at + earliest < slept.until ? 'a pause ends before its time' : undefined
  }
  const missing = () => {
    if (tape.attempts.length > answers.length) {
      const extra = tape.attempts[answers.length]
      return `${extra ? nameOf(extra.request) : 'A request'} is there as request ${answers.length + 1}, which the suite never sends.`
    }
    const unused = tape.happenings.length - given.answers.size - given.sleeps.size
    return unused > 0 ? 'It goes on where the suite has come to its end.' : undefined
  }
  return {
    clock: { now: () => now, sleep },
    transport: { send, close: async () => {} },
    signal: controller.signal,
    sent,
    give,
    cut: () => depart(`It breaks off after ${answers.length} requests: the suite goes on.`),
    departure: () => found ?? missing(),
  }
}

/** How early a timer may fire by the wall clock, in milliseconds. */
const earliest = 5

function nameOf({ method, url }: { readonly method: string; readonly url: string }): string {
  return `${method} ${url}`
}
