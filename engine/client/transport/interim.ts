import type { Duplex } from 'node:stream'

/**
 * Skips every interim answer but `101`. Clients have to, whether they asked for it or not (RFC 9110, 15.2); undici breaks the connection at a
 * `100 Continue`, also behind another one. What has no end is broken off: undici reads interim answers and extensions of chunks for ever.
 */
export function passingOverInterim<Stream extends Duplex>(stream: Stream): Stream {
  const read = stream.read.bind(stream)
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  let isAwaited = false
  let held: Buffer = empty
  let [left, room] = [mostInterim, mostBytes]
  const next = (): Buffer | null => {
    for (let piece: unknown = read(); Buffer.isBuffer(piece); piece = read()) {
      room -= piece.length
      if (room > 0 && !isAwaited) return piece
      const { rest: bytes, count } = afterInterim(Buffer.concat([held, piece]), left)
      held = bytes
      left -= count
      if (left < 0 || room <= 0) {
        stream.destroy(new Endless())
        return null
      }
      if (mayGoOn(held)) continue
      isAwaited = false
      const rest = held
      held = empty
      return rest
    }
    return null
  }
  const sent = (...given: unknown[]): boolean => {
    isAwaited = true
    ;[left, room] = [mostInterim, mostBytes]
    return write(...given)
  }
  return Object.assign(stream, { read: next, write: sent })
}

const empty = Buffer.alloc(0)
const beginning = /^HTTP\/1\.[01] 1(?!01)\d\d(?: [^\r\n]*)?\r?\n/
const ending = /\r?\n\r?\n/
const longest = 1 << 16

/** The most that are skipped: one would be enough, and a target that sends nothing else never answers. */
const mostInterim = 10

/** How many bytes an answer may take, more than the longest body that is read and its chunks. */
const mostBytes = 40 << 20

/** Told as undici tells which rule of HTTP an answer breaks. */
class Endless extends Error {
  override readonly name = 'HTTPParserError'
  override readonly message = 'Response not read (an answer has no end)'
}

/** What follows the heads of interim answers that bytes begin with, as far as these are whole, and how many these are, or more than so many. */
function afterInterim(bytes: Buffer, most: number): { readonly rest: Buffer; readonly count: number } {
  let rest = bytes
  for (let count = 0; ; count += 1) {
    const head = rest.toString('latin1', 0, longest)
    const end = count <= most && beginning.test(head) ? ending.exec(head) : null
    if (!end) return { rest, count }
    rest = rest.subarray(end.index + end[0].length)
  }
}

/** True for bytes that may become such a head, or of which nothing is left. */
function mayGoOn(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, longest)
  return bytes.length < longest && started.test(head + 'HTTP/1.1 100 '.slice(head.length))
}

const started = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/
