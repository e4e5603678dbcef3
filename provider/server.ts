import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Operation } from '../contracts/contract.ts'
import type { ProviderOptions } from './options.ts'
import { readBody, received } from './received.ts'
import { send } from './reply.ts'
import { createService, handle, prefixOf, type Service, tooLong } from './service.ts'

/** A provider that is listening. */
export interface RunningProvider {
  /** The address of the first base, its prefix included, without a slash at the end. */
  readonly url: string
  /** The address of each base. */
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
    settings: service.bench.settings,
    close: async () => {
      await Promise.all([service.notifier.close(), ...servers.map(({ server }) => closed(server))])
    },
  }
}

async function listen(service: Service, group: readonly string[], { host = '127.0.0.1', port = 0, tls }: ProviderOptions) {
  const operations = service.contract.operations.filter(({ base }) => group.includes(base))
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    serve(service, operations, message, response).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer(tls, listener) : createPlainServer(listener)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return { server, group, url: `${tls ? 'https' : 'http'}://${name}:${address.port}` }
}

async function serve(
  service: Service,
  operations: readonly Operation[],
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock = Date.now, behaviour = {} } = service.options
  const at = clock()
  const body = await readBody(message)
  const request = received(message, body ?? Buffer.alloc(0), service.count(), at)
  const reply = body ? handle(service, operations, request) : tooLong(service)
  if (behaviour.latency) await new Promise((resolve) => setTimeout(resolve, behaviour.latency))
  send(reply, response, behaviour.transport ?? {}, request.headers['accept-encoding'] ?? '')
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
