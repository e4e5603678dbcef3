import type { Construction } from '../construction.ts'
import { base32, base58, integerOf } from './bases.ts'
import { type Mistake, type MistakeRow, maker, onlyExplaining } from './mistake.ts'
import type { SigningProcedure } from './signing-procedure.ts'
import { pythonBytes } from './values/spellings.ts'

type Encode = (bytes: Buffer) => string
type Write = (text: string, hash: string) => string
type Writing = MistakeRow<Write>

/** The right digest in another encoding: requests of a run carry these. */
export function wrongEncoding(construction: Construction): Mistake[] {
  const { encoded, written } = makers(construction)
  const [raised] = written([['encodes-upper-case', 'in upper-case hexadecimal', (text) => text.toUpperCase()]])
  return [
    ...encoded(
      construction.encoding === 'hex'
        ? [
            ['encodes-base64', 'in base64', (bytes) => bytes.toString('base64')],
            ['encodes-base64url', 'in base64url', (bytes) => bytes.toString('base64url')],
          ]
        : [['encodes-hex', 'in hexadecimal', (bytes) => bytes.toString('hex')]],
    ),
    ...written([
      ['encodes-hex-of-hex', 'in hexadecimal twice', (text) => Buffer.from(text).toString('hex')],
      ['encodes-base64-of-hex', 'in base64 of the hexadecimal', (text) => Buffer.from(text).toString('base64')],
      ['prefixes-0x', 'with 0x before it', (text) => `0x${text}`],
      ['prefixes-algorithm', 'with the algorithm before it', (text, hash) => `${hash}=${text}`],
    ]),
    ...(raised ? [{ ...raised, open: true as const }] : []),
  ]
}

export function rareEncodings(construction: Construction): Mistake[] {
  const { encoded, written } = makers(construction)
  return onlyExplaining([...encoded(bytewise), ...written(rewritten)])
}

/** Mistakes in the bytes and in the text of a signature, which is hexadecimal unless the construction says otherwise. */
function makers(construction: Construction) {
  const make = maker(construction, 'encode', 'encoding')
  const textOf = (procedure: SigningProcedure, bytes: Buffer, hash: string) =>
    construction.encoding === 'hex' ? procedure.encode(bytes, hash) : bytes.toString('hex')
  return {
    encoded: (rows: readonly MistakeRow<Encode>[]) => make(rows, (encode) => (procedure) => ({ ...procedure, encode })),
    written: (rows: readonly MistakeRow<Write>[]) =>
      make(rows, (write) => (procedure) => ({ ...procedure, encode: (bytes, hash) => write(textOf(procedure, bytes, hash), hash) })),
  }
}

