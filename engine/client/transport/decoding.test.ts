import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mostNames, mostValues } from '../../evidence/parsed-size.ts'
import { excerptLength, readAnswerBody } from './decoding.ts'

const text = Buffer.from('{"data":[1,2,3]}')
const most = 1 << 20
const read = (bytes: Buffer, codings?: string, limit = most) =>
  readAnswerBody(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), codings, limit)

describe('readBody', () => {
  it.for([
    { codings: undefined, sent: text },
    { codings: 'identity', sent: text },
    { codings: 'gzip', sent: gzipSync(text) },
    { codings: 'X-GZIP', sent: gzipSync(text) },
    { codings: 'deflate', sent: deflateSync(text) },
    { codings: 'br', sent: brotliCompressSync(text) },
    { codings: 'zstd', sent: zstdCompressSync(text) },
  ])('undoes $codings', async ({ codings, sent }) => {
    expect(await read(sent, codings)).toEqual({ bytes: text, truncated: false })
  })

  it('undoes one body at a time, so that windows do not add up', async () => {
    const done: string[] = []
    const large = read(gzipSync(Buffer.alloc(most)), 'gzip').then(() => done.push('large'))
    await Promise.all([large, read(brotliCompressSync(text), 'br').then(() => done.push('small'))])
    expect(done).toEqual(['large', 'small'])
  })

  it('undoes one coding upon the other, and says so', async () => {
    const fault = { codingFault: '2 codings, one upon the other' }
    expect(await read(gzipSync(brotliCompressSync(text)), 'br, gzip')).toEqual({ bytes: text, truncated: false, ...fault })
  })

  it.for([
    { codings: 'gzip', sent: text, fault: 'gzip, as which its bytes cannot be read' },
    { codings: 'gzip', sent: gzipSync(text).subarray(0, 15), fault: 'gzip, as which its bytes cannot be read' },
    { codings: 'br', sent: gzipSync(text), fault: 'br, as which its bytes cannot be read' },
    // It asks for a window of 128 MB.
    { codings: 'zstd', sent: Buffer.from('28b52ffd0088010000', 'hex'), fault: 'zstd, as which its bytes cannot be read' },
    { codings: 'constructor', sent: text, fault: 'constructor, which is unknown' },
    { codings: 'evil', sent: text, fault: 'evil, which is unknown' },
  ])('leaves what cannot be undone as it is ($codings)', async ({ codings, sent, fault }) => {
    expect(await read(sent, codings)).toEqual({ bytes: sent, truncated: false, codingFault: fault })
  })

  it('asks no coding of a body that is empty', async () => {
    expect(await read(Buffer.alloc(0), 'gzip')).toEqual({ bytes: Buffer.alloc(0), truncated: false })
  })

  it('keeps an excerpt of what is longer than may be kept, on the wire or unpacked', async () => {
    const long = Buffer.alloc(most + 1, ' ')
    for (const [sent, codings] of [
      [long, undefined],
      [gzipSync(long), 'gzip'],
      [gzipSync(gzipSync(long)), 'gzip, gzip'],
    ] as const) {
      expect(await read(sent, codings)).toMatchObject({ bytes: long.subarray(0, excerptLength), truncated: true })
    }
  })

  it('unpacks what it has of a packed body that is longer than may be kept', async () => {
    const random = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 31) % 251))
    const kept = await read(gzipSync(random), 'gzip', 5000)
    expect(kept.truncated).toBe(true)
    expect(random.subarray(0, kept.bytes.length).equals(kept.bytes)).toBe(true)
    expect(kept.bytes.length).toBeGreaterThan(0)
  })

  it('keeps an excerpt of what holds more values than can be judged, and all of what holds as many', async () => {
    const values = (count: number) => Buffer.from(`[${'0,'.repeat(count - 1)}0]`)
    expect(await read(values(mostValues), undefined, 1 << 22)).toMatchObject({ truncated: false })
    expect(await read(values(mostValues + 1), undefined, 1 << 22)).toMatchObject({ truncated: true, bytes: { length: excerptLength } })
  })

  it('keeps an excerpt of what has more names than can be judged, whatever stands around them', async () => {
    const names = (count: number) =>
      Buffer.from(
        JSON.stringify(
          Array.from({ length: count }, (_, at) => ({ [`a${at}`]: at })),
          null,
          1,
        ),
      )
    expect(await read(names(mostNames - 1000), undefined, 1 << 22)).toMatchObject({ truncated: false })
    expect(await read(names(mostNames + 1000), undefined, 1 << 22)).toMatchObject({ truncated: true, bytes: { length: excerptLength } })
    const often = Buffer.from(`[${'{"a":{"b":0}},'.repeat(100_000)}0]`)
    expect(await read(often, undefined, 1 << 22)).toMatchObject({ truncated: false })
  })

  it.each(['"a":0', '"{":0', '"\\"}":0', '"a" : "{:"', '"a":{"b":0}'])(
    'keeps an excerpt of an object with more members than can be judged: %s',
    async (member) => {
      const object = (count: number) => Buffer.from(`[{},{${`${member},`.repeat(count - 1)}${member}}]`)
      expect(await read(object(mostNames), undefined, 1 << 22)).toMatchObject({ truncated: false })
      expect(await read(object(mostNames + 1), undefined, 1 << 22)).toMatchObject({ truncated: true, bytes: { length: excerptLength } })
    },
  )

  it('stops reading a body without an end', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1 << 16, '['))
      },
    })
    expect(await readAnswerBody(endless, undefined, most)).toMatchObject({ truncated: true })
    expect(endless.destroyed).toBe(true)
  })
})
