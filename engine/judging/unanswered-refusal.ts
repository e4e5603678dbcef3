import { classify, saysLater } from '../evidence/classification.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { registeredId } from '../evidence/identifier.ts'
import type { Exchange } from '../exchange.ts'
import { isAmong, isControl } from '../probes/roles.ts'

/**
 * True where a target refuses by no answer, or by "later": many wrong requests got just that, or this one however often it was sent, and
 * the right ones among them were accepted at once, each of them. Of withdrawals, these have to be numbered without a gap, so that nothing was
 * registered between them.
 */
export function isAsWrongOnes({ operation, exchanges }: Evidence, exchange: Exchange): boolean {
  const way = wayOf(exchange)
  if (way === undefined) return false
  const all = [...exchanges]
  const right = all.flatMap(([role, each]) => (isControl(role) || isAmong(role) ? [each] : []))
  const isTold = right.every((each) => each.repeats === 0 && classify(operation, each) === 'accepted')
  const alike = all.filter(([, each]) => wayOf(each) === way)
  if (!isTold || right.length < leastRight || (alike.length < leastAlike && exchange.repeats < leastRepeats)) return false
  const accepted = all.flatMap(([, each]) => (classify(operation, each) === 'accepted' ? [each] : []))
  return !operation.movesMoney || areCounted(accepted.map((each) => registeredId(operation, each)))
}

const leastRight = 3
const leastAlike = 10
const leastRepeats = 3

/** How a request was left without a word on it: how the connection ended, or the status; undefined where there was a word. */
function wayOf({ response, failure }: Exchange): string | undefined {
  if (response) return saysLater(response) ? String(response.status) : undefined
  return failure?.kind === 'reset' ? failure.kind : undefined
}

function areCounted(ids: readonly (string | undefined)[]): boolean {
  const numbers = ids.flatMap((id) => (id !== undefined && /^-?\d{1,30}$/.test(id) ? [BigInt(id)] : []))
  const [least, ...others] = numbers.sort((a, b) => (a < b ? -1 : Number(a > b)))
  return least !== undefined && numbers.length === ids.length && others.every((number, index) => number === least + BigInt(index + 1))
}
