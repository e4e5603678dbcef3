import { saysLater } from '../../../contracts/statuses.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import type { Exchange } from '../../exchange.ts'
import { retryAfter } from './retry-after.ts'

type Answered = Pick<Exchange, 'id' | 'operation' | 'response' | 'startedAt' | 'repeats'>

interface About {
  readonly isRight: boolean
  readonly isUnusual?: boolean
}

interface Counts {
  /** `proven` are those of `later` that were sent after a right one was accepted in spite of these: the pace was none too fast by then. */
  readonly wrong: { later: number; proven: number; answered: number }
  readonly right: { later: number; answered: number }
  /** True if the very first wrong request was answered with "later": no failure came before it. */
  beganLater: boolean | undefined
  readonly told: Set<string>
  /** True if one of them got another answer when it was repeated. */
  wasAcceptedLater: boolean
}

const leastLater = 10
const leastRight = 3
/** A lockout answers the first failures differently; malformed requests may be refused for that. */
const mostAnswered = 1 / 4
/** How often a wrong request is repeated while there is no evidence against a rate limit; a stated wait is believed once. */
const mostRepeats = 2
/** How often one of several is repeated, and how often right ones are answered in between. */
const [leastRepeats, leastProven] = [3, 2]

/**
 * Tells a target, or an operation, that refuses by saying "later" from one that is asked too fast: it says "later" to wrong requests, and to
 * none of the right ones that are sent after the first of these. Sending the wrong ones again is futile.
 */
export class LaterRefusals {
  readonly #all = begun()
  readonly #own = new Map<string, Counts>()
  /** By request: after how many others it was told "later" first, how many right ones were answered by then, and how often more in between. */
  readonly #alone = new Map<string, { since: number; answered: number; proven: number }>()
  #sent = 0
  /** By operation: the last one sent that was answered otherwise. */
  readonly #answered = new Map<string, number>()

  /** True if the target said "later" because of the pace. */
  get areCausedByPace(): boolean {
    return !areIndependentOfPace(this.#all)
  }

  /** True if the target, or this operation, refuses with "later". */
  areKnown(operation: string): boolean {
    return this.#countsOf(operation).some(areRefusals)
  }

  /**
   * True if a wrong request was repeated often enough to count as refused with "later": a gateway may say so to odd words in one, and not
   * to others.
   */
  areToldBy({ id, operation, response, startedAt, repeats }: Answered): boolean {
    if (!response || !saysLater(response.status)) return false
    const most = retryAfter(response, startedAt) === undefined ? mostRepeats : 1
    if (repeats >= most && this.#countsOf(operation).some(mayBeRefusals)) return true
    const { since, proven } = this.#alone.get(id) ?? { since: 0, proven: 0 }
    const isOpen = (this.#answered.get(operation) ?? 0) > since
    return repeats >= leastRepeats && proven >= leastProven && isOpen && areIndependentOfPace(this.#all)
  }

  /**
   * Notes that a request goes out; the function returned notes its answer. A request for something unusual may get any answer, but one
   * other than "later" still proves something.
   */
  sending(operation: string, about: About): (answer: Answered) => void {
    const all = this.#countsOf(operation).map((counts) => ({
      counts,
      isBehind: counts.wrong.later > 0,
      isProven: counts.right.answered > 0,
    }))
    const { answered } = this.#all.right
    this.#sent += 1
    const number = this.#sent
    return (answer) => {
      if (saysLater(answer.response?.status)) this.#noteAlone(answer.id, answered)
      else if (answer.response) this.#answered.set(operation, Math.max(number, this.#answered.get(operation) ?? 0))
      for (const { counts, ...when } of all) count(counts, answer, { ...about, ...when })
    }
  }

  #noteAlone(id: string, answered: number): void {
    const before = this.#alone.get(id)
    const isProven = before !== undefined && answered > before.answered
    const { since = this.#sent, proven = 0 } = before ?? {}
    this.#alone.set(id, { since, answered: this.#all.right.answered, proven: proven + Number(isProven) })
  }

  #countsOf(operation: string): Counts[] {
    return [this.#all, getOrInsert(this.#own, operation, begun)]
  }
}

function begun(): Counts {
  return {
    wrong: { later: 0, proven: 0, answered: 0 },
    right: { later: 0, answered: 0 },
    beganLater: undefined,
    told: new Set(),
    wasAcceptedLater: false,
  }
}

function areRefusals(counts: Counts): boolean {
  const { wrong, right, beganLater } = counts
  const isMost = beganLater === true || wrong.answered <= wrong.proven * mostAnswered
  const later = beganLater === true ? wrong.later : wrong.proven
  return isMost && areIndependentOfPace(counts) && later >= leastLater && right.answered >= leastRight
}

function mayBeRefusals(counts: Counts): boolean {
  return counts.beganLater === true && areIndependentOfPace(counts) && counts.right.answered > 0
}

function areIndependentOfPace({ right, wasAcceptedLater: wasHasty }: Counts): boolean {
  return !wasHasty && right.later === 0
}

function count(counts: Counts, { id, response }: Answered, about: About & { isBehind: boolean; isProven: boolean }): void {
  if (!response) return
  const { isRight, isUnusual = false, isBehind, isProven } = about
  const isLater = saysLater(response.status)
  if (isUnusual && (isLater || !isRight)) return
  if (isRight && !isLater && !isBehind) return
  counts[isRight ? 'right' : 'wrong'][isLater ? 'later' : 'answered'] += 1
  if (isRight) return
  if (isLater && isProven) counts.wrong.proven += 1
  counts.beganLater ??= isLater
  if (isLater) counts.told.add(id)
  else counts.wasAcceptedLater ||= counts.told.has(id)
}
