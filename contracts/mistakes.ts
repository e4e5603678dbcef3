import { createHash, createHmac } from 'node:crypto'
import type { Construction, SignedPart } from './contract.ts'
import { canonicalString, type SigningInput, sign } from './signing.ts'

/**
 * A wrong way to sign. One catalogue serves the negatives of a run, the provider's signing mutants, the invalid
 * vectors, and the explanation of a signature that is wrong or a right one that is refused.
 */
export interface Mistake {
  /** Stable; names the mistake in checks, mutants and vectors. */
  readonly id: string
  /** The requirement that it breaks: the part of its id after `signature.`. */
  readonly breaks: string
  /** What a signer that makes it does, in words that finish "it signs …". */
  readonly title: string
  /** The source leaves open whether a target refuses it, so it is observed and never judged. */
  readonly open?: true
  /** Signs wrongly. Undefined where the mistake has nothing to act on. */
  readonly sign: (input: SigningInput) => string | undefined
}

/** The catalogue for one construction: what can go wrong with its parts, their order, joining, digest, key and encoding. */
export function mistakes(construction: Construction): Mistake[] {
  return [
    ...partsLeftOut(construction),
    ...wrongOrder(construction),
    ...joinedOtherwise(construction),
    ...wrongTimestamp(construction),
    ...notVerbatim(construction),
    ...bodySigned(construction),
    ...wrongDigest(construction),
    ...wrongKey(construction),
    ...wrongEncoding(construction),
  ]
}

/** The mistake of the catalogue that gives this signature for this input, if one does. The right signature is explained by none. */
export function explain(construction: Construction, input: SigningInput, signature: string): Mistake | undefined {
  if (signature === sign(construction, input)) return undefined
  return mistakes(construction).find((mistake) => mistake.sign(input) === signature)
}

function partsLeftOut(construction: Construction): Mistake[] {
  return construction.parts.map((part) => ({
    id: `omits-${kebab(part.name)}`,
    breaks: `covers.${part.name}`,
    title: `without ${part.name}`,
    sign: (input) =>
      sign(
        withParts(
          construction,
          construction.parts.filter((other) => other !== part),
        ),
        input,
      ),
  }))
}

function wrongOrder(construction: Construction): Mistake[] {
  const { parts } = construction
  const reordered = (id: string, title: string, order: readonly SignedPart[]): Mistake => ({
    id,
    breaks: 'order',
    title,
    sign: (input) => sign(withParts(construction, order), input),
  })
  const swaps = parts.slice(1).map((part, index) => {
    const before = parts[index] as SignedPart
    const order = [...parts.slice(0, index), part, before, ...parts.slice(index + 2)]
    return reordered(`swaps-${kebab(before.name)}-${kebab(part.name)}`, `with ${before.name} and ${part.name} swapped`, order)
  })
  const byName = [...parts].sort((a, b) => (a.name < b.name ? -1 : 1))
  const time = parts.filter((part) => isTimestamp(part))
  const others = parts.filter((part) => !isTimestamp(part))
  return [
    ...swaps,
    reordered('reverses-order', 'with the parts in reverse order', [...parts].reverse()),
    reordered('sorts-parts', 'with the parts sorted by name', byName),
    reordered('puts-timestamp-first', 'with the timestamp first', [...time, ...others]),
    reordered('puts-timestamp-last', 'with the timestamp last', [...others, ...time]),
  ]
}

const separators = { newline: '\n', colon: ':', comma: ',', ampersand: '&', pipe: '|', dot: '.', space: ' ', hyphen: '-' }

