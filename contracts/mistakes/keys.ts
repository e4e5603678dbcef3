import { percentDecoded } from '../../text/percent.ts'
import type { Construction, SignedPart } from '../construction.ts'
import { hashed, hmac } from '../hashing.ts'
import { partValue, type SigningInput } from '../signing.ts'
import { decodedSecrets, type MakeKey, rarelyDecodedSecrets } from './decoded-secrets.ts'
import { hashedIn, isTimestamp, kebab, type Mistake, type MistakeRow, maker, onlyExplaining, raised } from './mistake.ts'
import type { Change } from './signing-procedure.ts'
import { withoutBackslashes } from './values/decoded-values.ts'
import { asciiJson, pythonBytes } from './values/spellings.ts'

type Row = MistakeRow<MakeKey>

/** The right text under another key: requests of a run are signed with these. */
export function wrongKey(construction: Construction): Mistake[] {
  const others = construction.parts.filter(({ header, setting }) => setting || header).filter((part) => !isTimestamp(part))
  const rows: Row[] = [
    ['uses-empty-key', 'with an empty key', () => ''],
    ...others.map(({ name }): Row => [`keys-with-${kebab(name)}`, `with ${name} as the key`, (_, { values }) => values[name]]),
    ...decodedSecrets,
    ['encodes-secret', 'with the secret encoded in base64', (secret) => Buffer.from(secret, 'utf8').toString('base64')],
    ['hashes-secret', 'with the hash of the secret as the key', (secret) => hashed(construction.hash, secret)],
    ['appends-newline-to-secret', 'with a newline behind the secret', (secret) => `${secret}\n`],
  ]
  return maker(construction, 'key', 'key')(rows, keyed)
}

export function rareKeys(construction: Construction): Mistake[] {
  const rows = [...secretForms(construction), ...cuts, ...pads, ...construction.parts.flatMap((part) => withPart(construction.hash, part))]
  return onlyExplaining(maker(construction, 'key', 'key')(rows, keyed))
}

function withPart(hash: string, { name }: SignedPart): Row[] {
  const valueIn = ({ values }: SigningInput) => partValue(values, name)
  const id = kebab(name)
  return [
    [`keys-with-secret-and-${id}`, `with the secret and ${name} as the key`, (secret, input) => secret + valueIn(input)],
    [
      `keys-with-${id}-and-secret`,
      `with ${name} and the secret as the key`,
      (secret, input) => valueIn(input) + secret,
      (secret, input) => `${valueIn(input)}:${secret}`,
    ],
    [
      `derives-key-of-${id}`,
      `with the HMAC of ${name} under the secret as the key`,
      (secret, input) => hmac(hash, secret, valueIn(input)),
      (secret, input) => hmac(hash, secret, valueIn(input)).toString('hex'),
    ],
  ]
}

const cuts = [8, 16, 20, 24, 32, 64].flatMap((length): Row[] => [
  [
    `cuts-secret-to-${length}`,
    `with the first ${length} characters of the secret`,
    (secret) => secret.slice(0, length),
    (secret) => Buffer.from(secret).subarray(0, length),
    (secret) => [...secret].slice(0, length).join(''),
  ],
  [`takes-last-${length}-of-secret`, `with the last ${length} characters of the secret`, (secret) => secret.slice(-length)],
])

const fillings: readonly (readonly [id: string, words: string, fill: (secret: string, count: number) => string])[] = [
  ['with-zeros', '0', (secret, count) => secret + '0'.repeat(count)],
  ['before-with-zeros', '0 before it', (secret, count) => '0'.repeat(count) + secret],
  ['with-spaces', 'spaces', (secret, count) => secret + ' '.repeat(count)],
  ['with-equals', '=', (secret, count) => secret + '='.repeat(count)],
]

const pads = [16, 24, 32, 64].flatMap((length) =>
  fillings.flatMap(([id, words, fill]): Row[] => {
    const padded = (lengthOf: (secret: string) => number) => (secret: string) => fill(secret, Math.max(0, length - lengthOf(secret)))
    const inUnits = padded((secret) => secret.length)
    const inCharacters = padded((secret) => [...secret].length)
    const title = `with the secret padded with ${words}`
    return [
      [`pads-secret-${id}-to-${length}`, `${title} to ${length} characters`, inUnits, inCharacters, padded(Buffer.byteLength)],
      [`fits-secret-${id}-to-${length}`, `${title} or cut to ${length} characters`, (secret) => inUnits(secret).slice(0, length)],
    ]
  }),
)

