import { createHmac } from 'node:crypto'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import type { SentRequest } from '../../../engine/exchange.ts'
import { bareRequest } from '../../../engine/probes/request.ts'
import { signedWrongly, type WrongSignature } from '../wrong-signature.ts'

/** A request that is signed as cryptocurrency exchanges do: over its time, method, path and body. */
export function signedByLine(operation: SignedOperation): WrongSignature[] {
  if (!operation.body) return []
  const title = 'signed over the timestamp, its method, its path and its body'
  return [
    signedWrongly(operation, { role: 'signs-request-line', requirement: 'plain', title, isExtended: true }, ({ target, right }) => {
      const secret = settingValue(target.settings, operation.authentication.signature.construction.key)
      return [{ ...right(), signature: lineSignature(operation, secret, right().timestamp, bareRequest(operation, target)) }]
    }),
  ]
}

export function lineSignature(
  { authentication }: SignedOperation,
  secret: string,
  timestamp: string,
  { method, url, body = Buffer.alloc(0) }: Pick<SentRequest, 'method' | 'url' | 'body'>,
): string {
  const { hash, encoding } = authentication.signature.construction
  const { pathname } = new URL(url)
  return createHmac(hash, secret).update(`${timestamp}${method}${pathname}`).update(body).digest(encoding)
}
