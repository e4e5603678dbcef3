/** After fewer pauses, a slower pace may still help. */
const leastPauses = 4
/** How many requests that skipped a pause have to be answered. */
const leastAnswered = 6
/** How many more of them may be answered with "later" than otherwise. */
const mostRefused = 3
/** More "later" than this is not random: targets that take one request at a time look like that. */
const mostBehind = 100

/**
 * Finds out whether a target answers "later" at random, like a gateway with one broken server behind it: the next try is as good at once, and
 * a slower pace does not help. A target with a rate limit or a lockout refuses what comes at once.
 */
export class RandomRefusals {
  /** True while a request is under way that skipped a pause. */
  isProbing = false
  #pauses = 0
  #answered = 0
  #refused = 0
  #behind = 0
  #isRefuted = false

  get isKnown(): boolean {
    return !this.#isRefuted && this.#answered >= leastAnswered
  }

  /** True if the next pause is to be skipped, to find out whether pauses matter. */
  get isDue(): boolean {
    return !this.#isRefuted && this.#pauses >= leastPauses && this.#refused - this.#answered < mostRefused
  }

  /** A pause of guessed length would begin; it may be skipped, to find out whether pauses matter. */
  pauseBegins(how: 'kept' | 'skipped'): void {
    this.isProbing = how === 'skipped'
    this.#pauses += 1
  }

  answered(): void {
    if (this.isProbing) this.#answered += 1
    this.isProbing = false
    this.#behind = Math.max(0, this.#behind - 1)
  }

  /** A request was answered with "later" during a pause, or once refusals are known to be random. */
  refused(): void {
    if (this.isProbing) this.#refused += 1
    this.isProbing = false
    if (this.isKnown) this.#behind += 1
    this.#isRefuted ||= this.#behind >= mostBehind
  }
}
