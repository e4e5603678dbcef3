import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

const decoders: Readonly<Record<string, (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

/** A body with its content codings undone, last first, up to a number of bytes; what cannot be decoded stays as it is. */
export function undone(bytes: Buffer, codings: string | undefined, most: number): { readonly bytes: Buffer; readonly truncated: boolean } {
  const names = (codings ?? '').toLowerCase().split(',').reverse()
  let body = bytes
  for (const name of names.slice(0, 3)) {
    const decode = decoders[name.trim()]
    if (!decode || body.length === 0) continue
    try {
      body = decode(body, { maxOutputLength: most })
    } catch (cause) {
      return { bytes: body, truncated: (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' }
    }
  }
  return { bytes: body, truncated: false }
}
