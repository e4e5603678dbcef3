import type { Exchange } from '../exchange.ts'
import { isLimited, retryAfter } from './retry-after.ts'

/**
 * Tells a target, or an operation, that refuses by "later" from one that is asked too fast: it says so to wrong requests, and to no right one
 * that goes out after the first of those. To send these again is in vain.
 */
export interface LaterRefusals {
  /** True where it does so. */
  areKnown(operation: string): boolean
  /** True where a wrong request was sent again often enough to be one of those. */
  areToldBy(answer: Answered): boolean
  /** Notes an answer. One that asks for something unusual may be told anything; that it was no "later" still tells. */
  note(answer: Answered, about: About): void
}

type Answered = Pick<Exchange, 'operation' | 'response' | 'startedAt' | 'repeats'>

interface About {
  readonly isRight: boolean
  readonly isUnusual?: boolean
}

interface Counts {
  /** When the first wrong request went out that was told "later". */
  since: number
  readonly wrong: { later: number; answered: number }
  readonly right: { later: number; answered: number }
}

const leastLater = 10
const leastRight = 3
/** What is malformed as well may be refused for that. */
const mostAnswered = 1 / 4
/** How often a wrong request is sent again while nothing speaks against that; who says how long to wait is taken at its word once. */
const mostRepeats = 2

/** Begins with a target that is not known. */
export function createLaterRefusals(): LaterRefusals {
  const all = begun()
  const own = new Map<string, Counts>()
  const countsOf = (operation: string) => {
    const counts = own.get(operation) ?? begun()
    own.set(operation, counts)
    return [all, counts]
  }
  return {
    areKnown: (operation) => countsOf(operation).some(areRefusals),
    areToldBy: ({ operation, response, startedAt, repeats }) => {
      if (!response || !isLimited(response)) return false
      const most = retryAfter(response, startedAt) === undefined ? mostRepeats : 1
      return repeats >= most && countsOf(operation).some(mayBeRefusals)
    },
    note: (answer, about) => {
      for (const counts of countsOf(answer.operation)) count(counts, answer, about)
    },
  }
}

function begun(): Counts {
  return { since: Number.POSITIVE_INFINITY, wrong: { later: 0, answered: 0 }, right: { later: 0, answered: 0 } }
}

function areRefusals({ wrong, right }: Counts): boolean {
  const isMost = wrong.later >= leastLater && wrong.answered <= wrong.later * mostAnswered
  return isMost && right.later === 0 && right.answered >= leastRight
}

function mayBeRefusals({ wrong, right }: Counts): boolean {
  return wrong.later > 0 && wrong.answered === 0 && right.later === 0 && right.answered > 0
}

function count(counts: Counts, { response, startedAt }: Answered, { isRight, isUnusual = false }: About): void {
  if (!response) return
  const isLater = isLimited(response)
  if (isUnusual && (isLater || !isRight)) return
  if (isLater && !isRight) counts.since = Math.min(counts.since, startedAt)
  if (isRight && !isLater && startedAt < counts.since) return
  counts[isRight ? 'right' : 'wrong'][isLater ? 'later' : 'answered'] += 1
}
