import { classify } from '../../evidence/classification.ts'
import { registeredId } from '../../evidence/identifier.ts'
import type { Exchange } from '../../exchange.ts'
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

/** Builds the right request that goes with another one. */
export type BuildRight = (draft: Draft) => Promise<Draft>

/** The name of the probe under which the right ones go out. */
export const escortProbe = 'escort'

/** How long a target may lock out, in milliseconds: a minute is usual. */
const longestLock = 65_000
const longestPause = 5000
const shortestPause = 50
/** A target that turns away right requests after more than every third other one does not count failures: it mixes requests up. */
const mostLocks = 1 / 3
const leastCounted = 9
const chance = 'the target turned a right request away that it accepted at once when it was sent again, or many of them: that is no lockout'

/** An escort for the requests of one client, which go out one after another. */
export function createEscort(channel: Channel, right: BuildRight): Escort {
  const course: Course = { channel, right, registered: [], locks: 0, confirmed: 0, isOver: false }
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
  /** True once what turns requests away is no lockout. */
  isOver: boolean
}

async function sendInTurn(course: Course, draft: Draft): Promise<Exchange> {
  const { channel } = course
  for (let repeats = 0; ; repeats += 1) {
    if (course.isOver) return unsent(channel, draft, new Error(chance))
    const exchange = await sendOnce(channel, draft, repeats)
    if (!operationOf(channel.contract, draft) || isAccepted(channel, draft, exchange)) return exchange
    course.confirmed += 1
    if (await isRightAccepted(course, draft)) return exchange
    course.isOver = !(await outlast(course, draft))
  }
}

/** Sends the right request of an operation, and notes what it registered. */
async function isRightAccepted({ channel, right, registered }: Course, like: Draft): Promise<boolean> {
  const draft = await right(like)
  const exchange = await sendOnce(channel, draft, 0)
  const operation = operationOf(channel.contract, draft)
  if (!operation || !isAccepted(channel, draft, exchange)) return false
  if (operation.movesMoney) registered.push(...[registeredId(operation, exchange)].filter((id) => id !== undefined))
  return true
}

function isAccepted({ contract }: Channel, draft: Draft, exchange: Exchange): boolean {
  const operation = operationOf(contract, draft)
  return operation !== undefined && classify(operation, exchange) === 'accepted'
}

/** Waits until a lock is over; false if there is none, or if it lasts too long. */
async function outlast(course: Course, like: Draft): Promise<boolean> {
  const { clock, signal } = course.channel
  course.locks += 1
  if (await isRightAccepted(course, like)) return false
  for (let [waited, pause] = [0, shortestPause]; waited < longestLock; waited += pause, pause = Math.min(2 * pause, longestPause)) {
    await clock.sleep(pause, signal)
    if (await isRightAccepted(course, like)) return course.confirmed < leastCounted || course.locks <= course.confirmed * mostLocks
  }
  return false
}
