import { isSuccessful, saysLater, saysMade } from '../../contracts/statuses.ts'
import { classify } from '../evidence/classification.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { registeredId } from '../evidence/identifier.ts'
import type { Exchange, ReceivedResponse } from '../exchange.ts'
import { isAmongWrong, isControl } from '../probes/roles.ts'

/**
 * True if a target refuses by not answering, by a success with nothing in it, or by saying "later": many wrong requests got exactly that, or this one got it however often it was
 * sent, and all right requests among them were accepted at once. The accepted withdrawals need consecutive ids, which shows that nothing was
 * registered between them.
 */
export function isAsWrongOnes({ operation, exchanges }: Evidence, exchange: Exchange): boolean {
  const way = wayOf(exchange)
  if (way === undefined) return false
  const all = [...exchanges]
  const right = all.flatMap(([role, each]) => (isControl(role) || isAmongWrong(role) ? [each] : []))
  const isTold = right.every((each) => each.repeats === 0 && classify(operation, each) === 'accepted')
  const alike = all.filter(([, each]) => wayOf(each) === way)
  if (!isTold || right.length < leastRight || (alike.length < leastAlike && exchange.repeats < leastRepeats)) return false
  const accepted = all.flatMap(([, each]) => (classify(operation, each) === 'accepted' ? [each] : []))
  return !operation.movesMoney || areCounted(accepted.map((each) => registeredId(operation, each)))
}

const leastRight = 3
const leastAlike = 10
const leastRepeats = 3

/** How a request was left unanswered: how the connection ended, or the status; undefined if it was answered. */
function wayOf({ response, failure }: Exchange): string | undefined {
  if (response) return saysLater(response.status) || saysNothing(response) ? String(response.status) : undefined
  return failure?.kind === 'reset' ? failure.kind : undefined
}

/** True for a success without a body that does not claim to have made anything. */
function saysNothing(response: ReceivedResponse): boolean {
  return isSuccessful(response.status) && !saysMade(response.status) && response.body.length === 0
}

function areCounted(ids: readonly (string | undefined)[]): boolean {
  const numbers = ids.flatMap((id) => (id !== undefined && /^-?\d{1,30}$/.test(id) ? [BigInt(id)] : []))
  const [least, ...others] = numbers.sort((a, b) => (a < b ? -1 : Number(a > b)))
  return least !== undefined && numbers.length === ids.length && others.every((number, index) => number === least + BigInt(index + 1))
}
