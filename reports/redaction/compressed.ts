import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib'

/** How much is unpacked of one piece of data, in bytes. */
export const mostUnpacked = 1 << 20

/** The decompressed bytes, as far as they go; `'too much'` above a limit, undefined if they are not compressed this way. */
export type Unpacked = Buffer | 'too much' | undefined

type Decoder = (bytes: Buffer) => Buffer

// What fails keeps its first chunk until the process waits for something, and thousands of texts are searched before that.
const bounds = { maxOutputLength: mostUnpacked, chunkSize: 1 << 10 }
const inflate: Decoder = (bytes) => inflateRawSync(bytes, { ...bounds, finishFlush: constants.Z_SYNC_FLUSH })
const unzstd: Decoder = (bytes) => zstdDecompressSync(bytes, { ...bounds, finishFlush: constants.ZSTD_e_flush })
const unzip: Decoder = (bytes) => {
  const head = bytes.toString('latin1', 0, 4)
  if (head === '\x28\xb5\x2f\xfd') return unzstd(bytes)
  // An entry of an archive stands behind its head, its name and a field.
  if (head === 'PK\x03\x04') return inflate(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)))
  return unzipSync(bytes, { ...bounds, finishFlush: constants.Z_SYNC_FLUSH })
}
const decoders: readonly Decoder[] = [
  unzip,
  inflate,
  (bytes) => brotliDecompressSync(bytes, { ...bounds, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  unzstd,
]

/** What unpacks from gzip, zlib, Zstandard or any entry of a zip archive that begins in the bytes, and from what is packed in that once more. */
export function* unzipped(bytes: Buffer, depth = 2): Generator<Unpacked> {
  for (const piece of begunIn(bytes)) {
    const whole = attempt(unzip, piece)
    yield whole
    if (Buffer.isBuffer(whole) && depth > 1) yield* unzipped(whole, depth - 1)
  }
}

export function inflated(bytes: Buffer): Unpacked {
  return attempt(inflate, bytes)
}

/** What the bytes decompress to in each coding that a server may forget to declare, also what begins among them, as behind a length. */
export function* unpackings(bytes: Buffer): Generator<Exclude<Unpacked, undefined>> {
  const pieces = [...decoders.map((decoder) => [decoder, bytes] as const), ...begunIn(bytes).map((piece) => [unzip, piece] as const)]
  for (const [decoder, piece] of pieces) {
    const unpacked = attempt(decoder, piece)
    if (unpacked !== undefined && unpacked.length > 0) yield unpacked
  }
}

/** Where gzip, zlib, Zstandard or an entry of a zip archive may begin: by their heads, which hardly anything else has. */
function begunIn(bytes: Buffer): Buffer[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const heads = bytes.toString('latin1').matchAll(/\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]|PK\x03\x04|\x28\xb5\x2f\xfd/g)
  return [...heads.take(mostHeads)].map(({ index }) => bytes.subarray(index))
}

const mostHeads = 64

/** Most of what may be compressed is not: an error takes a quarter of the time without its stack, which nobody sees. */
function attempt(decoder: Decoder, bytes: Buffer): Unpacked {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return decoder(bytes)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : undefined
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
