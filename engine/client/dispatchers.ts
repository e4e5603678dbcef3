import { getCACertificates } from 'node:tls'
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { Connection } from './connection.ts'
import { proxyFor } from './proxy.ts'

/** What sends the requests of a client: through the connection's proxy where one applies, else directly. */
export interface Dispatchers {
  /** Of a name, one with a connection of its own, where no proxy stands in between. */
  of(url: string, name?: string): Dispatcher
  close(): Promise<void>
}

export interface DispatchersOptions {
  readonly connections: number
  /** The most that opening a connection may take, in milliseconds. */
  readonly timeout: number
}

/** Opens the dispatchers of a connection. */
export function createDispatchers(connection: Connection | undefined, { connections, timeout }: DispatchersOptions): Dispatchers {
  const { ca, ...own } = connection?.tls ?? {}
  const trusted = { timeout, ...(ca !== undefined && { ca: [...getCACertificates('default'), ca] }) }
  const common = { connections, pipelining: 1, keepAliveTimeout: 2000, maxHeaderSize: 65_536, connect: { ...trusted, ...own } }
  const direct = new Agent(common)
  const proxies = new Map<string, ProxyAgent>()
  const singles = new Map<string, Agent>()

  const through = (uri: string): ProxyAgent => {
    const known = proxies.get(uri)
    if (known) return known
    const agent = new ProxyAgent({ ...common, uri, requestTls: common.connect, proxyTls: trusted })
    proxies.set(uri, agent)
    return agent
  }
  const single = (name: string): Agent => {
    const agent = singles.get(name) ?? new Agent({ ...common, connections: 1 })
    singles.set(name, agent)
    return agent
  }
  return {
    of: (url, name) => {
      const proxy = proxyFor(connection?.proxy, url)
      if (proxy !== undefined) return through(proxy)
      return name === undefined ? direct : single(name)
    },
    close: async () => {
      await Promise.all([direct, ...singles.values(), ...proxies.values()].map((agent) => agent.destroy()))
    },
  }
}
