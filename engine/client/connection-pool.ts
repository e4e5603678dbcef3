import type { Socket } from 'node:net'

/** Connections to one origin that serve the same requests; they are opened no faster than a small server takes them. */
export interface ConnectionPool {
  /** Waits until one of them is free or another may be opened. Rejects with the signal's reason where the run ends first. */
  enter(signal: AbortSignal): Promise<void>
  /** A request that entered is over. */
  leave(): void
  /** One more begins to open. */
  note(socket: Socket): void
}

/**
 * How many connections may be open without a byte of an answer: the queue of a server that asks for one of five, as Python's own do, holds
 * six, and whoever comes beside these waits for seconds.
 */
const mostQueued = 6

/** What the pools of one origin have in common. */
interface Origin {
  readonly pools: Load[]
  /** The connections that may still be in the queue of the server. */
  readonly queued: Set<Socket>
  readonly waiting: Waiting[]
  /** How long a connection counts as not yet taken, in milliseconds: after that it is the answer that takes its time. */
  readonly longestQueued: number
}

/** The connections of a pool, and how many requests are under way on them. */
interface Load {
  readonly open: Set<Socket>
  entered: number
}

interface Waiting {
  readonly load: Load
  readonly go: () => void
}

/** Makes the pools of one origin, whose connections count as not yet taken for so many milliseconds. */
export function createPools(longestQueued = 250): () => ConnectionPool {
  const origin: Origin = { pools: [], queued: new Set(), waiting: [], longestQueued }
  return () => {
    const load: Load = { open: new Set(), entered: 0 }
    origin.pools.push(load)
    return {
      enter: (signal) => turn(origin, load, signal),
      leave: () => {
        load.entered -= 1
        admit(origin)
      },
      note: (socket) => follow(origin, load, socket),
    }
  }
}

function turn(origin: Origin, load: Load, signal: AbortSignal): Promise<void> {
  const { waiting } = origin
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      waiting.splice(waiting.indexOf(own), 1)
      reject(signal.reason)
    }
    const go = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const own: Waiting = { load, go }
    signal.addEventListener('abort', stop, { once: true })
    waiting.push(own)
    admit(origin)
  })
}

function admit(origin: Origin): void {
  const { waiting } = origin
  for (let first = waiting[0]; first && isFree(origin, first.load); first = waiting[0]) {
    waiting.shift()
    first.load.entered += 1
    first.go()
  }
}

function isFree({ pools, queued }: Origin, load: Load): boolean {
  if (lackingIn(load) < 0) return true
  const beginning = pools.reduce((sum, each) => sum + Math.max(0, lackingIn(each)), 0)
  return beginning + [...queued].filter(({ bytesRead }) => bytesRead === 0).length < mostQueued
}

/** How many connections a pool has too few for what is under way: a negative number where some are free. */
function lackingIn({ entered, open }: Load): number {
  return entered - [...open].filter(({ destroyed }) => !destroyed).length
}

function follow(origin: Origin, { open }: Load, socket: Socket): void {
  const { queued, longestQueued } = origin
  const taken = () => {
    if (queued.delete(socket)) admit(origin)
  }
  open.add(socket)
  queued.add(socket)
  const old = setTimeout(taken, longestQueued)
  socket.once('close', () => {
    clearTimeout(old)
    open.delete(socket)
    taken()
  })
}
