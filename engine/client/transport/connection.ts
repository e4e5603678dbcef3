import type { Headers, SentRequest } from '../../exchange.ts'
import { type ProxyAddresses, proxyFor } from './proxy-choice.ts'

/** The proxy, headers and certificates with which a target is reached. */
export interface Connection {
  readonly headers: Headers
  readonly tls: TlsOptions
  readonly proxy?: ProxyAddresses
  /** Values in it that no output may show, and what is shown instead. */
  readonly hidden: readonly Secret[]
}

/** Certificates and keys in PEM. `ca` is trusted beside the public authorities. */
export interface TlsOptions {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
}

/** A value that no output may show; its name is shown instead. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** A request as it goes out: with the connection's header fields, and nothing that a proxy on the way would take for itself. */
export function onConnection(connection: Connection | undefined, request: SentRequest): SentRequest {
  if (!connection) return request
  const isProxied = proxyFor(connection.proxy, request.url) !== undefined
  const kept = isProxied ? request.headers.filter(([name]) => name.toLowerCase() !== 'proxy-authorization') : request.headers
  return { ...request, headers: [...kept, ...connection.headers] }
}
