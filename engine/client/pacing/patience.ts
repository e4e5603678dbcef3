import type { Exchange } from '../../exchange.ts'
import type { Clock } from '../clock.ts'
import type { Draft } from '../draft.ts'
import { isNeverSent } from '../withdrawals/withdrawals.ts'
import { isUnable } from './losses.ts'

/** Decides whether a request is sent again, within limits that all requests of a client share. */
export interface Patience {
  /** Starts with a request: it gets fewer tries if its answer matters little, more if it comes first. */
  tries(draft?: Pick<Draft, 'isAside' | 'isFirst'>): Tries
  /** How many requests were repeated because they were not answered. */
  readonly afresh: number
}

interface Tries {
  /** Decides whether to send again, after a short wait if that may help. */
  again(attempt: SendAttempt): Promise<boolean>
}

export interface SendAttempt {
  readonly exchange: Exchange
  readonly later: boolean
  /** This machine slept, or its clock jumped, during the request. */
  readonly jumped: boolean
}

interface PatienceOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number
  /** How long a target may take to answer for the first time, in milliseconds. */
  readonly wait?: number
}

/** How long a target may be unreachable before a run gives up on it, in milliseconds. */
const longestOutage = 1500
const mostLater = 16
const mostFailures = 3
/** A target may start behind a gateway that already runs. */
const mostFirstFailures = 6
/** The most repeats that a broken target gets. */
const mostAfresh = 60
const pauses = [0, 300] as const
const longestPause = 1000

export function createPatience({ clock, signal, deadline, wait = 0 }: PatienceOptions): Patience {
  const began = clock.now()
  const longest = Math.min(longestOutage, (deadline - began) / 5)
  const course: Course = {
    clock,
    signal,
    awaitedUntil: began + wait,
    longest,
    answered: false,
    outage: undefined,
    afresh: 0,
    worn: 0,
  }
  return {
    tries: (draft = {}) => triesOf(course, draft),
    get afresh() {
      return course.afresh
    },
  }
}

interface Course extends Pick<PatienceOptions, 'clock' | 'signal'> {
  /** Until when to wait for a target that has not answered at all. */
  readonly awaitedUntil: number
  /** How long it may be unreachable, in milliseconds. */
  readonly longest: number
  answered: boolean
  /** Since when it has been unreachable. */
  outage: number | undefined
  afresh: number
  /** How many repeats it may have received; attempts that never reached it do not count. */
  worn: number
}

function triesOf(course: Course, { isAside, isFirst }: Pick<Draft, 'isAside' | 'isFirst'>): Tries {
  let [laters, failures] = [0, 0]
  const most = isAside ? 1 : isFirst ? mostFirstFailures : mostFailures
  return {
    again: async ({ exchange: { failure, response }, later, jumped }) => {
      const isDown = isUnable(response?.status) || (isAside === true && response?.status === 503)
      noteAnswer(course, response !== undefined && !isDown, later)
      if (later) {
        laters += 1
        return laters <= mostLater
      }
      if (failure && isNeverSent(failure)) return isAway(failure) && isShortly(course) && pause(course, 100, false)
      if (!isDown && failure?.kind !== 'reset' && !(failure?.kind === 'time-out' && jumped)) return false
      if (isAwaited(course)) return pause(course, 500)
      failures += 1
      return failures <= most && course.worn < mostAfresh && pause(course, pauses[isAside ? 1 : failures - 1] ?? longestPause)
    },
  }
}

function noteAnswer(course: Course, isAnswered: boolean, later: boolean): void {
  if (isAnswered) {
    course.answered ||= !later
    course.outage = undefined
  } else course.outage ??= course.clock.now()
}

/** True for a target that may still be starting. */
function isAwaited({ answered, awaitedUntil, clock }: Course): boolean {
  return !answered && clock.now() < awaitedUntil
}

/** True if the target has been unreachable only briefly. */
function isShortly(course: Course): boolean {
  const now = course.clock.now()
  return isAwaited(course) || now - (course.outage ?? now) < course.longest
}

/** Waits; false if the run ends first. An attempt that never reached the target does not count as repeated. */
async function pause(course: Course, milliseconds: number, isHeard = true): Promise<boolean> {
  if (isHeard) course.worn += 1
  const isOver = await course.clock.sleep(milliseconds, course.signal).then(
    () => false,
    () => true,
  )
  if (isHeard && !isOver) course.afresh += 1
  return !isOver
}

/** A target that does not listen yet may come up; names and certificates do not change within a second. */
function isAway({ kind }: NonNullable<Exchange['failure']>): boolean {
  return kind !== 'unsent' && kind !== 'name' && kind !== 'tls'
}
