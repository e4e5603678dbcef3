import type { Server } from 'node:net'

/** The port on which a server listens. @throws where it does not listen, or on a path, which is a fault of the caller. */
export function listeningPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`The server listens on no port, but on ${address ?? 'nothing'}.`)
  return address.port
}
