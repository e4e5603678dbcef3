import type { Contract, Level, Operation } from '../contracts/contract.ts'
import type { Behaviour } from './behaviour.ts'
import type { Notification } from './callbacks/notification.ts'
import type { Refusal } from './judgement/refusals.ts'
import type { ServedPage } from './pages.ts'
import type { Received } from './received.ts'
import type { Reply } from './reply.ts'

export interface Mutant {
  /** Stable and unique: `<operation>.<what is wrong>`. */
  readonly name: string
  readonly title: string
  readonly level: Level
  readonly operation: string
  /** The checks that have to fail, and no others. */
  readonly caughtBy: readonly string[]
  /** How the provider has to behave for the mutant to have an effect, for example with hundreds of records. */
  readonly behaviour?: Behaviour | undefined
  /** True if it has an effect only on answers to requests that are sent to observe something. */
  readonly isObserved?: boolean | undefined
  /** Called once per server: what a mutant remembers lives in its closure. */
  readonly hooks: (context: MutantContext) => Hooks
}

export interface MutantContext {
  readonly contract: Contract
  readonly operation: Operation
  readonly settings: Readonly<Record<string, string>>
}

/** The places of a mutant; none where there is no mutant, or none of an operation of the contract. */
export function hooksOf(mutant: Mutant | undefined, { contract, settings }: Omit<MutantContext, 'operation'>): Hooks {
  const operation = contract.operations.find(({ id }) => id === mutant?.operation)
  return (operation && mutant?.hooks({ contract, operation, settings })) ?? {}
}

/** The places where a mutant changes the server, each called for its own operation only. */
export interface Hooks {
  readonly operation?: Operation
  /** Replaces the request before it is routed; called for every request, whatever its address. */
  readonly route?: (request: Received) => Received
  /** Replaces the request before anything is decided. */
  readonly receive?: (request: Received) => Received
  /** Decides whether the credentials are accepted, after the strict server decided. */
  readonly authenticate?: (decision: Refusal | undefined, request: Received) => Refusal | undefined
  /** Cuts a page out of all records that the request is about. */
  readonly page?: (page: ServedPage, all: readonly unknown[], everyone: readonly unknown[]) => ServedPage
  readonly answer?: (answer: unknown, request: Received) => unknown
  /** Changes the response to any request; the refusal says why it was not accepted. */
  readonly reply?: (reply: Reply, request: Received, refusal: Refusal | undefined, success: () => Reply) => Reply
  readonly notify?: (notification: Notification) => Notification
}
