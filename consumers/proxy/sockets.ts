import type { Socket } from 'node:net'

export interface Sockets {
  add(socket: Socket): void
  /** How many bytes came by all of them, those that have ended included. */
  received(): number
  destroy(): void
}

/** Begins with none; of a connection that closes, only the bytes are kept. */
export function createSockets(): Sockets {
  const open = new Set<Socket>()
  let earlier = 0
  return {
    add: (socket) => {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        earlier += socket.bytesRead
      })
    },
    received: () => [...open].reduce((sum, { bytesRead }) => sum + bytesRead, earlier),
    destroy: () => {
      for (const socket of open) socket.destroy()
    },
  }
}
