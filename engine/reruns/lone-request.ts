import type { Operation } from '../../contracts/contract.ts'
import type { Client } from '../client/client.ts'
import { controlProbe } from '../client/draft.ts'
import { classify } from '../evidence/classification.ts'
import { rightExchanges, wrongAmong } from '../evidence/right-exchanges.ts'
import { type Exchange, wasTried } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { ordinaryRequest } from '../probes/request.ts'

/** How long to leave the target alone before each try, in milliseconds: wrong settings are the usual reason, and people wait for it. */
const pauses = [300, 1500] as const

/**
 * The operations that broke off every right request, or refused it as they refuse wrong ones. The wrong requests that open a run may have locked
 * them, which only a right one that comes alone can show. None of them moves money.
 */
export function deniedOperations({ probes }: Pick<Plan, 'probes'>, exchanges: readonly Exchange[]): readonly Operation[] {
  const right = rightExchanges(probes, exchanges).filter(({ isUnusual, operation }) => !isUnusual && !operation.movesMoney)
  const others = wrongAmong(exchanges, right)
  const statuses = ({ id }: Operation) => new Set(others.flatMap((each) => (each.operation === id ? (each.response?.status ?? []) : [])))
  const sent = right.filter(({ exchange }) => wasTried(exchange))
  return [...Map.groupBy(sent, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const wrong = statuses(operation)
    const isDenied = ({ exchange: { response, failure }, isAccepted }: (typeof own)[number]) =>
      !isAccepted && (response ? wrong.has(response.status) : failure?.kind === 'reset')
    return own.every(isDenied) ? [operation] : []
  })
}

/** True if an operation accepts a right request that comes alone: no settings are wrong, and the run was turned away for what it sent. */
export async function isAcceptedAlone(client: Client, operations: readonly Operation[]): Promise<boolean> {
  for (const pause of operations.length === 0 ? [] : pauses) {
    await client.pause(pause)
    for (const operation of operations) {
      const build = () => ordinaryRequest(operation, client)
      const exchange = await client.send({ probe: controlProbe, role: 'alone', operation, build, isAside: true })
      if (classify(operation, exchange) === 'accepted') return true
    }
  }
  return false
}
