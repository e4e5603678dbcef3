import type { Operation } from '../../contracts/contract.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probes/probe.ts'
import { classify } from './classification.ts'

type Asking = readonly { readonly probe: Pick<Probe, 'id' | 'operation' | 'isRight' | 'isUnusual'> }[]

export interface RightExchange {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly isUnusual: boolean
  readonly isAccepted: boolean
}

export function rightExchanges(probes: Asking, exchanges: readonly Exchange[]): RightExchange[] {
  const asRight = rightExchangeOf(probes)
  return exchanges.flatMap((exchange) => asRight(exchange) ?? [])
}

/** What an exchange is as a right request; undefined for a wrong one, or of another probe. */
export function rightExchangeOf(probes: Asking): (exchange: Exchange) => RightExchange | undefined {
  const known = new Map(probes.map(({ probe }) => [probe.id, probe]))
  return (exchange) => {
    const probe = known.get(exchange.probe)
    if (!probe?.isRight(exchange.role)) return undefined
    const { operation } = probe
    const isUnusual = probe.isUnusual?.(exchange.role) ?? false
    return { exchange, operation, isUnusual, isAccepted: classify(operation, exchange) === 'accepted' }
  }
}