function joinedOtherwise(construction: Construction): Mistake[] {
  const text = (id: string, title: string, make: (input: SigningInput) => string): Mistake => ({
    id,
    breaks: 'plain',
    title,
    sign: (input) => digest(construction, make(input), input.secret),
  })
  const entries = (input: SigningInput) => construction.parts.map(({ name }) => [name, input.values[name] ?? ''] as const)
  return [
    ...Object.entries(separators).map(([name, separator]) =>
      text(`separates-with-${name}`, `with a ${name} between the parts`, (input) =>
        canonicalString({ ...construction, separator }, input.values),
      ),
    ),
    text('signs-query-string', 'a query string of the parts', (input) =>
      new URLSearchParams(Object.fromEntries(entries(input))).toString(),
    ),
    text('signs-json-of-parts', 'a JSON object of the parts', (input) => JSON.stringify(Object.fromEntries(entries(input)))),
    text('appends-newline', 'with a newline at the end', (input) => `${canonicalString(construction, input.values)}\n`),
    text('appends-secret', 'with the secret appended to the text', (input) => canonicalString(construction, input.values) + input.secret),
  ]
}

function wrongTimestamp(construction: Construction): Mistake[] {
  const part = construction.parts.find(isTimestamp)
  if (!part) return []
  const changed = (id: string, title: string, change: (value: string) => string): Mistake => ({
    id,
    breaks: `covers.${part.name}`,
    title,
    sign: (input) => signChanged(construction, input, part.name, change),
  })
  return [
    changed('signs-seconds', 'seconds instead of milliseconds', (value) => value.slice(0, -3)),
    changed('signs-microseconds', 'microseconds instead of milliseconds', (value) => `${value}000`),
    changed('signs-iso-time', 'the time in ISO 8601', (value) =>
      /^\d{1,15}$/.test(value) ? new Date(Number(value)).toISOString() : `${value}Z`,
    ),
    changed('signs-other-time', 'a time other than the one sent', (value) => shift(value)),
  ]
}

const normalisations: Readonly<
  Record<NonNullable<SignedPart['kind']>, readonly [id: string, title: string, change: (value: string) => string][]>
> = {
  decimal: [
    ['as-number', 'as a number, without its trailing zeros', (value) => String(Number(value))],
    ['with-two-decimals', 'with two decimals', (value) => Number(value).toFixed(2)],
    ['with-eight-decimals', 'with eight decimals', (value) => Number(value).toFixed(8)],
    ['as-integer', 'cut to an integer', (value) => String(Math.trunc(Number(value)))],
    ['in-smallest-unit', 'in a smallest unit of 18 decimals', smallestUnit],
    ['quoted', 'in quotation marks', (value) => JSON.stringify(value)],
  ],
  symbol: [
    ['in-lower-case', 'in lower case', (value) => value.toLowerCase()],
    ['in-upper-case', 'in upper case', (value) => value.toUpperCase()],
  ],
  address: [
    ['in-lower-case', 'in lower case', (value) => value.toLowerCase()],
    ['in-upper-case', 'in upper case', (value) => value.toUpperCase()],
    ['without-prefix', 'without its 0x', (value) => value.replace(/^0x/i, '')],
  ],
}

function notVerbatim(construction: Construction): Mistake[] {
  return construction.parts.flatMap((part) =>
    (part.kind ? normalisations[part.kind] : []).map(([id, title, change]) => ({
      id: `signs-${kebab(part.name)}-${id}`,
      breaks: 'verbatim',
      title: `${part.name} ${title}`,
      sign: (input) => signChanged(construction, input, part.name, change),
    })),
  )
}

function bodySigned(construction: Construction): Mistake[] {
  const over = (id: string, title: string, make: (body: string, input: SigningInput) => string | undefined, breaks = 'plain'): Mistake => ({
    id,
    breaks,
    title,
    sign: (input) => {
      const text = input.body === undefined ? undefined : make(input.body, input)
      return text === undefined ? undefined : digest(construction, text, input.secret)
    },
  })
  const outside = (input: SigningInput) =>
    construction.parts
      .filter(({ body }) => !body)
      .map(({ name }) => input.values[name])
      .join('')
  return [
    over('signs-body', 'the body as it is sent', (body) => body),
    over('signs-headers-and-body', 'the parts that are no fields, then the body as it is sent', (body, input) => outside(input) + body),
    over('signs-reserialised-body', 'the body serialised anew', (body) => reserialised(body)),
    over('signs-headers-and-reserialised-body', 'the parts that are no fields, then the body serialised anew', (body, input) => {
      const text = reserialised(body)
      return text === undefined ? undefined : outside(input) + text
    }),
    over('signs-all-fields', 'every field of the body, not only those listed', (body, input) =>
      withUnsignedFields(construction, body, input),
    ),
    over(
      'signs-raw-escapes',
      'the fields as they stand in the JSON text, escapes and all',
      (body, input) => withRawFields(construction, body, input),
      'verbatim',
    ),
  ]
}

