import type { Exchange } from '../../exchange.ts'
import { isLimited } from './retry-after.ts'

/**
 * Tells an operation that answers everything with "later" from a target that is asked too fast, which answers other operations meanwhile:
 * waiting for it would only hold up the rest.
 */
export interface ClosedOperations {
  isClosed(operation: string): boolean
  note(answer: Pick<Exchange, 'operation' | 'response' | 'startedAt'>): void
}

const leastLater = 6
/** A limit per minute is over by then, in milliseconds. */
const leastTime = 65_000

export function createClosedOperations(): ClosedOperations {
  const answered = new Set<string>()
  const laters = new Map<string, { readonly since: number; readonly last: number; readonly count: number }>()
  return {
    isClosed: (operation) => {
      const { since = 0, count = 0, last = 0 } = laters.get(operation) ?? {}
      return !answered.has(operation) && answered.size > 0 && count >= leastLater && last - since >= leastTime
    },
    note: ({ operation, response, startedAt }) => {
      if (!response) return
      const { since = startedAt, count = 0 } = laters.get(operation) ?? {}
      if (isLimited(response)) laters.set(operation, { since, last: startedAt, count: count + 1 })
      else answered.add(operation)
    },
  }
}
