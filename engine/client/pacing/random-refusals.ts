/** After fewer pauses, a slower pace may still help. */
const leastPauses = 4
/** After how many pauses that were skipped about as many requests have to come through as before others. */
const leastAnswered = 6
/** How many more of them may show that pauses matter. */
const mostRefused = 3
/** Of so many requests, so many times fewer come through at once for that reason, and not by chance. */
const [many, muchFewer] = [20, 4]
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
  /** How many requests came through when they last followed a pause, and whether others go out at once since one was skipped. */
  #usual = 0
  #isAtOnce = false
  #answered = 0
  #refused = 0
  #behind = 0
  #isRefuted = false

  get isKnown(): boolean {
    return !this.#isRefuted && this.#answered >= leastAnswered
  }

  /** True if so many come through after a pause that a limit of as many is more likely than chance. */
  get mayBeLimit(): boolean {
    return this.#usual >= many
  }

  /** True if the next pause is to be skipped, to find out whether pauses matter. */
  get isDue(): boolean {
    return !this.#isRefuted && this.#pauses >= leastPauses && this.#refused - this.#answered < mostRefused
  }

  /**
   * A pause of guessed length would begin, after so many answers; it may be skipped, to find out whether pauses matter. They do where far fewer
   * came through at once than did at a pace: a limit may just have begun to count anew.
   */
  pauseBegins(how: 'kept' | 'skipped', answered: number): void {
    if (!this.#isAtOnce) this.#usual = answered
    else if (!this.mayBeLimit || answered * muchFewer >= this.#usual) this.#answered += 1
    else this.#refused += 1
    this.#isAtOnce = false
    this.isProbing = how === 'skipped'
    this.#pauses += 1
  }

  answered(): void {
    this.#isAtOnce ||= this.isProbing
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
