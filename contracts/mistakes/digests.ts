import { getHashes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Construction } from '../construction.ts'
import { hashed, hmac } from '../hashing.ts'
import { type Mistake, type MistakeRow, maker, onlyExplaining } from './mistake.ts'
import type { Change, SigningProcedure } from './signing-procedure.ts'

type Digest = SigningProcedure['digest']
type Prepare = (text: Buffer, hash: string) => Buffer

/** The right text under another digest: requests of a run are signed with these. */
export function wrongDigest(construction: Construction): Mistake[] {
  const make = maker(construction, 'digest', 'digest')
  const others = ['md5', 'sha1', 'sha384', 'sha512', 'sha3-256'].filter((hash) => hash !== construction.hash)
  return [
    ...make(others.map(named), underHash),
    ...make(
      [
        ['hashes-without-key', 'under the bare hash, with no key', (text, _, hash) => hashed(hash, text)],
        ['hashes-secret-then-text', 'under the bare hash of secret and text', (text, key, hash) => hashed(hash, key, text)],
        ['hashes-text-then-secret', 'under the bare hash of text and secret', (text, key, hash) => hashed(hash, text, key)],
      ],
      digested,
    ),
    ...make([['signs-hash-of-text', 'the hash of the text instead of the text', (text, hash) => hexOf(hashed(hash, text))]], prepared),
  ]
}

export function swappedKey(construction: Construction): Mistake[] {
  const swapped: Digest = (text, key, hash) => hmac(hash, text, key)
  return maker(construction, 'digest', 'key')([['swaps-key-and-text', 'the secret, with the text as the key', swapped]], digested)
}

export function rareDigests(construction: Construction): Mistake[] {
  const make = maker(construction, 'digest', 'digest')
  const known = new Set(getHashes().map((name) => name.toLowerCase()))
  const others = ['sha224', 'sha512-256', 'sha512-224', 'sha3-224', 'sha3-384', 'sha3-512', 'ripemd160', 'blake2b512', 'blake2s256', 'sm3']
  return onlyExplaining([
    ...make(others.filter((hash) => known.has(hash) && hash !== construction.hash).map(named), underHash),
    ...make(
      [
        ['truncates-sha512', 'under HMAC with SHA-512, cut to 32 bytes', 'sha512'],
        ['truncates-sha384', 'under HMAC with SHA-384, cut to 32 bytes', 'sha384'],
      ],
      cutTo32,
    ),
    ...make(preparations, prepared),
    ...make(digests, digested),
  ])
}

function named(hash: string): MistakeRow<string> {
  return [`uses-${hash}`, `under HMAC with ${hash}`, hash]
}

const preparations: readonly MistakeRow<Prepare>[] = [
  [
    'signs-raw-hash-of-text',
    'the bytes of the hash of the text instead of the text',
    (text, hash) => hashed(hash, text),
    ...['md5', 'sha1', 'sha512'].map((other) => (text: Buffer) => hashed(other, text)),
  ],
]

const digests: readonly MistakeRow<Digest>[] = [
  ['signs-twice', 'under HMAC twice, over the bytes of the first', twice((bytes) => bytes)],
  [
    'signs-twice-in-hexadecimal',
    'under HMAC twice, over the hexadecimal of the first',
    twice(hexOf),
    twice((bytes) => bytes.toString('hex').toUpperCase()),
  ],
  ['signs-twice-in-base64', 'under HMAC twice, over the base64 of the first', twice((bytes) => Buffer.from(bytes.toString('base64')))],
  ['hashes-signature', 'under HMAC, and the hash of that', (text, key, hash) => hashed(hash, hmac(hash, key, text))],
  [
    'hashes-signature-in-hexadecimal',
    'under HMAC, and the hash of its hexadecimal',
    (text, key, hash) => hashed(hash, hexOf(hmac(hash, key, text))),
  ],
  ['hashes-between-secrets', 'under the bare hash of secret, text and secret', (text, key, hash) => hashed(hash, key, text, key)],
  ['hashes-secret-and-colon', 'under the bare hash of secret, a colon and text', (text, key, hash) => hashed(hash, key, ':', text)],
  ['hashes-text-and-colon', 'under the bare hash of text, a colon and secret', (text, key, hash) => hashed(hash, text, ':', key)],
  [
    'hashes-text-and-secret-twice',
    'under the hash of the bare hash of text and secret',
    (text, key, hash) => hashed(hash, hexOf(hashed(hash, text, key))),
    (text, key, hash) => hashed(hash, hashed(hash, text, key)),
  ],
  ['uses-keccak-256', 'under the bare Keccak-256', (text) => Buffer.from(keccak_256(text))],
  ['hashes-text-and-named-secret', 'under the bare hash of text, &key= and secret', (text, key, hash) => hashed(hash, text, '&key=', key)],
  ...['md5', 'sha1', 'sha384', 'sha512'].flatMap((hash): MistakeRow<Digest>[] => [
    [`hashes-text-then-secret-with-${hash}`, `under the bare ${hash} of text and secret`, (text, key) => hashed(hash, text, key)],
    [`hashes-secret-then-text-with-${hash}`, `under the bare ${hash} of secret and text`, (text, key) => hashed(hash, key, text)],
    [`hashes-without-key-with-${hash}`, `under the bare ${hash}, with no key`, (text) => hashed(hash, text)],
  ]),
  [
    'sums-behind-text',
    'the text itself with the digest of nothing behind it, as Sum of Go has it',
    (text, key, hash) => Buffer.concat([text, hmac(hash, key, '')]),
    (text, _, hash) => Buffer.concat([text, hashed(hash)]),
  ],
  ['signs-nothing-more', 'the text itself, with no digest at all', (text) => text],
]

function underHash(hash: string): Change {
  return (procedure) => ({ ...procedure, hash })
}

function digested(digest: Digest): Change {
  return (procedure) => ({ ...procedure, digest })
}

function prepared(prepare: Prepare): Change {
  return (procedure) => ({ ...procedure, digest: (text, key, hash) => procedure.digest(prepare(text, hash), key, hash) })
}

function twice(write: (bytes: Buffer) => Buffer | string): Digest {
  return (text, key, hash) => hmac(hash, key, write(hmac(hash, key, text)))
}

function cutTo32(hash: string): Change {
  return (procedure) => ({ ...procedure, hash, digest: (...given) => procedure.digest(...given).subarray(0, 32) })
}

function hexOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('hex'))
}
