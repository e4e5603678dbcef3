import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib'

/** How much is unpacked of one piece of data, in bytes. */
export const mostUnpacked = 1 << 20

/** The decompressed bytes, as far as they go; `'too much'` above a limit, undefined if they are not compressed this way. */
export type Unpacked = Buffer | 'too much' | undefined

type Decoder = (bytes: Buffer) => Buffer

const maxOutputLength = mostUnpacked
const inflate: Decoder = (bytes) => inflateRawSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
const unzip: Decoder = (bytes) =>
  bytes.toString('latin1', 0, 4) === 'PK\x03\x04'
    ? inflate(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28))) // the first entry, behind its head, its name and a field
    : unzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
const decoders: readonly Decoder[] = [
  unzip,
  inflate,
  (bytes) => brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  (bytes) => zstdDecompressSync(bytes, { maxOutputLength, finishFlush: constants.ZSTD_e_flush }),
]

export function unzipped(bytes: Buffer): Unpacked {
  return attempt(unzip, bytes)
}

export function inflated(bytes: Buffer): Unpacked {
  return attempt(inflate, bytes)
}

/** What the bytes decompress to, in each coding that a server may forget to declare; and what begins among them, behind the length of a message, say. */
export function* unpackings(bytes: Buffer): Generator<Exclude<Unpacked, undefined>> {
  const pieces = [...decoders.map((decoder) => [decoder, bytes] as const), ...begunIn(bytes).map((piece) => [unzip, piece] as const)]
  for (const [decoder, piece] of pieces) {
    const unpacked = attempt(decoder, piece)
    if (unpacked !== undefined && unpacked.length > 0) yield unpacked
  }
}

/** Where gzip, zlib or an entry of a zip archive may begin behind other bytes: by their heads, which hardly anything else has. */
function begunIn(bytes: Buffer): Buffer[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const heads = bytes.toString('latin1').matchAll(/\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]|PK\x03\x04/g)
  return [...heads.filter(({ index }) => index > 0).take(mostHeads)].map(({ index }) => bytes.subarray(index))
}

const mostHeads = 64

function attempt(decoder: Decoder, bytes: Buffer): Unpacked {
  try {
    return decoder(bytes)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : undefined
  }
}
