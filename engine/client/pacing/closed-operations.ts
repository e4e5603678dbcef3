import { isLimit } from '../../../contracts/statuses.ts'
import type { Exchange } from '../../exchange.ts'

const leastLater = 6
/** A limit per minute is over by then, in milliseconds. */
const leastTime = 65_000

/**
 * Tells an operation that answers everything with "later" from a target that is asked too fast, which answers other operations meanwhile:
 * waiting for it would only hold up the rest.
 */
export class ClosedOperations {
  readonly #answered = new Set<string>()
  readonly #laters = new Map<string, { readonly since: number; readonly last: number; readonly count: number }>()

  isClosed(operation: string): boolean {
    const { since = 0, count = 0, last = 0 } = this.#laters.get(operation) ?? {}
    return !this.#answered.has(operation) && this.#answered.size > 0 && count >= leastLater && last - since >= leastTime
  }

  note({ operation, response, startedAt }: Pick<Exchange, 'operation' | 'response' | 'startedAt'>): void {
    if (!response) return
    const { since = startedAt, count = 0 } = this.#laters.get(operation) ?? {}
    if (isLimit(response.status)) this.#laters.set(operation, { since, last: startedAt, count: count + 1 })
    else this.#answered.add(operation)
  }
}
