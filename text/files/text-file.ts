import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** The most that is read of a file, where it is not said otherwise, in bytes: what YAML consists of takes a hundred times the room. */
const ordinary = 1 << 20

/** How long is waited for somebody at the other end of a pipe, in milliseconds. */
export const usualWait = 2000

/**
 * The text of a file, a pipe or a device that somebody named, up to a length, since it may have no end. It is in UTF-8 or, as some shells
 * and editors write it, in UTF-16; a byte order mark is no part of it. @throws an error that `fileFault` puts in words
 */
export function readText(path: string, most: number = ordinary, longestWait: number = usualWait): string {
  const bytes = readBytes(path, most, longestWait)
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
}

/** The bytes of the same, up to a length. @throws an error that `fileFault` puts in words */
export function readBytes(path: string, most: number, longestWait: number = usualWait): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(file)
    const read = () => allOf(file, found, most, longestWait)
    return found.isFile() ? read() : unheard(read)
  } finally {
    closeSync(file)
  }
}

function allOf(file: number, found: Stats, most: number, longestWait: number): Buffer {
  const parts: Buffer[] = []
  let room = Buffer.allocUnsafe(Math.max(least, Math.min(found.size, most) + 1))
  const isTooLarge = found.isFile() && found.size > most
  for (let length = 0; !isTooLarge && length <= most; ) {
    const read = readWaiting(file, room, found.isFIFO() && length === 0 ? longestWait : undefined)
    if (read === 0) return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts.push(room.subarray(0, read))
    length += read
    room = read < room.length ? room.subarray(read) : Buffer.allocUnsafe(least)
  }
  throw new Error(`it is too large: ${Math.ceil(most / 1024)} KB at most are read`)
}

/** Runs what may wait for others without end. Nothing hears a signal meanwhile, so that it ends the process as it does where nobody listens. */
function unheard<Result>(wait: () => Result): Result {
  const signals = process.eventNames().filter((name): name is NodeJS.Signals => String(name).startsWith('SIG'))
  const listeners = signals.map((signal) => [signal, process.rawListeners(signal) as NodeJS.SignalsListener[]] as const)
  for (const [signal, heard] of listeners) for (const hear of heard) process.off(signal, hear)
  try {
    return wait()
  } finally {
    for (const [signal, heard] of listeners) for (const hear of heard) process.on(signal, hear)
  }
}

/** In how large parts is read what does not say how long it is. */
const least = 1 << 16

/** So long of it at a time. */
export const pipePause = 20

/** Waits for data that is about to be written and, if a time is given, for a writer to appear. */
function readWaiting(file: number, chunk: Buffer, longestWait: number | undefined): number {
  for (let waited = 0; ; waited += pipePause) {
    const read = readAtOnce(file, chunk)
    const isUnwritten = read === 0 && longestWait !== undefined
    if (read !== undefined && !isUnwritten) return read
    if (isUnwritten && waited >= longestWait) throw Object.assign(new Error('nobody writes into it'), { code: 'ERR_NO_WRITER' })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pipePause)
  }
}

/** Undefined if somebody is about to write. */
function readAtOnce(file: number, chunk: Buffer): number | undefined {
  try {
    return readSync(file, chunk)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}

/** By its byte order mark, or by the half of the first character that is zero: what is written for us begins with a plain one. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}
