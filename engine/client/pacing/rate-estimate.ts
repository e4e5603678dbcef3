import { costlyGuess } from './patience.ts'
import { RandomRefusals } from './random-refusals.ts'
import { RequestCounts, widestSpacing } from './request-counts.ts'

const shortestGuess = 500
const longestGuess = 8000
/** Requests are spaced a little wider than measured, since latencies vary. */
const margin = 1.05
/** A guess starts too long, and so does what was measured between two limits: the spacing shrinks with every answer. */
const shortening = 0.99
/** It shrinks faster once more came through than before, until that was too fast: the target may have been down for a while. */
const fastShortening = 0.85
const leastBeyond = 2
/** What few answers measured may be an outage; where "later" may cost money, a pace of this spacing, in milliseconds, is kept all the same. */
const longestKept = 1000

/** A target that counts failures instead of requests is asked in small bursts: a slower pace would only delay the next lockout. */
const countedSpacing = 20
/** After so many answers a pace was tried. */
const few = 10
/** So many pauses, each after so few requests, and so long (in milliseconds, in all and each) are a lockout's: limits ask for shorter ones. */
const mostBeforeLock = 20
const leastLocks = 2
const [leastLocked, leastPause] = [30_000, 2500]
/** A limit per minute asks for no longer wait than this, in milliseconds: a longer one counts as often as needed. */
const longestOfLimit = 65_000
/** A pace that was taken for so many of the waits that the target asks for was taken for long. */
const leastWaits = 2
/** A request without delay tells chance from a rate limit only if its round trip is this much shorter than the learned spacing. */
const shareOfRoundTrip = 4

/** Requests between two pauses: when the first was sent, and how many were answered. */
const nothing: { readonly since: number | undefined; readonly answered: number } = { since: undefined, answered: 0 }

const noLocks: { readonly count: number; readonly milliseconds: number; readonly isPresent: boolean } = {
  count: 0,
  milliseconds: 0,
  isPresent: false,
}

/** An answer of "later": when its request was sent, when it came, and for how long it asks to wait, if it says. */
interface Later {
  readonly sentAt: number
  readonly now: number
  readonly asked: number | undefined
  /** Nobody knows whether it moved money. */
  readonly isCostly?: boolean
  /** Its operation said so before, and was not answered otherwise since: it may be down. */
  readonly isAgain?: boolean
  /** All of the target is away. */
  readonly isAllGone?: boolean
}

/**
 * An estimate of how fast a target may be asked, learned from its answers. "Later" begins a back-off, as long as the target asks or guessed,
 * and sets the spacing to what was taken before it; every answer after that narrows it a little. If a wider spacing does not help, the target
 * counts requests (a lockout) or refuses at random. It reads no clock: times are passed in, in milliseconds.
 */
export class RateEstimate {
  /** Nothing is sent before this time. */
  nextAt = 0
  /** Since when the target has only answered "later": meanwhile one request at a time finds out whether that is over. */
  limitedSince: number | undefined
  #laterAt = 0

  readonly #random = new RandomRefusals()
  readonly #counts: RequestCounts
  readonly #leastSpacing: number
  #spacing: number
  /** A smaller spacing was too fast before. */
  #least: number
  #backOffEnd = Number.NEGATIVE_INFINITY
  #current = nothing
  /** The requests before the last pause, and until when the target took them. */
  #measured = nothing
  #measuredUntil = 0
  /** True once the target said "later" again at a faster pace: it was not down, but has a limit. */
  #isPaced = false
  /** True once "later" may have cost money: a pace that many answers showed to be borne is kept, and not tried to be quickened. */
  #isCareful = false
  /** After which wait the last pause was over. */
  #lockedFor = 0
  /** How many pauses came after few requests, and how long those before the present one were in all. */
  #locks = noLocks

  constructor(leastSpacing: number) {
    this.#leastSpacing = leastSpacing
    this.#spacing = leastSpacing
    this.#least = leastSpacing
    this.#counts = new RequestCounts(leastSpacing)
  }

  /** For how long every answer was "later", up to the last of them. */
  get limitedFor(): number {
    return this.limitedSince === undefined ? 0 : this.#laterAt - this.limitedSince
  }

  /** True until many requests were answered since the last pause. */
  get isUntried(): boolean {
    return this.#current.answered < few
  }

  /** True if waiting takes long because the target locks clients out after a number of requests: a slower pace does not help. */
  isLockedOut(now: number): boolean {
    const { count, milliseconds, isPresent } = this.#locks
    const present = isPresent ? Math.max(now, this.nextAt) - (this.limitedSince ?? now) : 0
    return count >= leastLocks && milliseconds + present >= Math.max(leastLocked, count * leastPause)
  }

