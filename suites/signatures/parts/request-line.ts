import { createHmac } from 'node:crypto'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import type { SentRequest } from '../../../engine/exchange.ts'
import { bareRequest, signedRequest, signedValues } from '../../../engine/probes/request.ts'
import { timed, type WrongSignature } from '../wrong-signature.ts'

/** A request that is signed as cryptocurrency exchanges do: over its time, method, path and body. */
export function signedByLine(operation: SignedOperation): WrongSignature[] {
  if (!operation.body) return []
  return [
    {
      role: 'signs-request-line',
      requirement: 'plain',
      title: 'signed over the timestamp, its method, its path and its body',
      isExtended: true,
      build: timed((target, time) => {
        const right = signedValues(operation, target, time)
        const secret = settingValue(target.settings, operation.authentication.signature.construction.key)
        const signature = lineSignature(operation, secret, right.timestamp, bareRequest(operation, target))
        return signedRequest(operation, target, { ...right, signature })
      }),
    },
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
