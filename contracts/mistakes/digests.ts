import { getHashes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Construction } from '../construction.ts'
import { hashed, hmac } from '../hashing.ts'
import { type Mistake, type MistakeRow, maker, onlyExplaining } from './mistake.ts'
import type { Change, SigningProcedure } from './signing-procedure.ts'
import { keccak256 } from './values/checksum.ts'

type Digest = SigningProcedure['digest']
type Prepare = (message: Buffer, hash: string) => Buffer

/** The right text under another digest: requests of a run are signed with these. */
export function wrongDigest(construction: Construction): Mistake[] {
  const make = maker(construction, 'digest', 'digest')
  const others = ['md5', 'sha1', 'sha384', 'sha512', 'sha3-256'].filter((hash) => hash !== construction.hash)
  return [
    ...make(others.map(named), underHash),
    ...make(
      [
        ['hashes-without-key', 'under the bare hash, with no key', (message, _, hash) => hashed(hash, message)],
        ['hashes-secret-then-text', 'under the bare hash of secret and text', (message, key, hash) => hashed(hash, key, message)],
        ['hashes-text-then-secret', 'under the bare hash of text and secret', (message, key, hash) => hashed(hash, message, key)],
      ],
      digested,
    ),
    ...make(
      [['signs-hash-of-text', 'the hash of the text instead of the text', (message, hash) => hexOf(hashed(hash, message))]],
      prepared,
    ),
  ]
}

/** Secret and text swapped: the text is the key. */
export function swappedKey(construction: Construction): Mistake[] {
  const swapped: Digest = (message, key, hash) => hmac(hash, message, key)
  return maker(construction, 'digest', 'key')([['swaps-key-and-text', 'the secret, with the text as the key', swapped]], digested)
}

/** Other digests that signers use. */
export function rareDigests(construction: Construction): Mistake[] {
  const make = maker(construction, 'digest', 'digest')
  const known = new Set(getHashes().map((name) => name.toLowerCase()))
  const others = ['sha224', 'sha512-256', 'sha512-224', 'sha3-224', 'sha3-384', 'sha3-512', 'ripemd160', 'blake2b512', 'blake2s256', 'sm3']
  return onlyExplaining([
    ...make(others.filter((hash) => known.has(hash) && hash !== construction.hash).map(named), underHash),
    ...make(cuts, (change) => change),
    ...make(preparations, prepared),
    ...make(digests, digested),
  ])
}

function named(hash: string): MistakeRow<string> {
  return [`uses-${hash}`, `under HMAC with ${hash}`, hash]
}

const cuts: readonly MistakeRow<Change>[] = [
  ['truncates-sha512', 'under HMAC with SHA-512, cut to 32 bytes', bytesOf('sha512', 0, 32)],
  ['truncates-sha384', 'under HMAC with SHA-384, cut to 32 bytes', bytesOf('sha384', 0, 32)],
  ['takes-end-of-sha512', 'under HMAC with SHA-512, its last 32 bytes', bytesOf('sha512', -32)],
]

const preparations: readonly MistakeRow<Prepare>[] = [
  [
    'signs-raw-hash-of-text',
    'the bytes of the hash of the text instead of the text',
    (message, hash) => hashed(hash, message),
    ...['md5', 'sha1', 'sha512'].map((other) => (message: Buffer) => hashed(other, message)),
  ],
  ['signs-twice-hashed-text', 'the hash of the hash of the text', (message, hash) => hashed(hash, hashed(hash, message))],
]

