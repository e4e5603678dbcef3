import { getOrInsert } from '../../language/get-or-insert.ts'
import { memoized } from '../../language/memoized.ts'
import { isAnswerLost } from '../client/pacing/losses.ts'
import { type Exchange, endOf, type Headers, type SentRequest } from '../exchange.ts'

/** How many requests of an operation have to be answered, and how many longer ones lost, until their length is the reason. */
const [leastAnswered, leastLost] = [10, 2]

/** How long a request is in bytes, by the parts that have bounds of their own. */
const lengths = [
  ({ url, headers }: SentRequest) => url.length + sizeOf(headers),
  ({ headers }: SentRequest) => sizeOf(headers),
  ({ body }: SentRequest) => body?.length ?? 0,
] as const

function sizeOf(headers: Headers): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

interface Losses {
  answered: number
  /** The longest that were answered, by each part. */
  readonly longest: number[]
  /** Those that were lost, by id, since a request is sent several times; and those of them after which others were answered. */
  readonly lost: Map<string, Exchange>
  readonly behind: Map<string, Exchange>
}

/**
 * Tells the requests of an operation that a target, or what stands before it, drops for their length: each time they are sent, while all that
 * are answered, before and after them, are shorter.
 */
export class LongRequests {
  readonly #own = new Map<string, Losses>()

  /** Notes an exchange, in the order of the answers. */
  note(exchange: Exchange): void {
    const own: Losses = getOrInsert(this.#own, exchange.operation, () => ({
      answered: 0,
      longest: lengths.map(() => 0),
      lost: new Map(),
      behind: new Map(),
    }))
    if (isAnswerLost(exchange)) {
      // Another try at once may do for a connection that broke; who waited for an answer waited for long.
      if (exchange.repeats === 0 && exchange.failure?.kind !== 'time-out') return
      own.behind.delete(exchange.id)
      own.lost.set(exchange.id, exchange)
    } else if (exchange.response) {
      own.answered += 1
      for (const [index, lengthOf] of lengths.entries()) own.longest[index] = Math.max(own.longest[index] ?? 0, lengthOf(exchange.request))
      for (const [id, lost] of own.lost) {
        if (lost.startedAt >= exchange.startedAt) continue
        own.lost.delete(id)
        own.behind.set(id, lost)
      }
    }
  }

  /** True for a request that was lost, and is longer than all that were answered, as others are that were lost again and again. */
  areDropped(exchange: Exchange): boolean {
    const own = this.#own.get(exchange.operation)
    if (!own || own.answered < leastAnswered || !isAnswerLost(exchange)) return false
    return lengths.some((lengthOf, index) => {
      const isLonger = ({ request }: Exchange) => lengthOf(request) > (own.longest[index] ?? 0)
      return isLonger(exchange) && own.behind.values().filter(isLonger).take(leastLost).toArray().length === leastLost
    })
  }
}

/** The requests among these that were dropped for their length. */
export function droppedAmong(exchanges: readonly Exchange[]): (exchange: Exchange) => boolean {
  return (exchange) => isAnswerLost(exchange) && longRequestsOf(exchanges).areDropped(exchange)
}

const longRequestsOf = memoized((exchanges: readonly Exchange[]): LongRequests => {
  const long = new LongRequests()
  for (const exchange of exchanges.toSorted((one, other) => endOf(one) - endOf(other))) long.note(exchange)
  return long
})
