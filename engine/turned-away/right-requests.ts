import type { Operation } from '../../contracts/contract.ts'
import { classify } from '../evidence/classification.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probes/probe.ts'

/** Probes that know which of their requests are right. */
type Asking = readonly { readonly probe: Pick<Probe, 'id' | 'operation' | 'isRight' | 'isUnusual'> }[]

/** A right request, and what came of it. */
export interface RightRequest {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly isUnusual: boolean
  readonly isAccepted: boolean
}

/** The right requests among all that was sent. */
export function rightRequests(probes: Asking, exchanges: readonly Exchange[]): RightRequest[] {
  const asRight = rightRequestOf(probes)
  return exchanges.flatMap((exchange) => asRight(exchange) ?? [])
}

/** What an exchange is as a right request; undefined for a wrong one, or of another probe. */
export function rightRequestOf(probes: Asking): (exchange: Exchange) => RightRequest | undefined {
  const known = new Map(probes.map(({ probe }) => [probe.id, probe]))
  return (exchange) => {
    const probe = known.get(exchange.probe)
    if (!probe?.isRight(exchange.role)) return undefined
    const { operation } = probe
    const isUnusual = probe.isUnusual?.(exchange.role) ?? false
    return { exchange, operation, isUnusual, isAccepted: classify(operation, exchange) === 'accepted' }
  }
}
