import { isUnable } from '../../../contracts/statuses.ts'
import type { Exchange } from '../../exchange.ts'
import { isSystematic, mostByChance, type Share, Shares } from './shares.ts'

/**
 * True if right requests are lost as often as the wrong ones beside them, at random on the way: at most one in eight of all. The share of the
 * few right ones may be higher by chance.
 */
export function isTransportLoss(right: Share, wrong: Share): boolean {
  const isSeldom = !isSystematic({ some: right.some + wrong.some, all: right.all + wrong.all })
  return isSeldom && wrong.some > 1 && right.some <= right.all * 2 * mostByChance
}

/** Notices lost answers of each kind of requests. Consecutive ones count once: a target that is away for a second loses all of that second. */
export class Losses {
  readonly #wasLost = new Map<string, boolean>()
  readonly #wrong = new Shares()
  /** How many right requests timed out. */
  #late = 0

  /** Begins to count the answers to one request that are lost; how many, and since when, stands in its exchange. */
  of(kind: string): { note(isLost: boolean, exchange: Pick<Exchange, 'startedAt'>): void; told(exchange: Exchange): Exchange } {
    let lost = 0
    let lostSince: number | undefined
    return {
      note: (isLost, { startedAt }) => {
        if (isLost) lostSince ??= startedAt
        if (isLost && !this.#wasLost.get(kind)) lost += 1
        this.#wasLost.set(kind, isLost)
      },
      told: (exchange) => (lostSince === undefined ? exchange : { ...exchange, ...(lost > 0 && { lost }), lostSince }),
    }
  }

  /** Records whether a wrong request of an operation got 503. */
  noteWrong(operation: string, isUnavailable: boolean): void {
    this.#wrong.note(operation, Number(isUnavailable))
  }

  /** True if wrong requests get 503 as well, and not seldom: it says something about the pace or the way, and nothing of what is asked. */
  areCausedByPace(operation: string): boolean {
    return isSystematic(this.#wrong.of(operation))
  }

  noteTimeout(): void {
    this.#late += 1
  }

  /** The timeout for the next answer: a target that is often late proves nothing in this run anyway, so that it shrinks. */
  timeout(full: number): number {
    return this.#late < mostWaitedFor ? full : full / shortening
  }
}

const mostWaitedFor = 4
const shortening = 5

/** True if a request was sent, and no answer came back. */
export function isAnswerLost({ failure, response }: Pick<Exchange, 'failure' | 'response'>): boolean {
  return failure?.kind === 'reset' || failure?.kind === 'time-out' || failure?.kind === 'protocol' || isUnable(response?.status)
}