const digests: readonly MistakeRow<Digest>[] = [
  ['signs-twice', 'under HMAC twice, over the bytes of the first', (message, key, hash) => hmac(hash, key, hmac(hash, key, message))],
  [
    'signs-twice-in-hexadecimal',
    'under HMAC twice, over the hexadecimal of the first',
    (message, key, hash) => hmac(hash, key, hexOf(hmac(hash, key, message))),
    (message, key, hash) => hmac(hash, key, hmac(hash, key, message).toString('hex').toUpperCase()),
  ],
  [
    'signs-twice-in-base64',
    'under HMAC twice, over the base64 of the first',
    (message, key, hash) => hmac(hash, key, hmac(hash, key, message).toString('base64')),
  ],
  ...[3, 4, 5, 10].map(
    (times): MistakeRow<Digest> => [
      `signs-${times}-times`,
      `under HMAC ${times} times, each over what the one before made`,
      repeated(times, (bytes) => bytes),
      repeated(times, hexOf),
    ],
  ),
  ['hashes-signature', 'under HMAC, and the hash of that', (message, key, hash) => hashed(hash, hmac(hash, key, message))],
  [
    'hashes-signature-in-hexadecimal',
    'under HMAC, and the hash of its hexadecimal',
    (message, key, hash) => hashed(hash, hexOf(hmac(hash, key, message))),
  ],
  ['hashes-twice-without-key', 'under the bare hash twice, with no key', (message, _, hash) => hashed(hash, hashed(hash, message))],
  ['hashes-between-secrets', 'under the bare hash of secret, text and secret', (message, key, hash) => hashed(hash, key, message, key)],
  ['hashes-secret-and-colon', 'under the bare hash of secret, a colon and text', (message, key, hash) => hashed(hash, key, colon, message)],
  ['hashes-text-and-colon', 'under the bare hash of text, a colon and secret', (message, key, hash) => hashed(hash, message, colon, key)],
  [
    'hashes-text-and-named-secret',
    'under the bare hash of text, &key= and secret',
    (message, key, hash) => hashed(hash, message, Buffer.from('&key='), key),
  ],
  [
    'hashes-outer-alone',
    'under the bare hash of secret and the hash of the text',
    (message, key, hash) => hashed(hash, key, hashed(hash, message)),
  ],
  ...['md5', 'sha1', 'sha384', 'sha512'].flatMap((hash): MistakeRow<Digest>[] => [
    [`hashes-text-then-secret-with-${hash}`, `under the bare ${hash} of text and secret`, (message, key) => hashed(hash, message, key)],
    [`hashes-secret-then-text-with-${hash}`, `under the bare ${hash} of secret and text`, (message, key) => hashed(hash, key, message)],
    [`hashes-without-key-with-${hash}`, `under the bare ${hash}, with no key`, (message) => hashed(hash, message)],
  ]),
  [
    'hashes-text-and-secret-twice',
    'under the hash of the bare hash of text and secret',
    (message, key, hash) => hashed(hash, hexOf(hashed(hash, message, key))),
    (message, key, hash) => hashed(hash, hashed(hash, message, key)),
  ],
  [
    'hashes-secret-and-text-twice',
    'under the hash of the bare hash of secret and text',
    (message, key, hash) => hashed(hash, hexOf(hashed(hash, key, message))),
    (message, key, hash) => hashed(hash, hashed(hash, key, message)),
  ],
  [
    'pads-key-otherwise',
    'under an HMAC of its own, with the key padded to another length than the block of the hash',
    ownHmac({ block: 32 }),
    ownHmac({ block: 128 }),
  ],
  ['hashes-inner-in-hexadecimal', 'under an HMAC of its own, with the inner hash in hexadecimal', ownHmac({ write: hexOf })],
  [
    'hashes-inner-alone',
    'under an HMAC of its own, with the inner hash alone',
    (message, key, hash) => hashed(hash, padded(key, hash, 64, 0x36), message),
  ],
  ['swaps-pads', 'under an HMAC of its own, with its two pads swapped', ownHmac({ pads: [0x5c, 0x36] })],
  [
    'uses-crc-32',
    'under CRC-32, which anybody can make',
    (message, key) => checksum(message, key),
    (message, key) => checksum(key, message),
    (message) => checksum(message),
  ],
  ['uses-keccak-256', 'under the bare Keccak-256', (message) => keccak256(message.subarray(0, 135))],
  [
    'sums-behind-text',
    'the text itself with the digest of nothing behind it, as Sum of Go has it',
    (message, key, hash) => Buffer.concat([message, hmac(hash, key, '')]),
    (message, _, hash) => Buffer.concat([message, hashed(hash)]),
  ],
  ['signs-nothing-more', 'the text itself, with no digest at all', (message) => message],
]

const colon = Buffer.from(':')

function underHash(hash: string): Change {
  return (procedure) => ({ ...procedure, hash })
}

function digested(digest: Digest): Change {
  return (procedure) => ({ ...procedure, digest })
}

function prepared(prepare: Prepare): Change {
  return (procedure) => ({ ...procedure, digest: (message, key, hash) => procedure.digest(prepare(message, hash), key, hash) })
}

function repeated(times: number, write: (bytes: Buffer) => Buffer): Digest {
  return (message, key, hash) => {
    let made = message
    for (let time = 1; time < times; time++) made = write(hmac(hash, key, made))
    return hmac(hash, key, made)
  }
}

interface OwnHmac {
  readonly block?: number
  readonly pads?: readonly [inner: number, outer: number]
  readonly write?: (bytes: Buffer) => Buffer
}

/** HMAC as written by hand. */
function ownHmac({ block = 64, pads: [inner, outer] = [0x36, 0x5c], write = (bytes) => bytes }: OwnHmac): Digest {
  return (message, key, hash) => {
    const under = (pad: number) => padded(key, hash, block, pad)
    return hashed(hash, under(outer), write(hashed(hash, under(inner), message)))
  }
}

/** A key as HMAC puts it before what it hashes. */
function padded(key: string | Buffer, hash: string, block: number, pad: number): Buffer {
  const secret = Buffer.from(key)
  const bytes = Buffer.concat([secret.length > block ? hashed(hash, secret) : secret, Buffer.alloc(block)]).subarray(0, block)
  return Buffer.from(bytes.map((byte) => byte ^ pad))
}

function checksum(...texts: (string | Buffer)[]): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(Buffer.concat(texts.map((text) => Buffer.from(text)))))
  return bytes
}

/** Some bytes of another HMAC. */
function bytesOf(hash: string, from: number, end?: number): Change {
  return (procedure) => ({ ...procedure, hash, digest: (...given) => procedure.digest(...given).subarray(from, end) })
}

function hexOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('hex'))
}
