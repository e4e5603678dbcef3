import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { type SigningInput, sign } from '../../contracts/signing.ts'
import {
  type Changes,
  type RightValues,
  type SignedValues,
  signedRequest,
  signedValues,
  signingInput,
} from '../../engine/probes/request.ts'
import type { Seed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { orPlain } from '../access/refused-otherwise.ts'
import type { SuffixIn, WrongRequest } from '../access/wrong-request.ts'

export type WrongSignature = WrongRequest<SuffixIn<'signature'>>

/** What is signed instead of what should be. */
type Instead = (input: SigningInput) => SigningInput

/** What signs a wrong request for a time of its own, in milliseconds since the Unix epoch. */
export interface Signer {
  readonly target: Target
  readonly seed: Seed
  readonly time: number
  readonly right: (changes?: Changes) => RightValues
  /** The same, with the signature of something else. */
  readonly over: (instead: Instead, changes?: Changes) => RightValues
}

/** A wrong request of which `write` says what its signed headers hold, and what else is changed. */
export function signedWrongly(
  operation: SignedOperation,
  named: Omit<WrongSignature, 'build'>,
  write: (signer: Signer) => readonly [values: SignedValues, changes?: Changes],
): WrongSignature {
  return {
    ...named,
    build: ({ target, ownTime, seed }) => {
      const time = ownTime()
      const right = (changes?: Changes) => signedValues(operation, target, time, changes)
      const over = (instead: Instead, changes?: Changes) => signedOver(operation, { target, time, changes }, instead)
      return signedRequest(operation, target, ...write({ target, seed, time, right, over }))
    },
  }
}

/** What stands beside a wrong request. */
export interface Beside<Kind> extends Pick<WrongRequest, 'isVain'> {
  readonly kind: Kind
}

/**
 * A wrong request with more beside it than is ordinary, as with members that no server needs to know. Where it seems to be refused for that,
 * before anybody looked at its signature, the same follows with ever less of it, the last of them under `plainTitle`.
 */
export function signedBeside<Kind>(
  operation: SignedOperation,
  { plainTitle, ...named }: Omit<WrongSignature, 'build' | 'plainTitles'> & { readonly plainTitle?: string },
  [most, ...less]: readonly [Beside<Kind>, ...Beside<Kind>[]],
  write: (signer: Signer, beside: Kind) => ReturnType<Parameters<typeof signedWrongly>[2]>,
): WrongSignature {
  const signed = ({ kind, isVain }: Beside<Kind>, title = named.title) =>
    signedWrongly(operation, { ...named, title, isVain }, (signer) => write(signer, kind))
  const plainer = less.map((beside) => signed(beside, beside === less.at(-1) ? plainTitle : undefined))
  return orPlain(operation, signed(most), ...plainer)
}

/** The signed headers of a request, with the signature of something else. */
export function signedOver(
  operation: SignedOperation,
  { target, time, changes }: { readonly target: Target; readonly time: number; readonly changes?: Changes | undefined },
  instead: Instead,
): RightValues {
  const signature = sign(operation.authentication.signature.construction, instead(signingInput(operation, target, time, changes)))
  return { ...signedValues(operation, target, time), signature }
}
