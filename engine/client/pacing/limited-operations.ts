import { saysLater } from '../../../contracts/statuses.ts'
import type { Exchange } from '../../exchange.ts'

/** How often in a row an operation has to say "later" while others are answered in between. */
const leastAlone = 4

/**
 * Tells an operation that alone says "later", since it is down or has a limit of its own, from a target that is asked too fast: others are
 * answered in between, and none of them says so.
 */
export class LimitedOperations {
  readonly #known = new Set<string>()
  /** The last to say so: how often it did, when it was sent, and whether another was sent after that and answered. */
  #last = { operation: '', count: 0, startedAt: 0, isBeside: false }

  isLimited(operation: string): boolean {
    return this.#known.has(operation)
  }

  /** Notes an answer; `isGone` if there is none, since the operation is away, which counts as "later". */
  note({ operation, response, startedAt }: Pick<Exchange, 'operation' | 'response' | 'startedAt'>, isGone = false): void {
    if (!response && !isGone) return
    const last = this.#last
    const isAgain = operation === last.operation
    const isLater = isGone || saysLater(response?.status)
    if (!isLater && isAgain) this.#last = { ...last, count: 0, isBeside: true }
    else if (!isLater) last.isBeside ||= startedAt > last.startedAt
    else if (last.isBeside || !isAgain) this.#last = { operation, count: isAgain ? last.count + 1 : 1, startedAt, isBeside: false }
    if (this.#last.count >= leastAlone) this.#known.add(this.#last.operation)
  }
}