function wrongDigest(construction: Construction): Mistake[] {
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

function wrongKey(construction: Construction): Mistake[] {
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

function wrongEncoding(construction: Construction): Mistake[] {
  const encoded = (id: string, title: string, encode: (bytes: Buffer) => string): Mistake => ({
    id,
    breaks: 'encoding',
    title,
    sign: ({ values, secret }) =>
      encode(createHmac(construction.hash, secret).update(canonicalString(construction, values), 'utf8').digest()),
  })
  return [
    encoded('encodes-base64', 'in base64', (bytes) => bytes.toString('base64')),
    encoded('encodes-base64url', 'in base64url', (bytes) => bytes.toString('base64url')),
    encoded('encodes-hex-of-hex', 'in hexadecimal twice', (bytes) => Buffer.from(bytes.toString('hex')).toString('hex')),
    encoded('encodes-base64-of-hex', 'in base64 of the hexadecimal', (bytes) => Buffer.from(bytes.toString('hex')).toString('base64')),
    encoded('prefixes-0x', 'with 0x before it', (bytes) => `0x${bytes.toString('hex')}`),
    encoded('prefixes-algorithm', 'with the algorithm before it', (bytes) => `${construction.hash}=${bytes.toString('hex')}`),
    { ...encoded('encodes-upper-case', 'in upper-case hexadecimal', (bytes) => bytes.toString('hex').toUpperCase()), open: true },
  ]
}

function digest({ hash, encoding }: Construction, text: string, key: string | Buffer): string {
  return createHmac(hash, key).update(text, 'utf8').digest(encoding)
}

function signChanged(construction: Construction, input: SigningInput, name: string, change: (value: string) => string): string {
  return sign(construction, { ...input, values: { ...input.values, [name]: change(input.values[name] ?? '') } })
}

function withParts(construction: Construction, parts: readonly SignedPart[]): Construction {
  return { ...construction, parts }
}

/** The timestamp is the part that a header carries and no setting gives: its name says so. */
function isTimestamp({ name, header }: SignedPart): boolean {
  return header !== undefined && /time/i.test(name + header)
}

function shift(timestamp: string): string {
  return /^\d{1,15}$/.test(timestamp) ? String(Number(timestamp) + 1) : `${timestamp}1`
}

function smallestUnit(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}${fraction.padEnd(18, '0')}`.replace(/^0+(?=\d)/, '')
}

function reserialised(body: string): string | undefined {
  return JSON.stringify(parsed(body))
}

function withUnsignedFields(construction: Construction, body: string, { values }: SigningInput): string {
  const signed = new Set(construction.parts.flatMap((part) => (part.body ? [part.body.slice(1)] : [])))
  const fields = Object.entries(parsed(body) ?? {}).filter(([name]) => !signed.has(name))
  return canonicalString(construction, values) + fields.map(([, value]) => String(value)).join('')
}

function withRawFields(construction: Construction, body: string, { values }: SigningInput): string {
  const raw = construction.parts.map((part) => {
    const name = part.body?.slice(1)
    const token = name && new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(body)?.[1]
    return token || (values[part.name] ?? '')
  })
  return raw.join(construction.separator)
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function kebab(name: string): string {
  return name.replace(/([A-Z])/g, '-$1').toLowerCase()
}
