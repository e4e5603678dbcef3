import type { Exchange } from '../../exchange.ts'

/** Counts answers to right requests that were lost, for each operation. */
export interface Losses {
  /** Notes whether the answer to a right request was lost; true if it was, and the one before it was not. */
  note(operation: string, isLost: boolean): boolean
}

const fewest = 2
const mostShare = 1 / 8

/** True if so many answers were lost that this is how the target answers, and not chance: more than one in eight, and not just one. */
export function areTheRule(lost: number, asked: number): boolean {
  return lost >= fewest && lost > asked * mostShare
}

/** Losses in a row count once: a target that is away for a second loses every request of that second. */
export function createLosses(): Losses {
  const wasLost = new Map<string, boolean>()
  return {
    note: (operation, isLost) => {
      const before = wasLost.get(operation) ?? false
      wasLost.set(operation, isLost)
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
