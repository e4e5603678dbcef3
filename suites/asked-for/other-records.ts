import type { AskedFor } from '../../contracts/asked-for.ts'
import type { Operation } from '../../contracts/contract.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import type { ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import { otherPlaces, otherRole, otherValues } from './other-values.ts'

/** Right requests for other records than the configured one, which a target need not have. None if money moves. */
export function requestsForOthers(
  operation: Operation,
  build: (client: Builder, asked: AskedFor, value: unknown) => SentRequest,
): ProbeRequest[] {
  if (operation.movesMoney) return []
  return (operation.askedFor ?? []).flatMap((asked) =>
    otherPlaces.map((place) => {
      const role = otherRole(asked, place)
      return {
        role,
        isRight: true,
        isUnusual: true,
        omitted: (target) =>
          otherValues(operation, asked, place, target).length === 0 ? `No other ${asked.input} can be made.` : undefined,
        build: (client) =>
          build(client, asked, client.seed.pick(`${operation.id}.${role}`, otherValues(operation, asked, place, client.target))),
      }
    }),
  )
}