function secretForms({ hash, key }: Construction): Row[] {
  const variable = kebab(key).replaceAll('-', '_').toUpperCase()
  return [
    ['appends-carriage-return-to-secret', 'with CR and LF behind the secret', (secret) => `${secret}\r\n`],
    ['appends-space-to-secret', 'with a space behind the secret', (secret) => `${secret} `],
    ['prepends-space-to-secret', 'with a space before the secret', (secret) => ` ${secret}`],
    ['prepends-newline-to-secret', 'with a newline or a tab before the secret', (secret) => `\n${secret}`, (secret) => `\t${secret}`],
    ['appends-nul-to-secret', 'with a NUL behind the secret, where that shows', (secret) => `${secret}\0`],
    ['appends-ampersand-to-secret', 'with & behind the secret', (secret) => `${secret}&`],
    ['trims-secret', 'with the secret without the white space at its ends', (secret) => secret.trim()],
    ['trims-end-of-secret', 'with the secret without the white space behind it', (secret) => secret.trimEnd()],
    ['trims-start-of-secret', 'with the secret without the white space before it', (secret) => secret.trimStart()],
    ['removes-spaces-from-secret', 'with the secret without any white space', (secret) => secret.replace(/\s+/g, '')],
    ['removes-hyphens-from-secret', 'with the secret without its hyphens', (secret) => secret.replaceAll('-', '')],
    ['removes-backslashes-from-secret', 'with the secret without its backslashes', withoutBackslashes],
    [
      'expands-secret',
      'with nothing for $ and a name in the secret, as a shell or a file of settings expands it',
      (secret) => secret.replace(/\$\w+|\$\{\w+\}/g, ''),
    ],
    [
      'pads-secret-with-equals-to-fours',
      'with the secret padded with = to a multiple of four characters',
      (secret) => secret + '='.repeat(-secret.length & 3),
      (secret) => secret + '='.repeat(-Buffer.byteLength(secret) & 3),
    ],
    ['lowers-secret', 'with the secret in lower case', (secret) => secret.toLowerCase()],
    ['raises-secret', 'with the secret in upper case', (secret) => secret.toUpperCase()],
    ['quotes-secret', 'with the secret in quotation marks', (secret) => `"${secret}"`],
    ['single-quotes-secret', 'with the secret in single quotation marks', (secret) => `'${secret}'`],
    ['escapes-secret', 'with the secret as JSON writes it', (secret) => JSON.stringify(secret), (secret) => asciiJson(secret)],
    ['url-encodes-secret', 'with the secret encoded for a URL', (secret) => encodeURIComponent(secret.toWellFormed())],
    ['form-encodes-secret', 'with the secret encoded as a form', (secret) => new URLSearchParams([['', secret]]).toString().slice(1)],
    [
      'url-decodes-secret',
      'with the secret decoded as from a URL',
      percentDecoded,
      (secret) => percentDecoded(secret.replaceAll('+', ' ')),
    ],
    ['hex-encodes-secret', 'with the secret encoded in hexadecimal', inHexadecimal, raised(inHexadecimal)],
    ['base64url-encodes-secret', 'with the secret encoded in base64url', (secret) => Buffer.from(secret).toString('base64url')],
    ['hashes-secret-in-hexadecimal', 'with the hash of the secret in hexadecimal as the key', hashedIn(hash), raised(hashedIn(hash))],
    ['hashes-secret-in-base64', 'with the hash of the secret in base64 as the key', (secret) => hashed(hash, secret).toString('base64')],
    ['hashes-secret-with-md5', 'with the MD5 of the secret as the key', (secret) => hashed('md5', secret)],
    ['hashes-secret-with-md5-in-hexadecimal', 'with the MD5 of the secret in hexadecimal as the key', hashedIn('md5')],
    ['hashes-secret-with-sha1', 'with the SHA-1 of the secret as the key', (secret) => hashed('sha1', secret)],
    ['hashes-secret-with-sha512', 'with the SHA-512 of the secret as the key', (secret) => hashed('sha512', secret)],
    ['hashes-secret-with-sha512-in-hexadecimal', 'with the SHA-512 of the secret in hexadecimal as the key', hashedIn('sha512')],
    ['prefixes-secret-with-bearer', 'with "Bearer " before the secret', (secret) => `Bearer ${secret}`],
    [
      'names-secret',
      'with the name of its variable and = before the secret',
      (secret) => `ASSAY_${variable}=${secret}`,
      ...[variable, key, 'SECRET', 'SECRET_KEY', 'API_SECRET', 'secret', 'secretKey'].map(
        (name) => (secret: string) => `${name}=${secret}`,
      ),
    ],
    ['prefixes-secret-with-aws4', 'with AWS4 before the secret', (secret) => `AWS4${secret}`],
    [
      'prints-secret-as-python-bytes',
      "with the secret as bytes of Python are printed, b'…'",
      (secret) => `b'${secret}'`,
      (secret) => pythonBytes(Buffer.from(secret)),
    ],
    ['quotes-secret-with-backticks', 'with the secret in backticks', (secret) => `\`${secret}\``],
    ['quotes-secret-and-newline', 'with the secret in quotation marks and a newline behind it', (secret) => `"${secret}"\n`],
    ['reverses-secret', 'with the secret from its end to its start', (secret) => [...secret].reverse().join('')],
    ['doubles-secret', 'with the secret twice', (secret) => secret + secret],
    ['cuts-first-of-secret', 'with the secret without its first character', (secret) => secret.slice(1)],
    ['cuts-last-of-secret', 'with the secret without its last character', (secret) => secret.slice(0, -1)],
    [
      'cuts-prefix-of-secret',
      'with the secret without its prefix',
      (secret) => secret.replace(/^.*_/, ''),
      ...[/^[^_]*_/, /^.*[-_]/, /^[^-_]*[-_]/, /^.*-/, /^[^-]*-/, /^.*[:.]/, /^(_|[^_]*_[^_]*_)/].map(
        (prefix) => (secret: string) => secret.replace(prefix, ''),
      ),
    ],
    [
      'cuts-comment-of-secret',
      'with the secret up to its #, as a file of settings reads it',
      (secret) => secret.split('#')[0]?.trim() ?? '',
    ],
    ...rarelyDecodedSecrets,
    ['cuts-0x-of-secret', 'with the secret without its 0x', (secret) => secret.replace(/^0x/i, '')],
    [
      'reads-secret-as-number',
      'with the secret as a number, where it is one',
      (secret) => (/^\d+$/.test(secret) ? String(Number(secret)) : secret),
    ],
    ['writes-secret-in-latin-1', 'with the secret in Latin-1', (secret) => Buffer.from(secret, 'latin1')],
    ['writes-secret-in-utf-16', 'with the secret in UTF-16, little end first', (secret) => Buffer.from(secret, 'utf16le')],
    ['writes-secret-in-utf-16-big-end', 'with the secret in UTF-16, big end first', (secret) => Buffer.from(secret, 'utf16le').swap16()],
    [
      'writes-secret-in-ascii',
      'with the secret in ASCII, with ? for the rest',
      (secret) => secret.replace(/[^\p{ASCII}]/gu, '?'),
      (secret) => secret.replace(/[\u0080-\uffff]/g, '?'),
    ],
    ['writes-secret-in-ascii-alone', 'with the secret in ASCII, without the rest', (secret) => secret.replace(/[^\p{ASCII}]/gu, '')],
    ['marks-secret', 'with a byte order mark before the secret', (secret) => `\uFEFF${secret}`],
    ['cuts-secret-to-block', 'with the first 64 bytes of the secret', (secret) => Buffer.from(secret).subarray(0, 64)],
    ['keys-with-undefined', 'with the word undefined as the key', () => 'undefined'],
    ['keys-with-null', 'with the word null as the key', () => 'null'],
    ['keys-with-the-word-secret', 'with the word secret as the key', () => 'secret'],
    ['keys-with-nul', 'with 32 zero bytes as the key, where that shows', () => Buffer.alloc(32)],
    ['keys-with-text', 'with the text itself as the key', (_, { values }) => Object.values(values).join('')],
  ]
}

const inHexadecimal = (secret: string) => Buffer.from(secret).toString('hex')

function keyed(key: MakeKey): Change {
  return (procedure) => ({
    ...procedure,
    key: (input) => {
      const before = procedure.key(input)
      if (!Buffer.isBuffer(before)) return before === undefined ? undefined : key(before, input)
      const made = key(before.toString('latin1'), input)
      return typeof made === 'string' ? Buffer.from(made, 'latin1') : made
    },
  })
}
