import { fieldOfPart, isWholeField, type SignedPart } from '../../contracts/construction.ts'
import { kebab } from '../../contracts/mistakes/mistake.ts'
import { partValue, type SigningInput } from '../../contracts/signing.ts'
import type { Headers } from '../../engine/exchange.ts'
import type { Changes } from '../../engine/request.ts'
import { isHeaderValue } from '../../spec/header-field.ts'
import { algorithmHeaders } from '../access/forwarded-claims.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** Headers by which some servers let a client choose the algorithm of the signature in this header. */
export function namesOfAlgorithm(signature: string): string[] {
  return [`${signature}-algorithm`, `${signature}-method`, ...algorithmHeaders]
}

/** The changes of a request that is signed with another algorithm, and says so. */
export function namingAlgorithm({ authentication }: SignedOperation, mistake: string, changes: Changes = {}): Changes {
  const hash = /^uses-(md5|sha\d+)$/.exec(mistake)?.[1]
  if (hash === undefined) return changes
  const names = namesOfAlgorithm(authentication.signature.header)
  return { ...changes, headers: [...(changes.headers ?? []), ...names.map((name) => [name, hash] as const)] }
}

/** Headers by which some servers take from a client what they know of it, by the name of a part: `x-merchant-code`. */
export function partHeaders(part: string): string[] {
  const name = kebab(part)
  return [`x-${name}`, name, `x-${name.split('-')[0]}`]
}

/** The same in a body: `merchant_code`. */
export function partMembers(part: string): string[] {
  return [part, ...[kebab(part).replaceAll('-', '_'), kebab(part).split('-')[0] ?? part].filter((name) => name !== part)]
}

/** The headers that claim a value for a part that is sent nowhere: a server may take it from who says it. */
export function claimsOf(part: SignedPart, value: string): Headers {
  return isUnsent(part) && isHeaderValue(value) ? partHeaders(part.name).map((claimed) => [claimed, value] as const) : []
}

/** The members of a body that claim it. */
export function membersOf(part: SignedPart, value: string): Readonly<Record<string, string>> {
  return isUnsent(part) ? Object.fromEntries(partMembers(part.name).map((claimed) => [claimed, value] as const)) : {}
}

/** The signed fields in a query, one of them as it is signed: a server may take what a query says for what the body holds. */
export function queryOf(operation: SignedOperation, { values }: SigningInput, claimed: SignedPart, value: string): Record<string, string> {
  if (!isWholeField(claimed)) return {}
  const fields = operation.authentication.signature.construction.parts.filter(isWholeField)
  const named = fields.flatMap((part) => {
    const name = fieldOfPart(part)
    return name === undefined ? [] : [[name, part === claimed ? value : partValue(values, part.name)] as const]
  })
  return Object.fromEntries(named)
}

/** True for a part that is known of a merchant, and sent nowhere. */
export function isUnsent({ setting, header }: SignedPart): boolean {
  return setting !== undefined && header === undefined
}
