import { hmac, webTokenHashes } from '../../../contracts/hashing.ts'
import { asText } from '../../../text/json/as-text.ts'
import { jsonMembers } from '../../../text/json/json-text.ts'
import type { Node } from '../../../text/json/node.ts'
import type { Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'

/** The suspect that signs with a library for JSON Web Tokens (RFC 7519): its signature is a whole token. */
export function webTokens(given: Signed): Suspect[] {
  const token = tokenIn(given)
  if (!token) return []
  const title = `a whole JSON Web Token (${token.algorithm}) of ${token.claims}`
  return [{ explanation: { title }, makes: (signed) => tokenIn(signed)?.claims === token.claims }]
}

/** The token that a signature is, where the secret makes it. */
function tokenIn({ input: { secret }, answer: { signature } }: Signed): { algorithm: string; claims: string } | undefined {
  const [, header = '', claims = '', mac] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(signature) ?? []
  const algorithm = asText(objectIn(header)['alg'])
  const hash = webTokenHashes.get(algorithm)
  const isMade = hash !== undefined && hmac(hash, secret, `${header}.${claims}`).toString('base64url') === mac
  return isMade ? { algorithm, claims: Object.keys(objectIn(claims)).join(', ') } : undefined
}

function objectIn(part: string): Node {
  return jsonMembers(Buffer.from(part, 'base64url').toString())
}
