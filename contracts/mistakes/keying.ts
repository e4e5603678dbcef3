import { createHash, createHmac } from 'node:crypto'
import type { Construction } from '../contract.ts'
import { canonicalString, type SigningInput } from '../signing.ts'
import { digest, isTimestamp, kebab, type Mistake } from './mistake.ts'

/** The right text under another digest. */
export function wrongDigest(construction: Construction): Mistake[] {
  const { encoding } = construction
  const made = (id: string, title: string, make: (text: string, secret: string) => string): Mistake => ({
    id,
    breaks: 'digest',
    title,
    sign: ({ values, secret }) => make(canonicalString(construction, values), secret),
  })
  const others = ['md5', 'sha1', 'sha384', 'sha512', 'sha3-256'].filter((hash) => hash !== construction.hash)
  const hashed = (text: string) => createHash(construction.hash).update(text, 'utf8')
  return [
    ...others.map((hash) =>
      made(`uses-${hash}`, `under HMAC with ${hash}`, (text, secret) => createHmac(hash, secret).update(text, 'utf8').digest(encoding)),
    ),
    made('hashes-without-key', 'under the bare hash, with no key', (text) => hashed(text).digest(encoding)),
    made('hashes-secret-then-text', 'under the bare hash of secret and text', (text, secret) => hashed(secret + text).digest(encoding)),
    made('hashes-text-then-secret', 'under the bare hash of text and secret', (text, secret) => hashed(text + secret).digest(encoding)),
    made('signs-hash-of-text', 'the hash of the text instead of the text', (text, secret) =>
      digest(construction, hashed(text).digest('hex'), secret),
    ),
  ]
}

/** The right text under another key. */
export function wrongKey(construction: Construction): Mistake[] {
  const keyed = (id: string, title: string, key: (input: SigningInput) => string | Buffer | undefined): Mistake => ({
    id,
    breaks: 'key',
    title,
    sign: (input) => {
      const made = key(input)
      return made === undefined ? undefined : digest(construction, canonicalString(construction, input.values), made)
    },
  })
  const others = construction.parts.filter(({ header, setting }) => setting || header).filter((part) => !isTimestamp(part))
  return [
    keyed('uses-empty-key', 'with an empty key', () => ''),
    ...others.map(({ name }) => keyed(`keys-with-${kebab(name)}`, `with ${name} as the key`, ({ values }) => values[name])),
    keyed('decodes-hex-secret', 'with the secret decoded from hexadecimal', ({ secret }) =>
      /^([0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined,
    ),
    keyed('decodes-base64-secret', 'with the secret decoded from base64', ({ secret }) => Buffer.from(secret, 'base64')),
    keyed('encodes-secret', 'with the secret encoded in base64', ({ secret }) => Buffer.from(secret, 'utf8').toString('base64')),
    keyed('hashes-secret', 'with the hash of the secret as the key', ({ secret }) =>
      createHash(construction.hash).update(secret, 'utf8').digest(),
    ),
    keyed('appends-newline-to-secret', 'with a newline behind the secret', ({ secret }) => `${secret}\n`),
    {
      id: 'swaps-key-and-text',
      breaks: 'key',
      title: 'the secret, with the text as the key',
      sign: ({ values, secret }) => digest(construction, secret, canonicalString(construction, values)),
    },
  ]
}

/** The right digest in another encoding. */
export function wrongEncoding(construction: Construction): Mistake[] {
  const encoded = (id: string, title: string, encode: (bytes: Buffer) => string): Mistake => ({
    id,
    breaks: 'encoding',
    title,
    sign: ({ values, secret }) =>
      encode(createHmac(construction.hash, secret).update(canonicalString(construction, values), 'utf8').digest()),
  })
  return [
    ...(construction.encoding === 'hex'
      ? [
          encoded('encodes-base64', 'in base64', (bytes) => bytes.toString('base64')),
          encoded('encodes-base64url', 'in base64url', (bytes) => bytes.toString('base64url')),
        ]
      : [encoded('encodes-hex', 'in hexadecimal', (bytes) => bytes.toString('hex'))]),
    encoded('encodes-hex-of-hex', 'in hexadecimal twice', (bytes) => Buffer.from(bytes.toString('hex')).toString('hex')),
    encoded('encodes-base64-of-hex', 'in base64 of the hexadecimal', (bytes) => Buffer.from(bytes.toString('hex')).toString('base64')),
    encoded('prefixes-0x', 'with 0x before it', (bytes) => `0x${bytes.toString('hex')}`),
    encoded('prefixes-algorithm', 'with the algorithm before it', (bytes) => `${construction.hash}=${bytes.toString('hex')}`),
    { ...encoded('encodes-upper-case', 'in upper-case hexadecimal', (bytes) => bytes.toString('hex').toUpperCase()), open: true },
  ]
}
