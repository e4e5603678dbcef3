import { connect as connectPlain, createServer as createPlain, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTls } from 'node:tls'
import type { Contract } from '../../contracts/contract.ts'
import { validatorsFor } from '../../contracts/schemas/validators.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { isOfThisMachine } from '../../engine/loopback.ts'
import { defined } from '../../language/defined.ts'
import { startListening } from '../../language/listening-server.ts'
import { type Backlog, createBacklog } from '../traffic/backlog.ts'
import { trafficAnswerChecks } from '../traffic/checks/answer-checks.ts'
import { createTraffic, type JudgedTraffic, type Traffic, type TrafficOptions } from '../traffic/traffic.ts'
import type { Head } from './framing.ts'
import { createGuard } from './guard.ts'
import { createLearning, type Learning } from './secrets.ts'
import { joinTunnel } from './tunnel.ts'

export interface ProxyOptions {
  readonly contract: Contract
  /** The address of the service; its path is the prefix of all paths. */
  readonly target: string
  readonly settings: Readonly<Record<string, string>>
  readonly operations: readonly string[]
  readonly host?: string
  readonly port?: number
  /** Leaves Host as the client sends it. */
  readonly keepHost: boolean
  readonly allowWithdrawals: boolean
  /** A certificate and its key, in PEM, for the proxy's own side. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Certificates of a private authority, in PEM, that the target's is trusted by. */
  readonly ca?: string
  readonly onExchange?: (exchange: Exchange, counts: Traffic['counts']) => void
  readonly onFinding?: TrafficOptions['onFinding']
}

export interface RunningProxy {
  readonly url: string
  /** How many bytes came from either side so far. */
  passed(): number
  /** Ends all connections, and says what was found. */
  close(): Promise<JudgedTraffic>
}

/** Starts a proxy that changes no byte of what passes but the value of Host. @throws when the port is taken. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const passage = await createPassage(options)
  const sockets = createSockets()
  const { server, url } = await listen(options, (client) => connect(client, sockets, options, passage))
  return {
    url,
    passed: sockets.received,
    close: async () => {
      sockets.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      return conclusion(options, passage)
    },
  }
}

interface Passage {
  readonly target: URL
  readonly bases: Readonly<Record<string, string>>
  readonly traffic: Traffic
  readonly learning: Learning
  readonly backlog: Backlog
  /** How many requests were not passed on because they might move money. */
  held: number
  /** How often the target was not reached, by the reason. */
  readonly unreached: Map<string, number>
  nextId(): string
}

async function createPassage(options: ProxyOptions): Promise<Passage> {
  const { contract, settings, operations, onFinding } = options
  const bases = Object.fromEntries(contract.bases.map((base) => [base, options.target.replace(/\/$/, '')]))
  const briefing = { contract, bases, settings, decoys: {}, callbacks: [], awaitsCallback: false }
  const answers = trafficAnswerChecks(contract, await validatorsFor(contract))
  const traffic = createTraffic(defined({ briefing, operations, answers, onFinding }))
  const learning = createLearning(contract)
  const backlog = createBacklog((exchange) => {
    traffic.see(exchange)
    learning.see(exchange.request)
    options.onExchange?.(exchange, traffic.counts)
  })
  let requests = 0
  const nextId = () => {
    requests += 1
    return `request/${requests}`
  }
  return { target: new URL(options.target), bases, traffic, learning, backlog, held: 0, unreached: new Map(), nextId }
}

function connect(client: Socket, sockets: Sockets, options: ProxyOptions, passage: Passage): void {
  const { target, unreached } = passage
  const upstream = connectTo(options, target)
  for (const socket of [client, upstream]) sockets.add(socket)
  const giveUp = (error: NodeJS.ErrnoException) => {
    const why = reasonOf(error)
    unreached.set(why, (unreached.get(why) ?? 0) + 1)
    client.destroy()
  }
  client.once('error', () => upstream.destroy())
  upstream.once('error', giveUp).once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    upstream.off('error', giveUp)
    join(client, upstream, options, passage)
  })
}

function join(client: Socket, upstream: Socket, options: ProxyOptions, passage: Passage): void {
  const { target, bases, backlog, nextId } = passage
  const guard = createGuard(options.contract, bases, target.origin)
  const refuse = (head: Head | 'unreadable') => {
    if (options.allowWithdrawals || isOfThisMachine(upstream.remoteAddress ?? '')) return undefined
    const reason = guard(head)
    if (reason !== undefined) passage.held += 1
    return reason
  }
  joinTunnel(
    defined({
      client,
      target: upstream,
      host: options.keepHost ? undefined : target.host,
      refuse,
      taps: { origin: target.origin, isOwn: ownAddress(client, options), nextId, now: Date.now, taken: backlog.add },
    }),
  )
}

function conclusion({ allowWithdrawals }: ProxyOptions, passage: Passage): JudgedTraffic {
  const { target, traffic, learning, backlog, held, unreached } = passage
  backlog.drain()
  const connection = { headers: [], tls: {}, hidden: learning.learned() }
  const notes = [
    ...(traffic.counts.all === 0 ? ['Nothing passed.'] : []),
    ...(held > 0 ? [`${held} requests were not passed on: they might have moved money (--allow-withdrawals).`] : []),
    ...[...unreached].map(([why, count]) => `${count} connections could not be passed on: ${why}.`),
  ]
  return traffic.conclude({ side: 'both', name: `${target.origin} and its client`, allowWithdrawals, connection, notes })
}

/** Tells whether an address is the proxy's own: some clients write a whole address into each request. */
function ownAddress({ localPort, localAddress = '' }: Socket, { host = '127.0.0.1' }: ProxyOptions): (url: string) => boolean {
  const names = new Set([host, localAddress.replace(/^::ffff:/, ''), 'localhost'])
  return (text) => {
    const { hostname, port } = URL.parse(text) ?? {}
    return hostname !== undefined && names.has(hostname.replace(/^\[|\]$/g, '')) && Number(port || 80) === localPort
  }
}

function reasonOf({ code = 'no reason given' }: NodeJS.ErrnoException): string {
  return /CERT|SIGNATURE|ISSUER/.test(code)
    ? `the target's certificate is not trusted (${code}); --ca names who signed it`
    : `the target took none (${code})`
}

function connectTo({ ca }: ProxyOptions, { protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const place = { host, port: Number(port || (isTls ? 443 : 80)), allowHalfOpen: true }
  const socket = isTls
    ? connectTls(defined({ ...place, servername: /^[\d.:]+$/.test(host) ? undefined : host, ALPNProtocols: ['http/1.1'], ca }))
    : connectPlain(place)
  return socket.setNoDelay(true)
}

async function listen({ tls, host, port, target }: ProxyOptions, take: (client: Socket) => void) {
  const options = { allowHalfOpen: true, noDelay: true }
  const server: Server = tls ? createTls({ ...options, ...tls, ALPNProtocols: ['http/1.1'] }, take) : createPlain(options, take)
  const prefix = new URL(target).pathname.replace(/\/$/, '')
  return { server, url: `${tls ? 'https' : 'http'}://${await startListening(server, { host, port })}${prefix}` }
}

type Sockets = ReturnType<typeof createSockets>

/** Begins with none; of a connection that closes, only the bytes are kept. */
function createSockets() {
  const open = new Set<Socket>()
  let earlier = 0
  return {
    add: (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        earlier += socket.bytesRead
      })
    },
    /** How many bytes came by all of them, those that have ended included. */
    received: () => [...open].reduce((sum, { bytesRead }) => sum + bytesRead, earlier),
    destroy: () => {
      for (const socket of open) socket.destroy()
    },
  }
}
