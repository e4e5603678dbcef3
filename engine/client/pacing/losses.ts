import type { Exchange } from '../../exchange.ts'

/** Counts answers that were lost, for each kind of request: the right ones of an operation, and its wrong ones. */
export interface Losses {
  /** Notes whether the answer to a request was lost; true if it was, and the one of its kind before it was not. */
  note(kind: string, isLost: boolean): boolean
}

const fewest = 2
const mostShare = 1 / 8

/** True if so many answers were lost that this is how the target answers, and not chance: more than one in eight, and not just one. */
export function areTheRule(lost: number, asked: number): boolean {
  return lost >= fewest && lost > asked * mostShare
}

/**
 * True if right requests are lost as the wrong ones beside them are, at random on the way: no more than one in eight of all, so that more
 * of the few right ones may be chance.
 */
export function areOfTheWay(right: Share, wrong: Share): boolean {
  const isSeldom = !areTheRule(right.lost + wrong.lost, right.asked + wrong.asked)
  return isSeldom && wrong.lost >= fewest && right.lost <= right.asked * 2 * mostShare
}

/** How many answers were lost, of how many that were asked for. */
export interface Share {
  readonly lost: number
  readonly asked: number
}

/** Losses in a row count once: a target that is away for a second loses every request of that second. */
export function createLosses(): Losses {
  const wasLost = new Map<string, boolean>()
  return {
    note: (kind, isLost) => {
      const before = wasLost.get(kind) ?? false
      wasLost.set(kind, isLost)
      return isLost && !before
    },
  }
}

/** True where a request went out, and no answer of the target came back. */
export function isLeft({ failure, response }: Pick<Exchange, 'failure' | 'response'>): boolean {
  return failure?.kind === 'reset' || failure?.kind === 'time-out' || failure?.kind === 'protocol' || isUnable(response?.status)
}

/** True for the statuses by which a gateway says that the target is starting or away: the next request may go through. */
export function isUnable(status: number | undefined): boolean {
  return status === 408 || status === 502 || status === 504
}
