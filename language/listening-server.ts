import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'

/** The address that a server listens on, 0 takes a free port of it. */
interface Place {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

/** Listens, and tells host and port as addresses have them. @throws when the port is taken or the host is no address of this machine. */
export async function startListening(server: Server, { host = '127.0.0.1', port = 0 }: Place = {}): Promise<string> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return `${host.includes(':') ? `[${host}]` : host}:${listeningPort(server)}`
}

/** The port on which a server listens. @throws where it does not listen, or on a path, which is a fault of the caller. */
export function listeningPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`The server listens on no port, but on ${address ?? 'nothing'}.`)
  return address.port
}

export async function stopListening(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