  sent(now: number): void {
    this.nextAt = now + (this.#random.isProbing ? this.#leastSpacing : this.#spacing)
    this.#current = { ...this.#current, since: this.#current.since ?? now }
  }

  answered(sentAt: number): void {
    if (sentAt < this.#backOffEnd) this.#noteEarlierAnswer()
    else this.#noteAnswer(sentAt)
  }

  /** An answer to a request from before the pause: the target took one more than was counted. */
  #noteEarlierAnswer(): void {
    this.#measured = { ...this.#measured, answered: this.#measured.answered + 1 }
    this.#measure()
  }

  #noteAnswer(sentAt: number): void {
    if (this.limitedSince !== undefined) {
      const { isPresent, milliseconds } = this.#locks
      if (isPresent) this.#locks = { ...this.#locks, milliseconds: milliseconds + sentAt - this.limitedSince }
      this.#lockedFor = this.#backOffEnd - this.limitedSince
    }
    this.limitedSince = undefined
    this.#current = { ...this.#current, answered: this.#current.answered + 1 }
    if (this.#random.isKnown) this.#spacing = this.#leastSpacing
    else if (this.#random.isProbing) this.#spacing = this.#random.mayBeLimit ? Math.min(this.#spacing, this.#ofBursts) : this.#leastSpacing
    else if (!this.#counts.areLimited && !this.#isKept()) this.#shorten()
    this.#random.answered()
  }

  #shorten(): void {
    const isFast = !this.#isPaced && !this.#isCareful && this.#isBeyond()
    this.#spacing = isFast
      ? Math.max(this.#leastSpacing, this.#spacing * fastShortening)
      : Math.max(this.#least, this.#spacing * shortening)
  }

  /** True once more came through than before the last pause. */
  #isBeyond(): boolean {
    return this.#current.answered > Math.max(this.#measured.answered, leastBeyond)
  }

  #isKept(): boolean {
    return this.#isCareful && (this.#measured.answered >= few || this.#spacing <= longestKept)
  }

  /** Until when to wait after "later": as long as the target asked, longer if that was too short before, or a guess if it did not ask. */
  backOffUntil({ sentAt, now, asked, isCostly }: Later): number {
    const isFirst = this.limitedSince === undefined
    if (asked === undefined && (this.#random.isKnown || (isFirst && this.#mayProbe(now - sentAt)))) return now
    const gone = now - (this.limitedSince ?? now)
    const guess = this.#counts.areLimited
      ? Math.max(shortestGuess / 2, this.#lockedFor / 8, gone / 4, this.#lockedFor - gone)
      : isCostly
        ? costlyGuess(gone, this.#current.answered + this.#measured.answered > 0)
        : Math.min(longestGuess, Math.max(shortestGuess, gone))
    if (asked === undefined) return now + guess
    return now + Math.max(asked, isFirst ? 0 : guess)
  }

  /** The target answered "later": nothing is sent before `until`. */
  backOff(later: Later, until: number): void {
    const { sentAt, now, asked } = later
    this.#laterAt = now
    if (later.isAllGone) {
      this.#pause(now, until)
      return
    }
    this.#isCareful ||= later.isCostly === true
    if (this.#random.isKnown && asked === undefined) {
      this.#random.refused()
      return
    }
    if (sentAt >= this.#backOffEnd) this.#beginBackOff(later, until)
    else if (asked !== undefined) this.#backOffEnd = Math.max(this.#backOffEnd, until)
    this.#measure()
    this.nextAt = until > now ? Math.max(this.nextAt, this.#backOffEnd) : now
  }

  /** Where all is away, that tells nothing about how fast it may be asked: nothing is sent before `until`. */
  #pause(now: number, until: number): void {
    if (this.limitedSince === undefined) this.#locks = { ...this.#locks, isPresent: false }
    this.limitedSince ??= now
    this.#backOffEnd = Math.max(this.#backOffEnd, until)
    this.nextAt = Math.max(this.nextAt, until)
  }

  /** A "later" to a request that was sent since the last pause: the pace was too fast. */
  #beginBackOff({ sentAt, now, asked, isAgain }: Later, until: number): void {
    const isTold = asked !== undefined
    const isLong = (asked ?? 0) > longestOfLimit
    if (this.limitedSince !== undefined) this.#random.refused()
    else {
      if (!isTold) this.#random.pauseBegins(this.#mayProbe(now - sentAt) ? 'skipped' : 'kept', this.#current.answered)
      const isPresent = isLong || (this.#spacing > this.#leastSpacing && this.#current.answered <= mostBeforeLock)
      this.#locks = { ...this.#locks, isPresent, count: this.#locks.count + (isLong ? leastLocks : Number(isPresent)) }
    }
    this.limitedSince ??= now
    if (this.#current.answered > 0) {
      const lasted = now - (this.#current.since ?? now)
      const isSustained = isTold && !this.#isCareful && lasted >= leastWaits * (until - now)
      this.#counts.paused({ answered: this.#current.answered, spacing: this.#spacing, isSustained, now })
      this.#isPaced ||= isTold || (!isAgain && this.#measured.answered > 0 && this.#isBeyond())
      this.#measured = this.#current
      this.#least = Math.max(this.#leastSpacing, Math.min(widestSpacing, this.#spacing * 1.1))
    }
    if (this.#counts.isPaced && !isLong) this.#locks = noLocks
    this.#current = nothing
    this.#backOffEnd = until
    this.#measuredUntil = until - (now - sentAt)
  }

  /** True if the next pause is to be skipped, and the round trip is short enough for the answer to tell. */
  #mayProbe(roundTrip: number): boolean {
    return this.#random.isDue && roundTrip * shareOfRoundTrip <= this.#spacing
  }

  get #ofBursts(): number {
    return Math.max(this.#leastSpacing, countedSpacing)
  }

  /** Sets the spacing to what the target took. */
  #measure(): void {
    const { since, answered } = this.#measured
    const borne = since === undefined ? 0 : (margin * (this.#measuredUntil - since)) / answered
    this.#spacing = this.#counts.areLimited
      ? this.#ofBursts
      : Math.min(Math.max(widestSpacing, this.#leastSpacing), Math.max(this.#least, borne))
  }
}
