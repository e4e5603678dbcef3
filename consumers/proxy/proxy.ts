import { type AddressInfo, connect as connectPlain, createServer as createPlain, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTls } from 'node:tls'
import type { Contract } from '../../contracts/contract.ts'
import { validatorsFor } from '../../contracts/validators.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Run } from '../../engine/run.ts'
import { defined } from '../../spec/defined.ts'
import { trafficAnswerChecks } from '../traffic/answer-checks.ts'
import { type Backlog, createBacklog } from '../traffic/backlog.ts'
import { sizeOf } from '../traffic/keeping.ts'
import { createTraffic, type Traffic, type TrafficOptions } from '../traffic/traffic.ts'
import type { Head } from './framing.ts'
import { createGuard } from './guard.ts'
import { createLearning } from './secrets.ts'
import { joinTunnel } from './tunnel.ts'

/** What a proxy stands between, and by what it judges. */
export interface ProxyOptions {
  readonly contract: Contract
  /** The address of the service; what stands behind its host is the prefix of all paths. */
  readonly target: string
  /** What is known of the credentials, to judge by them. */
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

/** A proxy that listens. */
export interface RunningProxy {
  readonly url: string
  /** How many bytes came from either side by now. */
  passed(): number
  /** Ends all connections, and says what was found. */
  close(): Promise<{ readonly run: Run; readonly requests: number }>
}

/** Starts a proxy that changes no byte of what passes but the value of Host. @throws when the port is taken. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { contract, operations, target: address, settings } = options
  const startedAt = Date.now()
  const target = new URL(address)
  const bases = Object.fromEntries(contract.bases.map((base) => [base, address.replace(/\/$/, '')]))
  const briefing = { contract, bases, settings, decoys: {}, callbacks: [], awaitsCallback: false }
  const answers = trafficAnswerChecks(contract, await validatorsFor(contract))
  const traffic = createTraffic(defined({ briefing, operations, answers, onFinding: options.onFinding }))
  const learning = createLearning(contract)
  const [held, ids, lost] = [{ count: 0 }, { count: 0 }, new Map<string, number>()]
  const nextId = () => {
    ids.count += 1
    return `request/${ids.count}`
  }
  const judge = createBacklog<Exchange>((exchange) => {
    traffic.see(exchange)
    learning.see(exchange.request)
    options.onExchange?.(exchange, traffic.counts)
  })
  const sockets = new Set<Socket>()
  let ended = 0
  const forget = (socket: Socket) => {
    sockets.delete(socket)
    ended += socket.bytesRead
  }
  const server = await listen(options, (client) => {
    const upstream = connectTo(options, target)
    for (const socket of [client, upstream]) sockets.add(socket.once('close', () => forget(socket)))
    const give = (error: NodeJS.ErrnoException) => {
      const why = unreached(error)
      lost.set(why, (lost.get(why) ?? 0) + 1)
      client.destroy()
    }
    client.once('error', () => upstream.destroy())
    upstream.once('error', give).once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      upstream.off('error', give)
      join(client, upstream, { options, target, bases, judge, held, nextId })
    })
  })
  return {
    url: urlOf(server, options),
    passed: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, ended),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      judge.drain()
      const judged = traffic.conclude()
      const hidden = learning.learned().filter(({ value }) => !Object.values(settings).includes(value))
      const name = `${target.origin} and its client`
      const unheard = [...lost].map(([why, count]) => `${count} connections could not be passed on: ${why}.`)
      const notes = held.count > 0 ? [`${held.count} requests were not passed on: they might have moved money (--allow-withdrawals).`] : []
      const run: Run = {
        contract,
        side: 'both',
        target: {
          name,
          bases,
          settings,
          operations,
          allowWithdrawals: options.allowWithdrawals,
          connection: { headers: [], tls: {}, hidden },
        },
        startedAt,
        finishedAt: Date.now(),
        complete: true,
        notes: [...(traffic.counts.all === 0 ? ['Nothing passed.'] : []), ...notes, ...unheard],
        ...judged,
        registered: [],
        diagnoses: [],
      }
      return { run, requests: traffic.counts.all }
    },
  }
}

interface Joining {
  readonly options: ProxyOptions
  readonly target: URL
  readonly bases: Readonly<Record<string, string>>
  readonly judge: Backlog<Exchange>
  readonly held: { count: number }
  readonly nextId: () => string
}

function join(client: Socket, upstream: Socket, { options, target, bases, judge, held, nextId }: Joining): void {
  const guard = createGuard(options.contract, bases, target.origin)
  const refuse = (head: Head | 'unreadable') => {
    if (options.allowWithdrawals || isLocal(upstream)) return undefined
    const reason = guard(head)
    if (reason !== undefined) held.count += 1
    return reason
  }
  joinTunnel(
    defined({
      client,
      target: upstream,
      host: options.keepHost ? undefined : target.host,
      refuse,
      taps: {
        origin: target.origin,
        isOwn: ownAddress(client, options),
        nextId,
        now: Date.now,
        taken: (exchange) => judge.add(exchange, sizeOf(exchange)),
      },
    }),
  )
}

/** Tells the addresses of the proxy: some clients write the whole of it into each request. */
function ownAddress({ localPort, localAddress = '' }: Socket, { host = '127.0.0.1' }: ProxyOptions): (url: string) => boolean {
  const names = new Set([host, localAddress.replace(/^::ffff:/, ''), 'localhost'])
  return (text) => {
    const { hostname, port } = URL.parse(text) ?? {}
    return hostname !== undefined && names.has(hostname.replace(/^\[|\]$/g, '')) && Number(port || 80) === localPort
  }
}

/** Why a target was not reached, in words. */
function unreached({ code = 'no reason given' }: NodeJS.ErrnoException): string {
  return /CERT|SIGNATURE|ISSUER/.test(code)
    ? `the target's certificate is not trusted (${code}); --ca names who signed it`
    : `the target took none (${code})`
}

/** What the connection says, whatever the name is. */
function isLocal({ remoteAddress = '' }: Socket): boolean {
  return /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/.test(remoteAddress)
}

function connectTo({ ca }: ProxyOptions, { protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const place = { host, port: Number(port || (isTls ? 443 : 80)), allowHalfOpen: true }
  const socket = isTls
    ? connectTls(
        defined({
          ...place,
          servername: /^[\d.:]+$/.test(host) ? undefined : host,
          ALPNProtocols: ['http/1.1'],
          ca,
        }),
      )
    : connectPlain(place)
  return socket.setNoDelay(true)
}

async function listen({ tls, host = '127.0.0.1', port = 0 }: ProxyOptions, take: (client: Socket) => void): Promise<Server> {
  const options = { allowHalfOpen: true, noDelay: true }
  const server: Server = tls ? createTls({ ...options, ...tls, ALPNProtocols: ['http/1.1'] }, take) : createPlain(options, take)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}

function urlOf(server: Server, { tls, host = '127.0.0.1', target }: ProxyOptions): string {
  const { port } = server.address() as AddressInfo
  const prefix = new URL(target).pathname.replace(/\/$/, '')
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${prefix}`
}
