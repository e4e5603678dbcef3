import { lookup as systemLookup } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContextOptions } from 'node:tls'
import type { Dispatcher } from 'undici'
import openTunnel from 'undici/lib/api/api-connect.js'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import { defined } from '../../../language/defined.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { isLoopback, isOfThisMachine } from '../../loopback.ts'
import { type Connection, proxyFor } from './connection.ts'
import { type ConnectionPool, createPools } from './connection-pool.ts'
import { passingOverInterim } from './interim.ts'

export interface DispatchersOptions {
  readonly concurrency: number
  /** The most that opening a connection may take, in milliseconds. */
  readonly timeout: number
  /** Resolves names; the system's resolver unless a test brings its own. */
  readonly lookup?: LookupFunction | undefined
}

/** What sends the requests of a client: through the connection's proxy if one applies, otherwise directly. */
export function createDispatchers(connection: Connection | undefined, options: DispatchersOptions) {
  const sockets = new Set<Socket>()
  const pools = poolsByOrigin()
  const noteAs =
    (name: string): Note =>
    (socket, origin) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      pools.of(origin, name).note(socket)
    }
  const { proxyTls, ...common } = optionsOf(connection, options)
  const connectAs = (name: string) =>
    connectorOf(defined<Parameters<typeof connectorOf>[0]>({ ...common.connect, lookup: options.lookup }), noteAs(name))
  const direct = eachOnce((place) => new Agent({ ...common, ...idleIn(place, options), connect: connectAs(shared) }))
  const through = eachOnce((uri) => {
    const factory = tunnelsOf(noteAs(shared))
    return new ProxyAgent({ ...common, uri, requestTls: common.connect, proxyTls, factory, clientFactory: factory })
  })
  const single = eachOnce((name) => new Agent({ ...common, connections: 1, connect: connectAs(name) }))
  return {
    /** The dispatcher for an address, and the pool that a request enters first: of its own under a name, unless there is a proxy. */
    of: (url: string, name = shared): { readonly dispatcher: Dispatcher; readonly pool: ConnectionPool } => {
      const { origin } = new URL(url)
      const proxy = proxyFor(connection?.proxy, url)
      if (proxy !== undefined) return { dispatcher: through.of(proxy), pool: pools.of(new URL(proxy).origin, shared) }
      // A target that gets one request at a time may accept no more than one connection.
      if (name === shared || options.concurrency === 1)
        return { dispatcher: direct.of(isLoopback(origin) ? here : elsewhere), pool: pools.of(origin, shared) }
      return { dispatcher: single.of(name), pool: pools.of(origin, name) }
    },
    close: async () => {
      // Otherwise undici would wait for connections that are still being established.
      for (const socket of sockets) socket.destroy(new Error('the run is over'))
      await Promise.all([...direct.all(), ...single.all(), ...through.all()].map((agent) => agent.destroy()))
    },
  }
}

/** In HTTP/2 names have one case, and a server that ends a session for one request takes the answers to others with it. */
const allowH2 = false

/** What all dispatchers have in common, and how a proxy is connected to: it is not shown the target's client certificate. */
function optionsOf(connection: Connection | undefined, options: DispatchersOptions) {
  const { concurrency: connections, timeout } = options
  const { ca, ...own } = connection?.tls ?? {}
  const trusted = defined<SecureContextOptions>({ ca: ca === undefined ? undefined : [...getCACertificates('default'), ca] })
  return {
    connections,
    pipelining: 1,
    allowH2,
    ...idleIn(elsewhere, options),
    maxHeaderSize: 65_536,
    proxyTls: { timeout, allowH2, ...sharedContext(trusted) },
    connect: { timeout, allowH2, ...sharedContext({ ...trusted, ...own }) },
  }
}

/** One context for all connections: each that had its own would read and keep every authority again, which takes a megabyte. */
function sharedContext(options: SecureContextOptions) {
  return Object.keys(options).length === 0 ? {} : { secureContext: createSecureContext(options) }
}

/** The name of the pool whose connections all requests share that ask for none of their own. */
const shared = ''

