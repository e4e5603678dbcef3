import type { Contract, Operation } from '../../contracts/contract.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { valuesUnder } from '../client-request.ts'
import { isRemoved } from './har.ts'
import type { Sent } from './sent-request.ts'

/** What a consumer was told; its requests are judged by that. */
export interface Briefing {
  readonly contract: Contract
  readonly bases: Readonly<Record<string, string>>
  /** The values of settings that are known: without the secret no signature can be judged. */
  readonly settings: Readonly<Record<string, string>>
  /** Credentials that tests of refusals use: a request with one of them is wrong on purpose. */
  readonly decoys: Readonly<Record<string, string>>
  /** When callbacks were delivered, in milliseconds since the Unix epoch. */
  readonly callbacks: readonly number[]
  readonly awaitsCallback: boolean
}

export interface ConsumerCheck {
  /** Stable, unique, never reused. */
  readonly id: string
  readonly requirement: string
  readonly title: string
  readonly operation: string
  /** It looks at every request, whichever operation that is meant for. */
  readonly everywhere?: true
  readonly needs?: readonly string[]
  /** Begins to judge: what it remembers of earlier requests lives in here. */
  begin(briefing: Briefing): ActiveCheck
}

/** A check while it runs. What it remembers stays small, however many requests come. */
export interface ActiveCheck {
  /** Judges a request; undefined if it is not about the requirement. @throws {Inconclusive} if the record lacks what it needs. */
  see(sent: Sent): Iterable<Finding> | undefined
  /** True for a request that a later finding may refer to: it is kept as evidence. */
  isNeeded?(id: string): boolean
  /** Judges all requests together. @throws {Inconclusive} if they do not suffice for a verdict. */
  end?(): Iterable<Finding>
}

/** A check of an operation that judges each request by itself, those that narrowly miss its address too. */
export function requestCheck(
  operation: Operation,
  id: string,
  title: string,
  judge: (sent: Sent) => Iterable<Finding> | undefined,
): ConsumerCheck {
  return sequenceCheck(operation, id, title, () => ({ see: (sent) => (isFormed(sent) ? judge(sent) : undefined) }))
}

/** A check of an operation that remembers earlier requests. */
export function sequenceCheck(operation: Operation, id: string, title: string, begin: ConsumerCheck['begin']): ConsumerCheck {
  return { id: `${operation.id}.${id}`, requirement: `${operation.id}.${id}`, title, operation: operation.id, begin }
}

/** True if a request is formed as one of the operation that it is meant for: by another method it may be formed as anything. */
export function isFormed({ address }: Sent): boolean {
  return address.kind !== 'method'
}

/** The values of a header. @throws {Inconclusive} if the record may have dropped or replaced it. */
export function keptValues(sent: Sent, name: string): string[] {
  const values = valuesUnder(sent, name)
  const { headers } = sent.lacks
  if (headers !== undefined && (values.length === 0 || values.some(isRemoved))) throw new Inconclusive(headers)
  return values
}

/** The result for a request that is about the requirement and right. */
export const noFindings: readonly Finding[] = []
