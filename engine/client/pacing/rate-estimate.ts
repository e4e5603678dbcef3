import { type Chance, createChance } from './chance.ts'

/** An estimate of how fast a target may be asked, learned from its answers. It reads no clock: the time is always passed in. */
export interface RateEstimate {
  readonly nextAt: number
  /** Since when the target has only said "later", if it does: then one request at a time finds out whether that is over. */
  readonly limitedSince: number | undefined
  /** A request goes out. */
  sent(now: number): void
  answered(sentAt: number): void
  /**
   * The time until which to wait after the target said "later" to the request that was sent at `sentAt`; `asked` is the wait that it asked
   * for, if any, in milliseconds.
   */
  holdUntil(sentAt: number, now: number, asked: number | undefined): number
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

/** A target that counts failures instead of requests is asked in small bursts: being slower would only delay the next lock. */
const countedSpacing = 20
/** How close two counts have to be to count as the same, and how close two small ones. */
const alike = 1.5
const alikeOfFew = 1.25
const few = 10
const leastAlike = 2
/** How much wider apart the last of them went out than the first. */
const leastWidened = 1.5
/** A request without delay can tell chance from a limit only if its round trip is this much shorter than the spacing that the target seems to bear. */
const shareOfWay = 4

/** What is learned of a target so far; all times in milliseconds. */
interface Learned {
  /** What the run asks for. */
  readonly leastSpacing: number
  nextAt: number
  spacing: number
  /** Anything less came too fast before. */
  least: number
  limitedSince: number | undefined
  heldUntil: number
  /** True if the target did not say how long to wait. */
  isGuessed: boolean
  /** The requests since the last hold. */
  current: Stretch
  /** The requests that led to the last hold, and when the target could bear no more of them. */
  measured: Stretch
  measuredUntil: number
  /** True if it locks after so many, however wide apart they are. */
  isCounted: boolean
  timesAlike: number
  /** How far apart the first of these went out. */
  alikeSince: number
  /** How long a hold had lasted when "later" was said last. */
  lockedFor: number
  readonly chance: Chance
}

interface Stretch {
  /** When its first request went out. */
  readonly since: number | undefined
  readonly answered: number
}

const nothing: Stretch = { since: undefined, answered: 0 }

/** A new estimate that knows only the least spacing between requests, in milliseconds. */
export function createRateEstimate(leastSpacing: number): RateEstimate {
  const learned = begun(leastSpacing)
  return {
    get nextAt() {
      return learned.nextAt
    },
    get limitedSince() {
      return learned.limitedSince
    },
    sent: (now) => {
      learned.nextAt = now + (learned.chance.isTrying ? learned.leastSpacing : learned.spacing)
      learned.current = { ...learned.current, since: learned.current.since ?? now }
    },
    answered: (sentAt) => (sentAt < learned.heldUntil ? noteEarlierAnswer(learned) : noteAnswer(learned)),
    holdUntil: (sentAt, now, asked) => now + pauseOf(learned, { sentAt, now, asked }),
    hold: (sentAt, now, until, told) => {
      if (learned.chance.isKnown && !told) return learned.chance.miss()
      if (sentAt >= learned.heldUntil) beginHold(learned, { sentAt, now, until, told })
      else if (told) learned.heldUntil = Math.max(learned.heldUntil, until)
      measure(learned)
      learned.nextAt = until > now ? Math.max(learned.nextAt, learned.heldUntil) : now
    },
  }
}

function begun(leastSpacing: number): Learned {
  return {
    leastSpacing,
    nextAt: 0,
    spacing: leastSpacing,
    least: leastSpacing,
    limitedSince: undefined,
    heldUntil: Number.NEGATIVE_INFINITY,
    isGuessed: false,
    current: nothing,
    measured: nothing,
    measuredUntil: 0,
    isCounted: false,
    timesAlike: 0,
    alikeSince: 0,
    lockedFor: 0,
    chance: createChance(),
  }
}

/** An answer to a request from before the hold: the target could bear one more than was counted. */
function noteEarlierAnswer(learned: Learned): void {
  learned.measured = { ...learned.measured, answered: learned.measured.answered + 1 }
  measure(learned)
}

function noteAnswer(learned: Learned): void {
  const { chance } = learned
  learned.limitedSince = undefined
  learned.current = { ...learned.current, answered: learned.current.answered + 1 }
  if (chance.isKnown || chance.isTrying) learned.spacing = learned.leastSpacing
  else if (learned.isGuessed && !learned.isCounted) learned.spacing = Math.max(learned.least, learned.spacing * shortening)
  chance.hit()
}

/** How long to wait: as long as the target asked, or longer where that was too short before; a guess where it did not ask. */
function pauseOf(learned: Learned, { sentAt, now, asked }: Later): number {
  const { limitedSince, isCounted, lockedFor, chance } = learned
  if (asked === undefined && (chance.isKnown || (mayTry(learned, now - sentAt) && limitedSince === undefined))) return 0
  const gone = now - (limitedSince ?? now)
  const guess = isCounted
    ? Math.max(shortestGuess / 2, lockedFor / 8, lockedFor - gone)
    : Math.min(longestGuess, Math.max(shortestGuess, gone))
  if (asked === undefined) return guess
  return Math.max(asked, limitedSince === undefined ? 0 : guess)
}

/** A "later", and the wait that it asked for. */
interface Later {
  readonly sentAt: number
  readonly now: number
  readonly asked: number | undefined
}

/** True if it is time to ask at once, and that may tell: what takes its time to come back was long enough on its way. */
function mayTry({ chance, spacing }: Learned, way: number): boolean {
  return chance.isDue && way * shareOfWay <= spacing
}

/** A "later" to a request that was sent since the last hold: what went out since then came too fast. */
function beginHold(learned: Learned, { sentAt, now, until, told }: Record<'sentAt' | 'now' | 'until', number> & { told: boolean }): void {
  if (learned.limitedSince !== undefined) {
    learned.lockedFor = now - learned.limitedSince
    learned.chance.miss()
  } else if (!told) learned.chance.hold(mayTry(learned, now - sentAt))
  learned.limitedSince ??= now
  learned.isGuessed = !told
  if (learned.current.answered > 0) {
    noteCount(learned)
    learned.measured = learned.current
    learned.least = Math.max(learned.leastSpacing, Math.min(longestSpacing, learned.spacing * 1.1))
  }
  learned.current = nothing
  learned.heldUntil = until
  learned.measuredUntil = until - (now - sentAt)
}

/** If as many requests came through as before, although further apart, their number is what the target limits. */
function noteCount(learned: Learned): void {
  const { current, measured, spacing, leastSpacing } = learned
  const [one, other] = [current.answered, measured.answered]
  const [less, more] = [Math.min(one, other), Math.max(one, other)]
  const isAlike = less > 1 && more <= less * (less < few ? alikeOfFew : alike)
  learned.timesAlike = isAlike && spacing > leastSpacing ? learned.timesAlike + 1 : 0
  if (learned.timesAlike === 0) learned.alikeSince = spacing
  learned.isCounted ||= learned.timesAlike >= leastAlike && spacing >= Math.min(learned.alikeSince * leastWidened, longestSpacing)
}

/** Spaces requests as widely as the target could bear them. */
function measure(learned: Learned): void {
  const { leastSpacing, least, measuredUntil, isCounted } = learned
  if (isCounted) {
    learned.spacing = Math.max(leastSpacing, countedSpacing)
    return
  }
  const { since, answered } = learned.measured
  const borne = since === undefined || answered === 0 ? 0 : (margin * (measuredUntil - since)) / answered
  learned.spacing = Math.min(Math.max(longestSpacing, leastSpacing), Math.max(least, borne))
}
