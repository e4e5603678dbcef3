import type { Operation } from '../../contracts/contract.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probes/probe.ts'
import { classify } from './classification.ts'

type Asking = readonly { readonly probe: Pick<Probe, 'id' | 'operation' | 'isRight' | 'isUnusual'> }[]

/** A right request of an operation and what came of it, whatever it was sent for. */
export interface RightExchange {
  readonly exchange: Exchange
  readonly operation: Operation
  /** True if it asks for something unusual, which a target may refuse. */
  readonly isUnusual: boolean
  readonly isAccepted: boolean
}

export function rightExchanges(probes: Asking, exchanges: readonly Exchange[]): RightExchange[] {
  const asRight = rightExchangeOf(probes)
  return exchanges.flatMap((exchange) => asRight(exchange) ?? [])
}

/** The exchanges that are none of these right ones. */
export function wrongAmong(exchanges: readonly Exchange[], right: readonly Pick<RightExchange, 'exchange'>[]): Exchange[] {
  const known = new Set(right.map(({ exchange }) => exchange))
  return exchanges.filter((exchange) => !known.has(exchange))
}

/** What an exchange is as a right request; undefined for a wrong one, or of another probe. */
export function rightExchangeOf(probes: Asking): (exchange: Exchange) => RightExchange | undefined {
  const known = new Map(probes.map(({ probe }) => [probe.id, probe]))
  return (exchange) => {
    const probe = known.get(exchange.probe)
    return probe?.isRight(exchange.role) ? asRight(probe, exchange) : undefined
  }
}

export function asRight({ operation, isUnusual }: Pick<Probe, 'operation' | 'isUnusual'>, exchange: Exchange): RightExchange {
  const isAccepted = classify(operation, exchange) === 'accepted'
  return { exchange, operation, isUnusual: isUnusual?.(exchange.role) ?? false, isAccepted }
}
