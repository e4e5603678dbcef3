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

/** What is kept of an exchange that was answered, or lost for good. */
interface Noted extends Pick<Exchange, 'id' | 'startedAt'> {
  readonly isLost: boolean
  readonly lengths: readonly number[]
}

type Tell = (exchange: Exchange) => boolean

/**
 * Tells the requests of an operation that a target, or what stands before it, drops for their length: each time they are sent, while all that
 * are answered, before and after them, are shorter.
 */
export class LongRequests {
  readonly #own = new Map<string, Noted[]>()

  /** Notes an exchange, in the order of the answers. */
  note(exchange: Exchange): void {
    const { id, startedAt, operation, request, repeats, failure, response } = exchange
    const isLost = isAnswerLost(exchange)
    // Another try at once may do for a connection that broke; who waited for an answer waited for long.
    const tells = isLost ? repeats > 0 || failure?.kind === 'time-out' : response !== undefined
    if (!tells) return
    const noted = { id, startedAt, isLost, lengths: lengths.map((lengthOf) => lengthOf(request)) }
    getOrInsert(this.#own, operation, () => []).push(noted)
  }

  /** True for a request that was lost, and is longer than all that were answered, as others are that were lost again and again. */
  areDropped(exchange: Exchange): boolean {
    return isAnswerLost(exchange) && tooLongAfter(this.#own.get(exchange.operation) ?? [])(exchange)
  }

  /** Tells of each that was lost what `areDropped` does, once nothing more is noted: what is known is looked at once. */
  settled(): Tell {
    const tells = new Map([...this.#own].map(([operation, noted]) => [operation, tooLongAfter(noted)]))
    return (lost) => tells.get(lost.operation)?.(lost) === true
  }
}

/** Tells requests that are longer than all that were answered, by a part by which several are that were lost between these. */
function tooLongAfter(noted: readonly Noted[]): Tell {
  const answered = noted.filter(({ isLost }) => !isLost)
  if (answered.length < leastAnswered) return () => false
  const lost = lostBefore(noted)
  const bounds = lengths.map((_, index) => {
    const lengthIn = (one: Noted) => one.lengths[index] ?? 0
    const longest = answered.reduce((most, one) => Math.max(most, lengthIn(one)), 0)
    return lost.filter((one) => lengthIn(one) > longest).length >= leastLost ? longest : Number.POSITIVE_INFINITY
  })
  return ({ request }) => lengths.some((lengthOf, index) => lengthOf(request) > (bounds[index] ?? 0))
}

/** Those that were lost, each as it was sent last, and after which others were sent and answered. */
function lostBefore(noted: readonly Noted[]): Noted[] {
  const known = new Set<string>()
  let latest = Number.NEGATIVE_INFINITY
  return noted.toReversed().filter(({ id, startedAt, isLost }) => {
    if (!isLost) latest = Math.max(latest, startedAt)
    if (!isLost || known.has(id)) return false
    known.add(id)
    return startedAt < latest
  })
}

/** The requests among these that were dropped for their length. */
export function droppedAmong(exchanges: readonly Exchange[]): Tell {
  return (exchange) => isAnswerLost(exchange) && settledAmong(exchanges)(exchange)
}

const settledAmong = memoized((exchanges: readonly Exchange[]): Tell => {
  const long = new LongRequests()
  for (const exchange of exchanges.toSorted((one, other) => endOf(one) - endOf(other))) long.note(exchange)
  return long.settled()
})
