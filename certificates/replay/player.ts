import type { Clock } from '../../engine/client/clock.ts'
import { excerptLength } from '../../engine/client/transport/decoding.ts'
import type { Answer, Transport } from '../../engine/client/transport/transport.ts'
import { headerValue, type SentRequest } from '../../engine/exchange.ts'
import { abortable, differenceOf, type Happening, type Tape } from './recording.ts'

export interface Replay {
  readonly clock: Clock
  readonly transport: Transport
  /** Aborted where the run departs from its tape: there is nothing that it could be answered. */
  readonly signal: AbortSignal
}

interface Awaited {
  readonly give: () => void
  readonly notBefore: number
  isGiven: boolean
}

/** How early a timer may fire by the wall clock, in milliseconds. */
const earliest = 5

export function createPlayer(tape: Tape) {
  const controller = new AbortController()
  const sent: SentRequest[] = []
  const awaited: Record<Happening['kind'], Awaited[]> = { answered: [], woke: [] }
  let now = tape.startedAt
  let departure: string | undefined

  const depart = (text: string) => {
    departure ??= text
    controller.abort('interrupted')
  }
  const send: Transport['send'] = (request, { signal, keep }) => {
    const number = sent.push(request)
    const answer = tape.attempts[number - 1]?.answer
    const untrue = answer && receptionFault(answer, request, keep)
    const fault = requestFault(tape, number, request) ?? (untrue && `No client gets the answer to request ${number}: ${untrue}.`)
    if (fault !== undefined) depart(fault)
    const { answered, give } = pending(answer, signal)
    awaited.answered.push({ give, notBefore: now, isGiven: false })
    return answered
  }
  const sleep: Clock['sleep'] = (milliseconds, signal) =>
    abortable(signal, (give) => awaited.woke.push({ give, notBefore: now + milliseconds - earliest, isGiven: false }))
  const given: Replay = { clock: { now: () => now, sleep }, transport: { send, close: async () => {} }, signal: controller.signal }
  const give = ({ kind, index, at }: Happening) => {
    const next = awaited[kind][index]
    const fault = at < now ? 'time runs backwards' : kind === 'answered' ? answerFault(next, index) : pauseFault(next, at)
    if (fault !== undefined || !next) return depart(`At ${new Date(at).toISOString()} ${fault}.`)
    now = at
    next.isGiven = true
    next.give()
  }
  return {
    given,
    sent,
    give,
    /** The tape is at its end, and the run is not. */
    cut: () => depart(`It breaks off after ${sent.length} requests: the suite goes on.`),
    /** Where the run departed from the tape, in a sentence; undefined if it did not. */
    departure: () => departure ?? leftOver(tape, sent.length, Object.values(awaited).flat()),
  }
}

/** What is wrong with the request that is sent as the one of a number, which counts from 1. */
function requestFault({ attempts, isRedacted }: Tape, number: number, request: SentRequest): string | undefined {
  const attempt = attempts[number - 1]
  const difference = attempt ? differenceOf(request, attempt.request, isRedacted) : 'nothing of the kind is there'
  return difference === undefined ? undefined : `The suite sends ${nameOf(request)} as request ${number}, but ${difference}.`
}

/** Why an answer cannot have been received as it is kept: what is cut off is not judged, so it has to be as long as what a client keeps. */
function receptionFault({ response }: Answer, { method }: SentRequest, keep: number): string | undefined {
  if (!response) return undefined
  const { body, truncated, headers, status } = response
  const least = Math.min(keep, excerptLength) / 2 // what a part of a compressed body unpacks to may be a little less than that part
  if (truncated && body.length < least) return `it is cut off after ${body.length} bytes, and more is kept`
  if (body.length > keep) return `it is kept whole with ${body.length} bytes, and no more than ${keep} are kept`
  const [said = '', ...others] = ['content-length', 'content-encoding', 'transfer-encoding'].map((name) => headerValue(headers, name))
  const isMeasured = !truncated && others.every((value) => value === undefined) && method !== 'HEAD' && status !== 304
  return isMeasured && /^\d+$/.test(said) && Number(said) !== body.length ? `it has ${body.length} bytes, and says ${said}` : undefined
}

function answerFault(awaited: Awaited | undefined, index: number): string | undefined {
  if (!awaited) return `request ${index + 1} is answered before the suite sends it`
  return awaited.isGiven ? `request ${index + 1} is answered a second time` : undefined
}

function pauseFault(awaited: Awaited | undefined, at: number): string | undefined {
  if (!awaited || awaited.isGiven) return 'a pause ends that the suite does not make'
  return at < awaited.notBefore ? 'a pause ends before its time' : undefined
}

/** What is wrong where the run has ended and the tape still holds something. */
function leftOver({ attempts, happenings }: Tape, requests: number, awaited: readonly Awaited[]): string | undefined {
  const extra = attempts[requests]
  if (extra) return `${nameOf(extra.request)} is there as request ${requests + 1}, which the suite never sends.`
  const given = awaited.filter(({ isGiven }) => isGiven).length
  return happenings.length > given ? 'It goes on after the suite has finished.' : undefined
}

/** An answer that comes when it is given, and a failure where the run ends before that, or where none is on the tape. */
function pending(answer: Answer | undefined, signal: AbortSignal): { readonly answered: Promise<Answer>; readonly give: () => void } {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const end = () => resolve({ failure: { kind: 'interrupted', message: 'the replay ended first' } })
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return { answered: promise, give: () => (answer ? resolve(answer) : end()) }
}

function nameOf({ method, url }: SentRequest): string {
  return `${method} ${url}`
}
