import type { Socket } from 'node:net'

/** Connections to one origin that serve the same requests; they are opened no faster than a small server takes them. */
export interface ConnectionPool {
  /** Waits until one is free or another may be opened, urgent requests first. Rejects with the signal's reason if the run ends first. */
  enter(signal: AbortSignal, isUrgent?: boolean): Promise<void>
  leave(): void
  note(socket: Socket): void
}

/**
 * How many connections may be open without a byte of an answer. A server with a listen queue of five, like Python's own, holds
 * six, and any further connection waits for seconds.
 */
const mostQueued = 6

/** How long a connection counts as not yet accepted, in milliseconds: after that, it is the answer that takes its time. */
interface Patience {
  /** While only one connection at a time was seen to be accepted: older ones may still be in the queue. */
  readonly alone: number
  /** Once it is known to serve several connections at once. */
  readonly beside: number
  /** Once it is known to serve many, as no server does that starts a process for each. */
  readonly among: number
}

const usual: Patience = { alone: 250, beside: 20, among: 5 }

/** How many connections, answered and open, are many: Python's server has at most forty processes. */
const many = 48

/** How long it takes to connect at least, in milliseconds, where the queue was full: the system tries again after a second. */
const overrun = 900

interface Origin {
  readonly pools: Load[]
  /** The connections that may still be in the queue of the server, and since when, in milliseconds. */
  readonly queued: Map<Socket, number>
  readonly waiting: Waiting[]
  readonly patience: Patience
  /** When the connections were seen to be answered, in milliseconds. */
  readonly answered: WeakMap<Socket, number>
  /** How it was seen to serve connections. */
  serves: keyof Patience
  /** How it is trusted to serve them at best: once its queue was full, it is not hurried again. */
  best: keyof Patience
}

/** The connections of a pool, and how many requests are under way on them. */
interface Load {
  readonly open: Set<Socket>
  entered: number
}

interface Waiting {
  readonly load: Load
  readonly isUrgent: boolean
  readonly go: () => void
}

export function createPools(patience = usual): () => ConnectionPool {
  const origin: Origin = { pools: [], queued: new Map(), waiting: [], patience, answered: new WeakMap(), serves: 'alone', best: 'among' }
  return () => {
    const load: Load = { open: new Set(), entered: 0 }
    origin.pools.push(load)
    return {
      enter: (signal, isUrgent = false) => turn(origin, load, isUrgent, signal),
      leave: () => {
        load.entered -= 1
        observe(origin)
        admit(origin)
      },
      note: (socket) => follow(origin, load, socket),
    }
  }
}

function turn(origin: Origin, load: Load, isUrgent: boolean, signal: AbortSignal): Promise<void> {
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
    const own: Waiting = { load, isUrgent, go }
    const patient = isUrgent ? waiting.findIndex((other) => !other.isUrgent) : -1
    waiting.splice(patient < 0 ? waiting.length : patient, 0, own)
    admit(origin)
    if (waiting.includes(own)) signal.addEventListener('abort', stop, { once: true })
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

function isFree({ pools, queued, patience, serves }: Origin, load: Load): boolean {
  if (lackingIn(load) < 0) return true
  const since = performance.now() - patience[serves]
  let waiting = 0
  for (const each of pools) waiting += Math.max(0, lackingIn(each))
  for (const [socket, opened] of queued) {
    if (isAnswered(socket)) queued.delete(socket)
    else if (opened > since) waiting += 1
  }
  return waiting < mostQueued
}

/** Several that stay open once answered show that it serves several at once; one that closes then overlaps the next for a moment. */
function observe(origin: Origin): void {
  const { pools, answered, patience } = origin
  if (origin.serves === origin.best) return
  const all = [...pools.values().flatMap(({ open }) => open.values().filter(isAnswered))]
  for (const socket of all) if (!answered.has(socket)) answered.set(socket, performance.now())
  const lasting = all.filter((socket) => performance.now() - (answered.get(socket) ?? 0) >= patience.beside)
  if (lasting.length >= many) origin.serves = origin.best
  else if (lasting.length > 1) origin.serves = 'beside'
}

function isAnswered({ bytesRead, destroyed }: Socket): boolean {
  return bytesRead > 0 && !destroyed
}

/** How many connections a pool lacks for the requests under way: negative if some are free. */
function lackingIn({ entered, open }: Load): number {
  let lacking = entered
  for (const { destroyed } of open) if (!destroyed) lacking -= 1
  return lacking
}

function follow(origin: Origin, { open }: Load, socket: Socket): void {
  const { queued, patience } = origin
  const began = performance.now()
  open.add(socket)
  queued.set(socket, began)
  socket.once('connect', () => {
    if (performance.now() - began < overrun) return
    origin.best = 'beside'
    if (origin.serves === 'among') origin.serves = origin.best
  })
  // A timer may be early by a fraction of a millisecond.
  const timers = Object.values(patience).map((milliseconds) => setTimeout(admit, milliseconds + 1, origin))
  socket.once('close', () => {
    for (const timer of timers) clearTimeout(timer)
    open.delete(socket)
    queued.delete(socket)
    observe(origin)
    admit(origin)
  })
}
