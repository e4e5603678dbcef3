import { classify } from '../evidence/classification.ts'
import { registeredId } from '../evidence/identifier.ts'
import type { Exchange } from '../exchange.ts'
import { type Channel, unsent } from './channel.ts'
import { type Draft, operationOf } from './draft.ts'
import { sendOnce } from './patient-sending.ts'

/**
 * Sends each request once, and a right one behind each that is not accepted. While that is turned away, the target has locked out whoever
 * failed, and the first request is sent again when it is over.
 */
export interface Escort {
  send(draft: Draft): Promise<Exchange>
  /** Ids of what the right ones registered. */
  readonly registered: readonly string[]
}

/** Builds the right request of an operation's. */
export type BuildRight = (draft: Draft) => Promise<Draft>

/** The probe by whose name the right ones go out. */
export const escortProbe = 'escort'

/** How long a target may lock out, in milliseconds. */
const longestLock = 10_000
const shortestPause = 50
/** Whoever turns away right requests behind more than every third other one does not count failures: it mixes requests up. */
const mostLocks = 1 / 3
const leastCounted = 9
const chance = 'the target turned a right request away that it accepted at once when it was sent again, or many of them: that is no lockout'

/** An escort for the requests of one client, which go out one after another. */
export function createEscort(channel: Channel, right: BuildRight): Escort {
  const registered: string[] = []
  let line: Promise<unknown> = Promise.resolve()
  let [locks, confirmed, isOver] = [0, 0, false]

  const isAccepted = (draft: Draft, exchange: Exchange) => {
    const operation = operationOf(channel.contract, draft)
    return operation !== undefined && classify(operation, exchange) === 'accepted'
  }
  const tryRight = async (like: Draft): Promise<boolean> => {
    const draft = await right(like)
    const exchange = await sendOnce(channel, draft, 0)
    const operation = operationOf(channel.contract, draft)
    if (!operation || !isAccepted(draft, exchange)) return false
    if (operation.movesMoney) registered.push(...[registeredId(operation, exchange)].filter((id) => id !== undefined))
    return true
  }
  /** Waits until a lock is over; false where it is none, or lasts too long. */
  const outlast = async (like: Draft): Promise<boolean> => {
    locks += 1
    if (await tryRight(like)) return false
    for (let [waited, pause] = [0, shortestPause]; waited < longestLock; waited += pause, pause *= 2) {
      await channel.clock.sleep(pause, channel.signal)
      if (await tryRight(like)) return confirmed < leastCounted || locks <= confirmed * mostLocks
    }
    return false
  }
  const inTurn = async (draft: Draft): Promise<Exchange> => {
    for (let repeats = 0; ; repeats += 1) {
      if (isOver) return unsent(channel, draft, new Error(chance))
      const exchange = await sendOnce(channel, draft, repeats)
      if (!operationOf(channel.contract, draft) || isAccepted(draft, exchange)) return exchange
      confirmed += 1
      if (await tryRight(draft)) return exchange
      isOver = !(await outlast(draft))
    }
  }
  return {
    registered,
    send: (draft) => {
      const own = line.then(() => inTurn(draft))
      line = own.catch(() => undefined)
      return own
    },
  }
}
