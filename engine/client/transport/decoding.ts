import type { Readable, Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { defined } from '../../../language/defined.ts'
import { holdsTooMuch } from '../../evidence/parsed-size.ts'

/** The bytes of a body, as far as they are kept. */
export interface KeptBody {
  readonly bytes: Buffer
  /** True if there was more than is kept. */
  readonly truncated: boolean
  /** What is wrong with the declared content codings; a body that could not be decoded is kept as it came. */
  readonly codingFault?: string
}

/** How much is kept of a body that is too long to be judged: enough to see what it is. */
export const excerptLength = 1 << 16

/**
 * Reads a body and undoes its content codings (RFC 9110, 8.4), last applied first. What cannot be undone stays as it is.
 * Neither what comes over the wire nor what is made of it takes more room than `most` bytes at a time.
 */
export async function readAnswerBody(stream: Readable, codings: string | undefined, most: number): Promise<KeptBody> {
  return decodeBody(await collect(stream, most), codings, most)
}

/** Undoes the content codings of a body that was read; of one that is longer, or holds more values than can be judged, an excerpt is kept. */
export async function decodeBody(read: KeptBody, codings: string | undefined, most: number, signal?: AbortSignal): Promise<KeptBody> {
  const names = codingNames(codings)
  let kept = read
  const isEmpty = kept.bytes.length === 0
  for (const name of names.slice(0, mostCodings)) kept = await undone(kept, name, most, signal)
  const codingFault = isEmpty ? undefined : (namingFault(names) ?? kept.codingFault)
  const { bytes, truncated } = kept.truncated || holdsTooMuch(kept.bytes) ? beginning(kept.bytes) : kept
  return defined({ bytes, truncated, codingFault })
}

/** The first bytes of a body that is too long, in memory of their own. */
export function beginning(bytes: Buffer, length: number = excerptLength): KeptBody {
  return { bytes: Buffer.from(bytes.subarray(0, length)), truncated: true }
}

type Decoder = (lenient: boolean) => Transform

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: (lenient) => createGunzip(lenient ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
  'x-gzip': (lenient) => createGunzip(lenient ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
  deflate: (lenient) => createInflate(lenient ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
  br: (lenient) => createBrotliDecompress(lenient ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
  zstd: (lenient) =>
    createZstdDecompress({
      params: { [constants.ZSTD_d_windowLogMax]: zstdWindow },
      ...(lenient ? { finishFlush: constants.ZSTD_e_flush } : {}),
    }),
}

/** The binary logarithm of the largest window that a body in zstd may ask for, 8 MB (RFC 9659, 3). */
const zstdWindow = 23

const mostCodings = 3

function codingNames(codings = ''): string[] {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  return names.filter((name) => name !== '' && name !== 'identity').reverse()
}

/** An unknown coding, or several at once: a client that offers a few single ones can read neither. */
function namingFault(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !Object.hasOwn(decoders, name))
  if (unknown !== undefined) return `${unknown.slice(0, 40)}, which is unknown`
  return names.length > 1 ? `${names.length} codings, one upon the other` : undefined
}

async function undone(kept: KeptBody, name: string, most: number, signal?: AbortSignal): Promise<KeptBody> {
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (!decoder || kept.bytes.length === 0) return kept
  return inTurn(async () => {
    signal?.throwIfAborted()
    return decoded(kept, name, decoder(kept.truncated), most)
  })
}

let last: Promise<unknown> = Promise.resolve()

/** One body is decoded at a time: a few bytes can ask for a window of 16 MB and become as much again. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** A body that was cut off is decoded as far as it goes. */
async function decoded(kept: KeptBody, name: string, decoder: Transform, most: number): Promise<KeptBody> {
  decoder.end(kept.bytes)
  try {
    const { bytes, truncated } = await collect(decoder, most)
    return { ...kept, bytes, truncated: truncated || kept.truncated }
  } catch {
    return { ...kept, codingFault: `${name}, as which its bytes cannot be read` }
  }
}

async function collect(stream: Readable, most: number): Promise<KeptBody> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) {
      stream.on('error', () => {})
      stream.destroy()
      return { bytes: Buffer.concat(chunks).subarray(0, most), truncated: true }
    }
  }
  return { bytes: Buffer.concat(chunks), truncated: false }
}
