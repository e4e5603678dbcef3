import { classify } from '../../evidence/classification.ts'
import { registeredId } from '../../evidence/identifier.ts'
import { isAlike } from '../../evidence/refusal-form.ts'
import type { Exchange, ReceivedResponse } from '../../exchange.ts'
import { type Channel, unsent } from '../channel.ts'
import { type Draft, operationOf } from '../draft.ts'
import { sendOnce } from './patient-sending.ts'

/**
 * Sends each request once, and a right one after each that is not accepted. If the right one is turned away, the target has locked the client
 * out because of its failures; the first request is then sent again once the lock is over.
 */
export interface Escort {
  send(draft: Draft): Promise<Exchange>
  /** Ids of what the right ones registered. */
  readonly registered: readonly string[]
}

export type BuildRight = (draft: Draft) => Promise<Draft>

/** The name of the probe under which the right ones go out. */
export const escortProbe = 'escort'

/** How long a target may lock out, in milliseconds: a minute is usual. */
const longestLock = 65_000
const longestPause = 5000
const shortestPause = 50
/** A target that turns away right requests after more than every third other one does not count failures: it limits requests, or mixes them up. */
const mostLocks = 1 / 3
const leastCounted = 9
/** How far apart requests go out if their number seems to be limited as well, in milliseconds. */
const spacings = [200, 500] as const
const chance = 'the target turned a right request away that it accepted at once when it was sent again, or many of them: that is no lockout'

/** An escort for the requests of one client, which go out one after another. */
export function createEscort(channel: Channel, right: BuildRight): Escort {
  const course: Course = { channel, right, registered: [], locks: 0, confirmed: 0, spacing: 0, sentAt: 0, turned: undefined, isOver: false }
  let line: Promise<unknown> = Promise.resolve()
  return {
    registered: course.registered,
    send: (draft) => {
      const own = line.then(() => sendInTurn(course, draft))
      line = own.catch(() => undefined)
      return own
    },
  }
}

/** What an escort sends with, and what came of it so far. */
interface Course {
  readonly channel: Channel
  readonly right: BuildRight
  readonly registered: string[]
  /** How often a right request was turned away after another one. */
  locks: number
  /** How many requests had a right one after them. */
  confirmed: number
  /** How far apart requests go out, in milliseconds, and when the last one did. */
  spacing: number
  sentAt: number
  /** How a right request was turned away last. */
  turned: ReceivedResponse | undefined
  /** True once what turns requests away is no lockout. */
  isOver: boolean
}

async function sendInTurn(course: Course, draft: Draft): Promise<Exchange> {
  const { channel } = course
  for (let repeats = 0; ; repeats += 1) {
    if (course.isOver) return unsent(channel, draft, new Error(chance))
    const exchange = await sendPaced(course, draft, repeats)
    if (!operationOf(channel.contract, draft) || isAccepted(channel, draft, exchange)) return exchange
    course.confirmed += 1
    if (!(await isRightAccepted(course, draft))) await outlast(course, draft)
    else if (repeats > 0 || !mayBeTurned(course, exchange)) return exchange
    else if (channel.isRight(draft)) slowDown(course)
  }
}

/** Sends a request when it is due. */
async function sendPaced(course: Course, draft: Draft, repeats: number): Promise<Exchange> {
  const { channel, spacing } = course
  const { clock, signal } = channel
  if (spacing > 0) await clock.sleep(Math.max(0, course.sentAt + spacing - clock.now()), signal)
  course.sentAt = clock.now()
  return sendOnce(channel, draft, repeats)
}

/** True if what limits requests may have answered this one, which is then sent again. */
function mayBeTurned({ spacing, turned }: Course, { response }: Exchange): boolean {
  return spacing > 0 && turned !== undefined && response !== undefined && isAlike(turned, response)
}

/** Sends the right request of an operation, and notes what it registered, or how it was turned away. */
async function isRightAccepted(course: Course, like: Draft): Promise<boolean> {
  const { channel, right, registered } = course
  const draft = await right(like)
  const exchange = await sendPaced(course, draft, 0)
  const operation = operationOf(channel.contract, draft)
  if (!operation || !isAccepted(channel, draft, exchange)) {
    course.turned = exchange.response
    return false
  }
  if (operation.movesMoney) registered.push(...[registeredId(operation, exchange)].filter((id) => id !== undefined))
  return true
}

function isAccepted({ contract }: Channel, draft: Draft, exchange: Exchange): boolean {
  const operation = operationOf(contract, draft)
  return operation !== undefined && classify(operation, exchange) === 'accepted'
}

/** Waits until a lock is over. If it does not end, nothing more is sent; if there was none, or there are too many, the others go out further apart. */
async function outlast(course: Course, like: Draft): Promise<void> {
  course.locks += 1
  const isNone = await isRightAccepted(course, like)
  if (!isNone && !(await ends(course, like))) course.isOver = true
  else if (isNone || (course.confirmed >= leastCounted && course.locks > course.confirmed * mostLocks)) slowDown(course)
}

/** Waits until a right request is accepted; false if that takes too long. */
async function ends(course: Course, like: Draft): Promise<boolean> {
  const { clock, signal } = course.channel
  for (let [waited, pause] = [0, shortestPause]; waited < longestLock; waited += pause, pause = Math.min(2 * pause, longestPause)) {
    await clock.sleep(pause, signal)
    if (await isRightAccepted(course, like)) return true
  }
  return false
}

/** Sends further apart, unless that is in vain already, or right requests were turned away after all others: their number is not the reason then. */
function slowDown(course: Course): void {
  const spacing = spacings.find((wider) => wider > course.spacing)
  if (spacing === undefined || course.locks >= course.confirmed) course.isOver = true
  else Object.assign(course, { spacing, locks: 0, confirmed: 0 })
}
