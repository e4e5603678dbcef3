import { type Chance, createChance } from './chance.ts'

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

/** Who counts failures, not requests, is asked in small bursts: to be slower only puts the next lock off. */
const countedSpacing = 20
/** How alike two counts are that are one. */
const alike = 1.5
const leastAlike = 2

/** What is learned of a target by now; all times in milliseconds. */
interface Learned {
  /** What the run asks for. */
  readonly leastSpacing: number
  nextAt: number
  spacing: number
  /** Anything less came too fast before. */
  least: number
  limitedSince: number | undefined
  heldUntil: number
  /** True where the target did not say how long to wait. */
  isGuessed: boolean
  /** The requests since the last hold. */
  current: Stretch
  /** The requests that led to the last hold, and when the target could bear no more of them. */
  measured: Stretch
  measuredUntil: number
  /** True where it locks after so many, however wide apart they are. */
  isCounted: boolean
  timesAlike: number
  /** How long a hold had lasted by its last "later". */
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
    holdUntil: (now, asked) => now + pauseOf(learned, now, asked),
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
function pauseOf({ limitedSince, isCounted, lockedFor, chance }: Learned, now: number, asked: number | undefined): number {
  if (asked === undefined && (chance.isKnown || (chance.isDue && limitedSince === undefined))) return 0
  const gone = now - (limitedSince ?? now)
  const guess = isCounted
    ? Math.max(shortestGuess / 2, lockedFor / 8, lockedFor - gone)
    : Math.min(longestGuess, Math.max(shortestGuess, gone))
  if (asked === undefined) return guess
  return Math.max(asked, limitedSince === undefined ? 0 : guess)
}

/** A "later" to a request that was sent since the last hold: what went out since then came too fast. */
function beginHold(learned: Learned, { sentAt, now, until, told }: Record<'sentAt' | 'now' | 'until', number> & { told: boolean }): void {
  if (learned.limitedSince !== undefined) {
    learned.lockedFor = now - learned.limitedSince
    learned.chance.miss()
  } else if (!told) learned.chance.hold()
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

/** Where as many came through as before, though further apart, it is their number that counts. */
function noteCount(learned: Learned): void {
  const { current, measured, spacing, leastSpacing } = learned
  const [one, other] = [current.answered, measured.answered]
  const isAlike = one > 1 && one <= other * alike && other <= one * alike
  learned.timesAlike = isAlike && spacing > leastSpacing ? learned.timesAlike + 1 : 0
  learned.isCounted ||= learned.timesAlike >= leastAlike
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
