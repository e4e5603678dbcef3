/** An estimate of how fast a target may be asked, learned from its answers. It reads no clock: the time is always passed in. */
export interface RateEstimate {
  /** The earliest time for the next request. */
  readonly nextAt: number
  /** Since when the target has only said "later", if it does: then one request at a time finds out whether that is over. */
  readonly limitedSince: number | undefined
  /** A request goes out. */
  sent(now: number): void
  /** The request that was sent at `sentAt` has an answer. */
  answered(sentAt: number): void
  /** The time until which to wait after the target said "later"; `asked` is the wait that it asked for, if any, in milliseconds. */
  holdUntil(now: number, asked: number | undefined): number
  /** The target answered "later" to the request that was sent at `sentAt`: nothing goes out before `until`. */
  hold(sentAt: number, now: number, until: number, told: boolean): void
}

const shortestGuess = 500
const longestGuess = 8000
const longestSpacing = 5000
/** Requests are spaced a little wider than measured, since answers do not all take the same time. */
const margin = 1.05
/** A wait that a target did not state is guessed too long at first, and shortened with every answer. */
const shortening = 0.99

/** A new estimate that knows only the least spacing between requests, in milliseconds. */
export function createRateEstimate(leastSpacing: number): RateEstimate {
  let nextAt = 0
  let spacing = leastSpacing
  let least = leastSpacing
  let guessed = false
  let heldUntil = Number.NEGATIVE_INFINITY
  let limitedSince: number | undefined
  let measuredUntil = 0
  // What was answered since the last hold, and in the stretch that led to it.
  let current: Stretch = { since: undefined, answered: 0 }
  let measured: Stretch = current

  const measure = () => {
    const { since, answered } = measured
    const borne = since === undefined || answered === 0 ? 0 : (margin * (measuredUntil - since)) / answered
    spacing = Math.min(Math.max(longestSpacing, leastSpacing), Math.max(least, borne))
  }
  return {
    get nextAt() {
      return nextAt
    },
    get limitedSince() {
      return limitedSince
    },
    sent: (now) => {
      nextAt = now + spacing
      current = { ...current, since: current.since ?? now }
    },
    answered: (sentAt) => {
      if (sentAt < heldUntil) {
        measured = { ...measured, answered: measured.answered + 1 }
        return measure()
      }
      limitedSince = undefined
      current = { ...current, answered: current.answered + 1 }
      if (guessed) spacing = Math.max(least, spacing * shortening)
    },
    holdUntil: (now, asked) => {
      const guess = Math.min(longestGuess, Math.max(shortestGuess, now - (limitedSince ?? now)))
      if (asked === undefined) return now + guess
      return now + Math.max(asked, limitedSince === undefined ? 0 : guess)
    },
    hold: (sentAt, now, until, told) => {
      if (sentAt >= heldUntil) {
        limitedSince ??= now
        guessed = !told
        if (current.answered > 0) {
          measured = current
          least = Math.max(leastSpacing, Math.min(longestSpacing, spacing * 1.1))
        }
        current = { since: undefined, answered: 0 }
        heldUntil = until
        measuredUntil = until - (now - sentAt)
      } else if (told) heldUntil = Math.max(heldUntil, until)
      measure()
      nextAt = Math.max(nextAt, heldUntil)
    },
  }
}

interface Stretch {
  /** When its first request went out. */
  readonly since: number | undefined
  readonly answered: number
}