function poolsByOrigin() {
  const origins = eachOnce(() => eachOnce(createPools()))
  return { of: (origin: string, name: string): ConnectionPool => origins.of(origin).of(name) }
}

function eachOnce<Made>(make: (name: string) => Made) {
  const made = new Map<string, Made>()
  return { all: () => made.values(), of: (name: string): Made => getOrInsert(made, name, make) }
}

const here = 'here'
const elsewhere = 'elsewhere'

/**
 * How long an idle connection is kept, in milliseconds: briefly if one request is sent at a time, because the target may accept few, and on
 * this machine, where a new one costs nothing and a server with few workers may block one of them for each open connection.
 */
function idleIn(place: string, { concurrency }: DispatchersOptions): { keepAliveTimeout: number; keepAliveMaxTimeout?: number } {
  const most = concurrency === 1 ? 100 : place === here ? 60 : undefined
  return most === undefined ? { keepAliveTimeout: 2000 } : { keepAliveTimeout: most, keepAliveMaxTimeout: most }
}

/** Pools whose sockets are all known, also those of a proxy, which opens tunnels. */
function tunnelsOf(note: Note): (origin: string | URL, options: object) => Dispatcher {
  return (origin, options: Pool.Options) => {
    const { connect } = options
    const known = typeof connect === 'function' ? { ...options, connect: noting(connect, note) } : options
    return Object.assign(new Pool(origin, known), { connect: openTunnel })
  }
}

/** Connects as usual, but refuses a name that the money guard takes for this machine if it resolves to any other. */
function connectorOf(options: buildConnector.BuildOptions & { readonly lookup?: LookupFunction }, note: Note): buildConnector.connector {
  const { lookup = systemLookup as LookupFunction } = options
  const anywhere = tolerant(noting(buildConnector(options), note))
  const here = tolerant(noting(buildConnector({ ...options, lookup: onlyHere(lookup) } as buildConnector.BuildOptions), note))
  return (asked, callback) => {
    if (!isLoopback(`http://${asked.hostname.includes(':') ? `[${asked.hostname}]` : asked.hostname}`)) return anywhere(asked, callback)
    here(asked, (...[error, socket]: Parameters<typeof callback>) => {
      if (error) return callback(error, null)
      const { remoteAddress } = socket
      if (remoteAddress !== undefined && isOfThisMachine(remoteAddress)) return callback(null, socket)
      socket.destroy()
      callback(remoteAddress === undefined ? closed() : new NotHere(asked.hostname), null)
    })
  }
}

/** Connects, and skips interim answers. */
function tolerant(connector: buildConnector.connector): buildConnector.connector {
  return (asked, callback) =>
    connector(asked, (...[error, socket]: Parameters<typeof callback>) =>
      error ? callback(error, null) : callback(null, passingOverInterim(socket)),
    )
}

/** Called with a socket and its origin when it starts to connect. */
type Note = (socket: Socket, origin: string) => void

/** Notes the sockets of a connector as they begin to connect: undici returns them from the call, undocumented. */
function noting(connector: buildConnector.connector, note: Note): buildConnector.connector {
  return (asked, callback) => {
    const socket: unknown = (connector as (...given: Parameters<buildConnector.connector>) => unknown)(asked, callback)
    if (socket instanceof Socket) note(socket, `${asked.protocol}//${asked.host}`)
  }
}

/** A connection that was closed as soon as it came about has no address any more. */
function closed(): Error {
  return Object.assign(new Error('the connection was closed as soon as it came about'), { code: 'ECONNRESET' })
}

/** A name that counts as this machine resolves to another one: nothing is sent there. */
class NotHere extends Error {
  readonly code = 'ASSAY_NOT_THIS_MACHINE'
  constructor(hostname: string) {
    super(`${hostname} does not lead to this machine, so nothing is sent there: name the target by its own address`)
  }
}

function onlyHere(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (!error && !addresses.every(isOfThisMachine)) callback(new NotHere(hostname), '', 0)
      else callback(error, found, family)
    })
}
