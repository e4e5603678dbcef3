/** After fewer pauses, a slower pace may still help. */
const leastHolds = 4
/** How many requests that skipped a pause have to be answered. */
const leastHits = 6
/** How many more of them may be answered with "later" than otherwise. */
const mostMisses = 3
/** More "later" than this is not random: targets that take one request at a time look like that. */
const mostBehind = 100

/**
 * Finds out whether a target answers "later" at random, like a gateway with one broken server behind it: the next try is as good at once, and
 * a slower pace does not help. A target with a rate limit or a lockout refuses what comes at once.
 */
export class Chance {
  /** True while a request is under way that skipped a pause. */
  isTrying = false
  #holds = 0
  #hits = 0
  #misses = 0
  #behind = 0
  #isRefuted = false

  /** True once refusals are known to be random. */
  get isKnown(): boolean {
    return !this.#isRefuted && this.#hits >= leastHits
  }

  /** True if the next pause is to be skipped, to find out whether pauses matter. */
  get isDue(): boolean {
    return !this.#isRefuted && this.#holds >= leastHolds && this.#misses - this.#hits < mostMisses
  }

  /** A pause of guessed length begins; `isTried` if it is skipped. */
  hold(isTried: boolean): void {
    this.isTrying = isTried
    this.#holds += 1
  }

  hit(): void {
    if (this.isTrying) this.#hits += 1
    this.isTrying = false
    this.#behind = Math.max(0, this.#behind - 1)
  }

  /** A request was answered with "later" during a pause, or once refusals are known to be random. */
  miss(): void {
    if (this.isTrying) this.#misses += 1
    this.isTrying = false
    if (this.isKnown) this.#behind += 1
    this.#isRefuted ||= this.#behind >= mostBehind
  }
}
