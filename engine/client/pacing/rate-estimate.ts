import { type Chance, createChance } from './chance.ts'

/** An estimate of how fast a target may be asked, learned from its answers. It reads no clock: times are passed in. */
export interface RateEstimate {
  readonly nextAt: number
  /** Since when the target has only answered "later": meanwhile one request at a time finds out whether that is over. */
  readonly limitedSince: number | undefined
  sent(now: number): void
  answered(sentAt: number): void
  /**
   * The time until which to wait after the target said "later" to the request that was sent at `sentAt`; `asked` is the wait that it asked
   * for, if any, in milliseconds.
   */
  holdUntil(sentAt: number, now: number, asked: number | undefined): number
  /** The target answered "later": nothing is sent before `until`. */
  hold(sentAt: number, now: number, until: number, told: boolean): void
}

const shortestGuess = 500
const longestGuess = 8000
const longestSpacing = 5000
/** Requests are spaced a little wider than measured, since latencies vary. */
const margin = 1.05
/** If the target stated no wait, the guess starts too long, and shrinks with every answer. */
const shortening = 0.99

/** A target that counts failures instead of requests is asked in small bursts: a slower pace would only delay the next lockout. */
const countedSpacing = 20
/** How close two counts have to be to count as equal, for large and small ones. */
const alike = 1.5
const alikeOfFew = 1.25
const few = 10
const leastAlike = 2
/** The spacing has to have grown by this factor. */
const leastWidened = 1.5
/** How often a wider spacing must not let more requests through. */
const leastInVain = 3
/** How often "later" has to come after a pace that was taken for so many of the waits that the target asks for. */
const leastBorne = 2
const leastWaits = 2
/** A request without delay tells chance from a rate limit only if its round trip is this much shorter than the learned spacing. */
const shareOfWay = 4

/** All times in milliseconds. */
interface Learned {
  readonly leastSpacing: number
  nextAt: number
  spacing: number
  /** A smaller spacing was too fast before. */
  least: number
  limitedSince: number | undefined
  heldUntil: number
  /** True if the target did not say how long to wait. */
  isGuessed: boolean
  current: Stretch
  /** The requests before the last pause, and until when the target took them. */
  measured: Stretch
  measuredUntil: number
  /** True if a wider spacing lets no more requests through: it locks out after a number of them, or says "later" by chance. */
  isCounted: boolean
  /** The most requests that came through between two pauses, their spacing, and how often a wider one let no more through. */
  most: { readonly answered: number; readonly spacing: number; readonly inVain: number }
  /** How often the target said "later" after it had taken the pace for long. */
  borne: number
  timesAlike: number
  /** The spacing when the counts began to be alike. */
  alikeSince: number
  /** How long a pause had lasted at the last "later". */
  lockedFor: number
  readonly chance: Chance
}

interface Stretch {
  readonly since: number | undefined
  readonly answered: number
}

const nothing: Stretch = { since: undefined, answered: 0 }

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
    most: { answered: 0, spacing: 0, inVain: 0 },
    borne: 0,
    timesAlike: 0,
    alikeSince: 0,
    lockedFor: 0,
    chance: createChance(),
  }
}

/** An answer to a request from before the pause: the target took one more than was counted. */
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

/** How long to wait: as long as the target asked, longer if that was too short before, or a guess if it did not ask. */
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

interface Later {
  readonly sentAt: number
  readonly now: number
  readonly asked: number | undefined
}

/** True if it is time to try at once, and the round trip is short enough for the answer to tell. */
function mayTry({ chance, spacing }: Learned, way: number): boolean {
  return chance.isDue && way * shareOfWay <= spacing
}

/** A "later" to a request that was sent since the last pause: the pace was too fast. */
function beginHold(learned: Learned, { sentAt, now, until, told }: Record<'sentAt' | 'now' | 'until', number> & { told: boolean }): void {
  if (learned.limitedSince !== undefined) {
    learned.lockedFor = now - learned.limitedSince
    learned.chance.miss()
  } else if (!told) learned.chance.hold(mayTry(learned, now - sentAt))
  learned.limitedSince ??= now
  learned.isGuessed = !told
  if (learned.current.answered > 0) {
    const isBorne = told && learned.spacing > learned.leastSpacing && now - (learned.current.since ?? now) >= leastWaits * (until - now)
    if (isBorne) learned.borne += 1
    noteCount(learned)
    learned.measured = learned.current
    learned.least = Math.max(learned.leastSpacing, Math.min(longestSpacing, learned.spacing * 1.1))
  }
  learned.current = nothing
  learned.heldUntil = until
  learned.measuredUntil = until - (now - sentAt)
}

/** If as many requests as before came through although further apart, the target limits their number. */
function noteCount(learned: Learned): void {
  const { current, measured, spacing, leastSpacing } = learned
  const [one, other] = [current.answered, measured.answered]
  const [less, more] = [Math.min(one, other), Math.max(one, other)]
  const isAlike = less > 1 && more <= less * (less < few ? alikeOfFew : alike)
  learned.timesAlike = isAlike && spacing > leastSpacing ? learned.timesAlike + 1 : 0
  if (learned.timesAlike === 0) learned.alikeSince = spacing
  learned.isCounted ||= learned.timesAlike >= leastAlike && spacing >= Math.min(learned.alikeSince * leastWidened, longestSpacing)
  learned.isCounted ||= isInVain(learned) || learned.borne >= leastBorne
}

/** True if a wider spacing did not help often enough. The first requests do not count: a limit may have been unused by then. */
function isInVain(learned: Learned): boolean {
  const { current, spacing, leastSpacing, most } = learned
  if (spacing <= leastSpacing) return false
  if (current.answered > most.answered) learned.most = { answered: current.answered, spacing, inVain: 0 }
  else if (spacing >= most.spacing * leastWidened) learned.most = { ...most, inVain: most.inVain + 1 }
  return learned.most.inVain >= leastInVain
}

/** Sets the spacing to what the target took. */
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
