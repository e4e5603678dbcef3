import type { Operation } from '../contracts/contract.ts'
import { defined } from '../language/defined.ts'
import type { Received } from './received.ts'
import type { Reply } from './reply.ts'

/** Headers that let a web page of any origin read the answer (CORS, WHATWG Fetch). */
export const crossOriginHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' } as const

/** The answer to a browser's preflight request (CORS); undefined for any other request. */
export function preflightReply(operations: readonly Operation[], { method, headers }: Received): Reply | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined
  const allowed = headers['access-control-request-headers']
  const methods = [...new Set(operations.map((operation) => operation.method))].join(', ')
  return {
    status: 204,
    headers: defined({ 'access-control-allow-methods': methods, 'access-control-max-age': '600', 'access-control-allow-headers': allowed }),
    body: Buffer.alloc(0),
  }
}
