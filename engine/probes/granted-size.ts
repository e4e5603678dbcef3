import type { Operation } from '../../contracts/contract.ts'
import { inputAt, requestInputs } from '../../contracts/fields.ts'
import { isOfClient, isOfWhoOrWhen } from '../../contracts/statuses.ts'
import type { Client } from '../client/client.ts'
import { classify } from '../evidence/classification.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { isRefusedAs } from '../evidence/refusal-form.ts'
import type { Exchange } from '../exchange.ts'
import { createRecorder } from './steps.ts'

/**
 * Finds a page size that the target grants, if it refuses every right request for pages of the ordinary size: the bounds of sizes are open.
 * From then on right requests ask for pages of this size. True if there is one.
 */
export async function grantSize(client: Client, operation: Operation, asked: readonly Evidence[]): Promise<boolean> {
  const name = sizeOf(operation)
  const { granted } = client.target
  const wrong = asked.flatMap(({ probe, exchanges }) => (probe.opening && exchanges.get(probe.opening.role)) ?? [])
  const [first, second] = asked.flatMap((each) => refusedIn(each, wrong))
  if (name === undefined || !granted || !first || !second || asked.some(isAcceptedAtAll)) return false
  const { evidence, exchange } = first
  const { probe, exchanges } = evidence
  for (const size of otherSizes) {
    granted.set(operation.id, { [name]: size })
    const step = probe.recipe(exchange.role, client, exchanges)
    const answer = step && (await createRecorder(client, probe).send(step))
    if (answer && classify(operation, answer) === 'accepted') return true
  }
  granted.delete(operation.id)
  return false
}

/** Many services have one of these as their largest or smallest size, or accept only a few of them. */
const otherSizes = [5, 1, 20, 25, 50, 100, 15, 30, 12, 24, 16, 40]

/** The name of the input that asks for a size, unless its value is a setting. */
function sizeOf(operation: Operation): string | undefined {
  const { pagination } = operation
  const asking = pagination && inputAt(pagination.size.request)
  return requestInputs(operation).find(({ name, value }) => name === asking && 'value' in value)?.name
}

/** Usual right requests that were refused, as they may be for a bound. */
function refusedIn(evidence: Evidence, wrong: readonly Exchange[]) {
  const { probe, operation, exchanges } = evidence
  return [...exchanges].flatMap(([role, exchange]) => {
    const isUsual = probe.isRight(role) && !probe.isUnusual?.(role)
    return isUsual && mayBeForBound(operation, exchange, wrong) ? [{ evidence, exchange }] : []
  })
}

function isAcceptedAtAll({ operation, exchanges }: Evidence): boolean {
  return [...exchanges.values()].some((exchange) => classify(operation, exchange) === 'accepted')
}

function mayBeForBound(operation: Operation, exchange: Exchange, wrong: readonly Exchange[]): boolean {
  if (!exchange.response || !isRefusedAs(operation, exchange, wrong)) return false
  const { status } = exchange.response
  return status < 300 || (isOfClient(status) && !isOfWhoOrWhen(status))
}
