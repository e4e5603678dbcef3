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
interface Escort {
  send(draft: Draft): Promise<Exchange>
  /** Ids that the right requests registered. */
  readonly registered: readonly string[]
}

type BuildRight = (draft: Draft) => Promise<Draft>

/** The name of the probe that sends the right requests. */
export const escortProbe = 'escort'

/** How long a lockout may last, in milliseconds: a minute is usual. */
const longestLock = 65_000
const longestPause = 5000
const shortestPause = 50
/** If right requests are turned away more often than after every third other one, failures are not what the target counts. */
const mostLocks = 1 / 3
const leastCounted = 9
/** The delays between requests if the target also limits their number, in milliseconds. */
const spacings = [200, 500] as const
/** Most limits count per second, in milliseconds. */
const moment = 1000
const chance = 'the target turned a right request away that it accepted at once when it was sent again, or many of them: that is no lockout'

/** Sends the requests of a client one after another, each with its right one. */
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

interface Course {
  readonly channel: Channel
  readonly right: BuildRight
  readonly registered: string[]
  /** How often a right request was turned away after another one. */
  locks: number
  /** How many requests were followed by an accepted right one. */
  confirmed: number
  /** The delay between requests, and when the last one was sent, in milliseconds. */
  spacing: number
  sentAt: number
  /** The last answer that turned a right request away. */
  turned: ReceivedResponse | undefined
  /** True once it is known that there is no lockout. */
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
    else if (channel.isRight(draft)) await slowDown(course)
  }
}

async function sendPaced(course: Course, draft: Draft, repeats: number): Promise<Exchange> {
  const { channel, spacing } = course
  const { clock, signal } = channel
  if (spacing > 0) await clock.sleep(Math.max(0, course.sentAt + spacing - clock.now()), signal)
  course.sentAt = clock.now()
  return sendOnce(channel, draft, repeats)
}

/** True if a rate limit may have answered: the request is sent again. */
function mayBeTurned({ spacing, turned }: Course, { response }: Exchange): boolean {
  return spacing > 0 && turned !== undefined && response !== undefined && isAlike(turned, response)
}

/** Sends the right request of an operation, and records what it registered or how it was turned away. */
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

/** Waits until a lockout is over. If it does not end, nothing more is sent; if there was none, or there are too many, requests are sent further apart. */
async function outlast(course: Course, like: Draft): Promise<void> {
  course.locks += 1
  const isNone = await isRightAccepted(course, like)
  if (!isNone && !(await ends(course, like))) course.isOver = true
  else if (isNone || (course.confirmed >= leastCounted && course.locks > course.confirmed * mostLocks)) await slowDown(course)
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

/** Pauses, since the target may have counted what came before, and increases the delay, unless that did not help. */
async function slowDown(course: Course): Promise<void> {
  const { clock, signal } = course.channel
  const spacing = spacings.find((wider) => wider > course.spacing)
  if (spacing === undefined) course.isOver = true
  else Object.assign(course, { spacing, locks: 0, confirmed: 0 })
  if (!course.isOver) await clock.sleep(moment, signal)
}
