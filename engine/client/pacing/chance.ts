/**
 * Finds out whether a target says "later" by chance, as a gateway does of which one server is down: the next try is as good at once, and to
 * ask slower is in vain. Who limits or locks refuses what comes at once.
 */
export interface Chance {
  /** True once that is so. */
  readonly isKnown: boolean
  /** True if the next hold is to last no time: a request goes out at once to find out. */
  readonly isDue: boolean
  /** True while that one is awaited. */
  readonly isTrying: boolean
  /** A hold begins whose length is guessed; `isTried` where it lasts no time. */
  hold(isTried: boolean): void
  hit(): void
  /** A request was told "later" within a hold, or once it is known. */
  miss(): void
}

/** After fewer holds, to ask slower may yet help. */
const leastHolds = 4
/** How many that went out at once have to be answered. */
const leastHits = 6
/** How many more of them may be told "later" than are answered. */
const mostMisses = 3
/** An excess of "later" over answers beyond this is not chance: targets that take one request at a time look like that. */
const mostBehind = 100

/** Begins with nothing known. */
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
