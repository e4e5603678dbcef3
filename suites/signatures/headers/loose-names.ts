import { words } from '../../../text/words.ts'

export const signedNames = ['key', 'timestamp', 'signature'] as const
export type SignedName = (typeof signedNames)[number]

/** What lax servers call them in a query and in cookies, the commonest first. */
export const looseNames: Readonly<Record<SignedName, readonly string[]>> = {
  key: ['api_key', 'apiKey', 'apikey', 'api-key', 'key', 'access_key', 'accessKey', 'client_id'],
  timestamp: ['timestamp', 'ts', 'time', 't', 'nonce', 'x_timestamp'],
  signature: ['signature', 'sign', 'sig', 'hmac', 'hash', 'digest', 'xSignature', 'x_signature'],
}

export const looseHeaders: Readonly<Record<SignedName, readonly string[]>> = {
  key: words('apikey x-apikey x-key x-access-key x-auth-key x-api-token x-client-id x-merchant-key access-key authorization'),
  timestamp: words('x-time x-date x-ts x-nonce nonce ts x-request-timestamp x-request-time x-api-timestamp request-time'),
  signature: words(`
    sign x-sign x-sig hmac x-hmac x-hmac-sha256 x-hmac-signature x-hub-signature-256 x-hub-signature x-payload-signature x-api-signature x-auth-signature x-request-signature
    x-webhook-signature content-signature api-sign digest authorization
  `),
}
