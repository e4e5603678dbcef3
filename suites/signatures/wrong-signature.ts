import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { type SigningInput, sign } from '../../contracts/signing.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { type Changes, type SignedValues, signedRequest, signedValues, signingInput } from '../../engine/probes/request.ts'
import type { Seed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import type { SuffixIn, WrongRequest } from '../access/wrong-request.ts'

export type WrongSignature = WrongRequest<SuffixIn<'signature'>>

/** Builds a request for a time of its own, in milliseconds since the Unix epoch. */
export function timed(build: (target: Target, time: number, seed: Seed) => SentRequest): WrongSignature['build'] {
  return ({ target, ownTime, seed }) => build(target, ownTime(), seed)
}

/** What is signed instead of what should be, the signed headers that are not the right ones, and what else is changed. */
interface Missigned {
  readonly over: (input: SigningInput) => SigningInput
  readonly sent?: SignedValues
  readonly changes?: Changes
}

/** A request with the signature of something else. */
export function missigned(operation: SignedOperation, target: Target, time: number, { over, sent, changes }: Missigned): SentRequest {
  const signature = sign(operation.authentication.signature.construction, over(signingInput(operation, target, time, changes)))
  return signedRequest(operation, target, { ...signedValues(operation, target, time), signature, ...sent }, changes)
}
