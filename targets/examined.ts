import type { Contract, Operation } from '../contracts/contract.ts'
import type { Exchange, ReceivedResponse } from '../engine/exchange.ts'
import type { Target } from '../engine/target.ts'

/** What there is to explain: the exchanges of a run, or of the doctor. */
export interface Examined {
  readonly contract: Contract
  readonly target: Target
  readonly exchanges: readonly Exchange[]
  /** The wrong signatures or credentials that a target accepts of an operation's requests, each as a sentence about the target. */
  readonly acceptedInstead?: (operation: Operation, exchanges: Iterable<Exchange>) => readonly string[]
  /** True for a request that a probe of credentials or signatures sent for its being wrong. */
  readonly isWrong?: (exchange: Exchange) => boolean
}

export type Answered = Exchange & { readonly response: ReceivedResponse }

export function hasAnswer(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined
}

/** The first right request of an operation that was accepted, or else the first that was answered. */
export interface Control {
  readonly operation: Operation
  readonly exchange: Answered
  readonly accepted: boolean
}

export function askedOperations(exchanges: readonly Exchange[]): string[] {
  return [...new Set(exchanges.map(({ operation }) => operation))]
}
