import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mostUnpacked } from './compressed.ts'
import { createRedaction, redactBytes } from './redaction.ts'

const redact = createRedaction([{ name: 'apiKey', value: 'key-0123456789' }])
const nothing = Buffer.from('«secret, compressed»', 'latin1')

describe('of a body in a coding that was not undone', () => {
  const secret = Buffer.from(JSON.stringify({ headers: { 'x-api-key': 'key-0123456789' }, more: 'and so on, '.repeat(9) }))
  it.each([
    ['gzip', gzipSync(secret)],
    ['gzip, cut off', gzipSync(secret).subarray(0, -12)],
    ['zlib', deflateSync(secret)],
    ['deflate without its head', deflateRawSync(secret)],
    ['Brotli', brotliCompressSync(secret)],
    ['Zstandard', zstdCompressSync(secret)],
    ['gzip behind the length of a message', Buffer.concat([Buffer.from([1, 0, 0, 0, 200]), gzipSync(secret)])],
    ['zlib in a page', Buffer.concat([Buffer.from('%PDF-1.7 stream\n'), deflateSync(secret), Buffer.from('\nendstream')])],
    ['gzip, twice', gzipSync(gzipSync(secret))],
    ['more than is searched', gzipSync(Buffer.alloc(mostUnpacked + 1, ' '))],
  ])('nothing is left: %s', (_, bytes) => expect(redactBytes(redact, bytes)).toEqual(nothing))

  it('what only looks as if it were compressed leaves little behind, though nothing is awaited', () => {
    const before = process.memoryUsage().arrayBuffers
    // Each begins as a final block of deflate does.
    for (let at = 0; at < 1000; at += 1) redact(Buffer.from(`\x63not compressed ${at} at all`).toString('base64'))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(6 << 20)
  })

  it('all is left where it holds no secret', () => {
    for (const bytes of [gzipSync('{"data":[]}'), brotliCompressSync('{"data":[]}'), Buffer.from('für', 'latin1')])
      expect(redactBytes(redact, bytes)).toEqual(bytes)
  })
})
