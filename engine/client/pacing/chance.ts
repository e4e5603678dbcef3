/**
 * Finds out whether a target answers "later" at random, like a gateway with one broken server behind it: the next try is as good at once, and
 * a slower pace does not help. A target with a rate limit or a lockout refuses what comes at once.
 */
export interface Chance {
  /** True once refusals are known to be random. */
  readonly isKnown: boolean
  /** True if the next pause is to be skipped, to find out whether pauses matter. */
  readonly isDue: boolean
  /** True while the answer to that request is awaited. */
  readonly isTrying: boolean
  /** A pause of guessed length begins; `isTried` if it is skipped. */
  hold(isTried: boolean): void
  hit(): void
  /** A request was answered with "later" during a pause, or once refusals are known to be random. */
  miss(): void
}

/** After fewer pauses, a slower pace may still help. */
const leastHolds = 4
/** How many requests that skipped a pause have to be answered. */
const leastHits = 6
/** How many more of them may be answered with "later" than otherwise. */
const mostMisses = 3
/** More "later" than this is not random: targets that take one request at a time look like that. */
const mostBehind = 100

export function createChance(): Chance {
  let [holds, hits, misses, behind, isTrying, isRefuted] = [0, 0, 0, 0, false, false]
  const isKnown = () => !isRefuted && hits >= leastHits
  const isDue = () => !isRefuted && holds >= leastHolds && misses - hits < mostMisses
  return {
    get isKnown() {
      return isKnown()
    },
    get isDue() {
      return isDue()
    },
    get isTrying() {
      return isTrying
    },
    hold: (isTried) => {
      isTrying = isTried
      holds += 1
    },
    hit: () => {
      if (isTrying) hits += 1
      isTrying = false
      behind = Math.max(0, behind - 1)
    },
    miss: () => {
      if (isTrying) misses += 1
      isTrying = false
      if (isKnown()) behind += 1
      isRefuted ||= behind >= mostBehind
    },
  }
}