const bytewise: readonly MistakeRow<Encode>[] = [
  ['encodes-base64-without-padding', 'in base64 without its padding', (bytes) => bytes.toString('base64').replace(/=+$/, '')],
  ['encodes-padded-base64url', 'in base64url with padding', (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')],
  ['encodes-hex-of-base64', 'in hexadecimal of the base64', (bytes) => Buffer.from(bytes.toString('base64')).toString('hex')],
  ['encodes-url-encoded-base64', 'in base64, encoded for a URL', (bytes) => encodeURIComponent(bytes.toString('base64'))],
  ['encodes-base32', 'in base32', base32],
  ['encodes-base58', 'in base58', base58],
  ['encodes-hex-without-padding', 'its bytes in hexadecimal without padding, each by itself', eachInHex((byte) => byte.toString(16))],
  [
    'encodes-signed-bytes',
    'its bytes in hexadecimal as signed numbers',
    eachInHex((byte) => (byte > 127 ? byte + 0xffffff00 : byte).toString(16)),
  ],
  [
    'encodes-padded-from-the-front',
    'its bytes in hexadecimal with a zero before each, cut behind the second digit',
    eachInHex((byte) => `0${byte.toString(16)}`.slice(0, 2)),
  ],
  ['encodes-unpadded-base32', 'in base32 without its padding', (bytes) => base32(bytes).replace(/=+$/, '')],
  ['encodes-integer', 'its digits without the leading zeros', (bytes) => integerOf(bytes).toString(16)],
  ['encodes-upper-integer', 'its digits in upper case without the leading zeros', (bytes) => integerOf(bytes).toString(16).toUpperCase()],
  [
    'encodes-signed-integer',
    'its digits as a signed integer without leading zeros',
    (bytes) => BigInt.asIntN(bytes.length * 8, integerOf(bytes)).toString(16),
  ],
  ['encodes-list', 'as a list of its bytes', (bytes) => `[${[...bytes].join(', ')}]`],
  ['encodes-bytes-with-commas', 'as its bytes with commas', (bytes) => [...bytes].join(',')],
  ['encodes-bytes-with-spaces', 'as a slice of its bytes as Go prints it', (bytes) => `[${[...bytes].join(' ')}]`],
  ['prints-buffer', 'as its bytes are printed by Node, <Buffer …>', (bytes) => `<Buffer ${spaced(bytes, ' ')}>`],
  ['encodes-latin-1', 'as its bytes read in Latin-1', (bytes) => bytes.toString('latin1')],
  [
    'encodes-hex-of-latin-1',
    'in hexadecimal of its bytes read in Latin-1',
    (bytes) => Buffer.from(bytes.toString('latin1')).toString('hex'),
  ],
  ['encodes-hex-of-utf-8', 'in hexadecimal of its bytes read in UTF-8', (bytes) => Buffer.from(bytes.toString('utf8')).toString('hex')],
  ['encodes-utf-8', 'as its bytes read in UTF-8', (bytes) => bytes.toString('utf8')],
  ['prints-python-digest', "as the bytes of the digest are printed by Python, b'…'", pythonBytes],
  ['encodes-reversed', 'from its last byte to its first', (bytes) => Buffer.from(bytes).reverse().toString('hex')],
  ['encodes-with-colons', 'in hexadecimal with colons', (bytes) => spaced(bytes, ':')],
  ['encodes-with-spaces', 'in hexadecimal with spaces', (bytes) => spaced(bytes, ' ')],
  ['encodes-with-hyphens', 'in hexadecimal with hyphens', (bytes) => spaced(bytes, '-')],
  ['encodes-upper-with-hyphens', 'in upper-case hexadecimal with hyphens', (bytes) => spaced(bytes, '-').toUpperCase()],
  ['encodes-upper-with-colons', 'in upper-case hexadecimal with colons', (bytes) => spaced(bytes, ':').toUpperCase()],
  [
    'lists-signed-bytes',
    'a list of its bytes as signed numbers, as Java prints it',
    (bytes) => `[${[...new Int8Array(bytes)].join(', ')}]`,
  ],
]

const prefixes: readonly (readonly [id: string, prefix: string])[] = [
  ['openssl', '(stdin)= '],
  ['openssl-sha2', 'SHA2-256(stdin)= '],
  ['openssl-sha256', 'SHA256(stdin)= '],
  ['openssl-hmac', 'HMAC-SHA256(stdin)= '],
  ['openssl-hmac-sha2', 'HMAC-SHA2-256(stdin)= '],
  ['openssl-bare', '= '],
  ['bearer', 'Bearer '],
  ['hmac', 'hmac='],
  ['upper-0x', '0X'],
  ['algorithm-and-colon', 'sha256:'],
  ['upper-algorithm', 'SHA256='],
  ['hmac-algorithm', 'hmac-sha256='],
  ['hmac-algorithm-and-space', 'HMAC-SHA256 '],
  ['version', 'v1='],
  ['space', ' '],
]

const suffixes: readonly (readonly [id: string, suffix: string])[] = [
  ['newline-to-signature', '\n'],
  ['carriage-return-to-signature', '\r\n'],
  ['space-to-signature', ' '],
  ['openssl-file', ' *stdin'],
  ['openssl-file-and-newline', ' *stdin\n'],
  ['checksum-file', '  -'],
  ['checksum-file-and-newline', '  -\n'],
  ['nul-to-signature', '\0'],
  ['zeros-to-signature', '00'],
  ['word-to-signature', ',x'],
]

const rewritten: readonly Writing[] = [
  ['quotes-signature', 'in quotation marks', (text) => `"${text}"`],
  ['single-quotes-signature', 'in single quotation marks', (text) => `'${text}'`],
  ['prints-python-bytes', "as bytes of Python are printed, b'…'", (text) => `b'${text}'`],
  ['reverses-signature', 'from its last character to its first', (text) => [...text].reverse().join('')],
  ['doubles-signature', 'twice', (text) => text + text],
  ['cuts-last-of-signature', 'without its last character', (text) => text.slice(0, -1)],
  ['cuts-first-of-signature', 'without its first character', (text) => text.slice(1)],
  ['changes-first-of-signature', 'with another first character', (text) => otherDigit(text.slice(0, 1)) + text.slice(1)],
  ['changes-last-of-signature', 'with another last character', (text) => text.slice(0, -1) + otherDigit(text.slice(-1))],
  ['wraps-signature', 'in lines of 60 characters, as xxd has them', (text) => text.replace(/.{60}(?=.)/g, '$&\n')],
  ['encodes-base64-of-line', 'in base64 of the hexadecimal and a newline', (text) => Buffer.from(`${text}\n`).toString('base64')],
  ['answers-nothing', 'nothing: the signature is empty', () => ''],
  ...prefixes.map(([id, prefix]): Writing => [`prefixes-${id}`, `with ${JSON.stringify(prefix)} before it`, (text) => prefix + text]),
  ...suffixes.map(([id, suffix]): Writing => [`appends-${id}`, `with ${JSON.stringify(suffix)} behind it`, (text) => text + suffix]),
  ...[16, 20, 32, 40].map((most): Writing => [`cuts-signature-to-${most}`, `cut to ${most} characters`, (text) => text.slice(0, most)]),
  ...[32, 40].map(
    (most): Writing => [`takes-last-${most}-of-signature`, `cut to its last ${most} characters`, (text) => text.slice(-most)],
  ),
]

function otherDigit(digit: string): string {
  return digit === '0' ? '1' : '0'
}

function eachInHex(write: (byte: number) => string): Encode {
  return (bytes) => [...bytes].map(write).join('')
}

function spaced(bytes: Buffer, separator: string): string {
  return bytes.toString('hex').replace(/..(?=.)/g, (pair) => pair + separator)
}
