import type { SignedPart } from './construction.ts'
import type { Operation, Pagination, SignedHeaders } from './contract.ts'
import type { SchemeCredential } from './credential-place.ts'

export type SignedOperation = Operation & { readonly authentication: SignedHeaders }

/** A credential that is presented under the name of a scheme, or bare. */
export type SchemeOperation = Operation & { readonly authentication: SchemeCredential }

export type PagedOperation = Operation & { readonly pagination: Pagination }

export function isSigned(operation: Operation): operation is SignedOperation {
  return operation.authentication.kind === 'signed'
}

export function hasScheme(operation: Operation): operation is SchemeOperation {
  return operation.authentication.kind === 'scheme'
}

export function isPaged(operation: Operation): operation is PagedOperation {
  return operation.pagination !== undefined
}

/** The parts that the signature of an operation is made over; none where it is not signed. */
export function signedParts({ authentication }: Pick<Operation, 'authentication'>): readonly SignedPart[] {
  return authentication.kind === 'signed' ? authentication.signature.construction.parts : []
}

export const isReading = /^(?:GET|HEAD|OPTIONS)$/

/** The credential that a request presents: that of its scheme, or the key that it is signed with. */
export function presentedCredential({ authentication }: Pick<Operation, 'authentication'>): PresentedCredential[] {
  if (authentication.kind === 'none') return []
  return [authentication.kind === 'scheme' ? authentication : authentication.key]
}

type PresentedCredential = Pick<SchemeCredential, 'header' | 'setting'> & Partial<Pick<SchemeCredential, 'scheme'>>

/** The headers by which a request proves who sends it. */
export function credentialHeaders({ authentication }: Pick<Operation, 'authentication'>): string[] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme') return [authentication.header]
  return [authentication.key, authentication.timestamp, authentication.signature].map(({ header }) => header)
}
