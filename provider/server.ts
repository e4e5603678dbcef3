import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Operation } from '../contracts/contract.ts'
import { startListening, stopListening } from '../language/listening-server.ts'
import { plainHttp } from '../language/plain-http.ts'
import { type ParsingError, proxied, type Unreadable, unheard, unreadable, unreadableReply } from './broken-request.ts'
import type { ProviderOptions } from './options.ts'
import { readRequestBody, received } from './received.ts'
import { send } from './reply.ts'
import { createService, explainAhead, handle, prefixOf, type Service, tooLong } from './service.ts'
import type { Witness } from './witness.ts'

/** A provider that listens, and what a client has to know to ask it. */
export interface RunningProvider {
  /** The address of the first base, its prefix included, without a slash at the end. */
  readonly url: string
  readonly bases: Readonly<Record<string, string>>
  /** Its credentials and what to ask for, by the name of the setting. */
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts the reference provider of a contract. @throws when the port is taken. */
export async function startProvider(options: ProviderOptions = {}): Promise<RunningProvider> {
  const service = createService(options)
  const { bases } = service.contract
  const groups = options.separateBases ? bases.map((base) => [base]) : [bases]
  const servers = await Promise.all(groups.map((group) => listen(service, group, options)))
  const addresses = servers.flatMap(({ url, group }) => group.map((base) => [base, `${url}${prefixOf(options, base)}`] as const))
  return {
    url: addresses[0]?.[1] ?? '',
    bases: Object.fromEntries(addresses),
    settings: service.state.settings,
    close: async () => {
      await Promise.all([service.notifier.close(), ...servers.map(({ server }) => ended(server))])
    },
  }
}

async function listen(service: Service, group: readonly string[], { host, port, tls }: ProviderOptions) {
  const operations = service.contract.operations.filter(({ base }) => group.includes(base))
  const { witness } = service.options
  const latest = new WeakMap<object, IncomingMessage>()
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    latest.set(message.socket, message)
    const found = unheard(message)
    if (found) return turnAway(message.socket, found, witness)
    serve(service, operations, message, response).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer({ ...tls, ...patience }, listener) : plainHttp.createServer(patience, listener)
  server.on('clientError', (error: ParsingError, socket) => {
    const found = unreadable(error, latest.get(socket))
    turnAway(socket, found, gone.includes(error.code ?? '') ? undefined : witness)
  })
  server.on('connect', (_message, socket) => turnAway(socket, proxied, witness))
  server.on('checkExpectation', listener)
  if (witness) watch(server, witness)
  return { server, group, url: `${tls ? 'https' : 'http'}://${await startListening(server, { host, port })}` }
}

async function serve(service: Service, operations: readonly Operation[], message: IncomingMessage, response: ServerResponse) {
  const { clock, behaviour = {}, witness } = service.options
  // By a clock of a test's own, what it takes on this machine would be time that never passed.
  const elapsed = clock ?? (() => performance.now())
  const [at, started] = [(clock ?? Date.now)(), elapsed()]
  const body = await readRequestBody(message)
  if (witness) message.socket.emit('whole')
  const request = received(message, body ?? Buffer.alloc(0), at)
  if (body) await explainAhead(service, operations, request)
  const reply = body ? handle(service, operations, request) : tooLong(service)
  if (behaviour.latency) await new Promise((resolve) => setTimeout(resolve, behaviour.latency))
  send(reply, response, behaviour.transport ?? {}, request.headers['accept-encoding'] ?? '')
  witness?.served({ message, request, operations, isWhole: body !== undefined, reply, durationMs: elapsed() - started })
}

/** Answers what the parser of HTTP would refuse without a word. */
function turnAway(socket: Duplex, found: Unreadable, witness: Witness | undefined): void {
  witness?.broken(found.words)
  if (socket.writable) socket.end(unreadableReply(found))
  else socket.destroy()
}

/** How many milliseconds a request may take to come whole: one whose body is shorter than it says never does. A host is asked for here. */
const patience = { requestTimeout: 20_000, connectionsCheckingInterval: 2000, requireHostHeader: false }

/** What a client leaves behind that went away. */
const gone = ['ECONNRESET', 'EPIPE']

/** Reports an unfinished request to the witness when the server closes. */
function watch(server: Server, { broken }: Witness): void {
  const begun = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    for (const event of ['whole', 'close']) socket.once(event, () => begun.delete(socket))
    begun.add(socket)
  })
  server.once('closing', () => {
    for (const { bytesRead } of begun) if (bytesRead > 0) broken(unreadable(undefined, undefined).words)
  })
}

function ended(server: Server): Promise<void> {
  server.emit('closing')
  return stopListening(server)
}
