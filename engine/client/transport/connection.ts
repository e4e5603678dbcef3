import type { Headers, SentRequest } from '../../exchange.ts'
import { isLoopback } from '../../loopback.ts'

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

/** Addresses of proxies by the scheme of what is asked for, and the hosts that are reached directly (as NO_PROXY has them). */
export interface ProxyAddresses {
  readonly http?: string | undefined
  readonly https?: string | undefined
  readonly except?: string | undefined
}

/** The proxy through which an address is reached; none for an address on this machine. */
export function proxyFor(proxy: ProxyAddresses | undefined, url: string): string | undefined {
  if (!proxy || isLoopback(url) || isExcepted(proxy, new URL(url))) return undefined
  return (url.startsWith('https:') ? proxy.https : proxy.http) || undefined
}

/** True if a host is among those that NO_PROXY names: `*`, a host, a domain (with or without a dot before it), each with a port or not. */
function isExcepted({ except = '' }: ProxyAddresses, { hostname, port, protocol }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const actual = port || (protocol === 'https:' ? '443' : '80')
  return except
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [name = '', wanted] = entry.startsWith('[') ? entry.slice(1).split(/\]:?/) : entry.split(':')
      const domain = name.replace(/^\*?\.(?=.)/, '')
      return (!wanted || wanted === actual) && (domain === '*' || host === domain || host.endsWith(`.${domain}`))
    })
}
