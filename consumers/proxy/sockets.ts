import type { Socket } from 'node:net'

export type Sockets = ReturnType<typeof createSockets>

/** Begins with none; of a connection that closes, only the bytes are kept. */
export function createSockets() {
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
