import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { keepsConfigured } from '../../engine/money/money.ts'
import type { Seed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../spec/defined.ts'
import type { SuffixIn, WrongRequest } from '../access/wrong-request.ts'

/** A signed request that is wrong in a single respect, built for its own time. */
export interface WrongSignature extends Pick<WrongRequest, 'within' | 'isLate' | 'isOpen' | 'isUnlisted' | 'onAnswer' | 'next'> {
  /** The last part of the check's id, and the probe's role. */
  readonly id: string
  readonly requirement: SuffixIn<'signature'>
  /** What is sent, in words that complete "a request …". */
  readonly title: string
  /** Why it cannot be tried at a target; undefined if it can, at any target unless it is given. */
  readonly omitted?: (target: Target) => string | undefined
  /** Builds it for a time in milliseconds since the Unix epoch. */
  readonly build: (target: Target, time: number, seed: Seed) => SentRequest
  /** Builds it for another role, if it is wrong in a different way each time it is sent. */
  readonly buildAgain?: (role: string) => WrongSignature['build']
  /** How far ahead of the clock it is signed, in milliseconds, if the target is known to take times in any order: one that wants rising ones may keep it. */
  readonly ahead?: (target: Target) => number
  /** Another wrong request that is the same. */
  readonly sentAs?: string
  /** `--quick` leaves it out. */
  readonly isExtended?: true
}

/** A wrong signature as a request of the probe. */
export function requestOf({ id, build, buildAgain, ahead, ...wrong }: WrongSignature): WrongRequest<SuffixIn<'signature'>> {
  const builder =
    (make: WrongSignature['build']): WrongRequest['build'] =>
    (client) =>
      make(client.target, client.ownTime() + (client.order.insists === false ? (ahead?.(client.target) ?? 0) : 0), client.seed)
  return defined({ ...wrong, role: id, build: builder(build), buildAgain: buildAgain && ((role) => builder(buildAgain(role))) })
}

/** Why a body may only hold the configured value; undefined if it may hold another. */
export function onlyOwn(operation: SignedOperation): (target: Target) => string | undefined {
  return (target) => keepsConfigured(operation, target)
}
