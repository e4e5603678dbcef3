/** How close two counts have to be to count as equal, for large and small ones. */
const alike = 1.5
const alikeOfFew = 1.25
const few = 10
const leastAlike = 2
/** The spacing has to have grown by this factor. */
const leastWidened = 1.5
/** How often a wider spacing must not let more requests through. */
const leastUseless = 3
/** How often "later" has to come after a pace that was taken for long. */
const leastSustained = 3
/** As wide as a spacing becomes, in milliseconds. */
export const widestSpacing = 5000
/** To ask in bursts has to let this many times as much through, in so many of them, as to keep a pace did. */
const leastGain = 1.1
const leastBursts = 3
/** A burst of one is none. */
const leastOfBurst = 2

/** What was answered between two pauses, at which spacing, in milliseconds, and whether that was taken for long; `now` is its end. */
interface Stretch {
  readonly answered: number
  readonly spacing: number
  readonly isSustained: boolean
  readonly now: number
}

/**
 * Tells whether a target limits how many requests it takes before a pause (it locks out after a number of them, or says "later" by chance),
 * so that a wider spacing lets no more through. Where small bursts then let no more through either, it has a pace after all, which is kept from then on.
 */
export class RequestCounts {
  areLimited = false
  /** True once bursts let no more through than a pace did: what follows few requests then is no lockout. */
  isPaced = false
  readonly #leastSpacing: number
  /** The stretch before, which began when the one before that ended. */
  #last: Pick<Stretch, 'answered' | 'now'> = { answered: 0, now: 0 }
  #timesAlike = 0
  /** The spacing when the counts began to be alike. */
  #alikeSince = 0
  /** The most requests that came through between two pauses, their spacing, and how often a wider one let no more through. */
  #most = { answered: 0, spacing: 0, inVain: 0 }
  /** How often the target said "later" after it had taken the pace for long. */
  #sustained = 0
  /** How many came through in a millisecond at a pace, and what did in bursts since. */
  #ofPace = 0
  #ofBursts = noBursts()

  constructor(leastSpacing: number) {
    this.#leastSpacing = leastSpacing
  }

  /** A pause begins after requests of which some were answered. */
  paused(stretch: Stretch): void {
    const milliseconds = Math.max(1, stretch.now - this.#last.now)
    if (this.areLimited) this.#compare(stretch.answered, milliseconds)
    else if (!this.isPaced && this.#areAlike(stretch)) {
      this.areLimited = true
      this.#ofPace = stretch.answered / milliseconds
    }
    this.#last = stretch
  }

  #compare(answered: number, milliseconds: number): void {
    const bursts = this.#ofBursts
    bursts.count += 1
    bursts.answered += answered
    bursts.milliseconds += milliseconds
    if (bursts.count < leastBursts) return
    const isGain = bursts.answered >= leastBursts * leastOfBurst && bursts.answered / bursts.milliseconds >= this.#ofPace * leastGain
    this.isPaced = !isGain
    this.areLimited = isGain
    this.#ofBursts = noBursts()
  }

  /** True if as many requests as before came through although further apart, or a pace that was taken for long no longer is. */
  #areAlike({ answered, spacing, isSustained }: Stretch): boolean {
    const isSpaced = spacing > this.#leastSpacing
    this.#sustained += Number(isSustained && isSpaced)
    const [less, more] = [Math.min(answered, this.#last.answered), Math.max(answered, this.#last.answered)]
    const isAlike = less > 1 && more <= less * (less < few ? alikeOfFew : alike)
    this.#timesAlike = isAlike && isSpaced ? this.#timesAlike + 1 : 0
    if (this.#timesAlike === 0) this.#alikeSince = spacing
    const isOften = this.#timesAlike >= leastAlike && spacing >= Math.min(this.#alikeSince * leastWidened, widestSpacing)
    return isOften || (isSpaced && this.#isWideningUseless(answered, spacing)) || this.#sustained >= leastSustained
  }

  /** True if a wider spacing did not help often enough. The first requests do not count: a limit may have been unused by then. */
  #isWideningUseless(answered: number, spacing: number): boolean {
    if (answered > this.#most.answered) this.#most = { answered, spacing, inVain: 0 }
    else if (spacing >= this.#most.spacing * leastWidened) this.#most.inVain += 1
    return this.#most.inVain >= leastUseless
  }
}

const noBursts = () => ({ count: 0, answered: 0, milliseconds: 0 })
