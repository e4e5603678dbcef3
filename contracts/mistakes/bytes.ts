import type { Construction } from '../construction.ts'
import { isTimestamp, type Mistake, type MistakeRow, maker, onlyExplaining } from './mistake.ts'
import type { Change, SigningProcedure } from './signing-procedure.ts'

type Encoding = MistakeRow<SigningProcedure['bytes']>

export function wrongBytes(construction: Construction): Mistake[] {
  const make = maker(construction, 'bytes', 'verbatim')
  const rows = encodings.map(([id, title, encode]): Encoding => [id, `the text ${title}`, encode])
  return onlyExplaining([
    ...make(rows, (bytes) => (procedure) => ({ ...procedure, bytes })),
    ...make(ofTextAndSecret, inBoth),
    ...make([['signs-timestamp-in-bytes', 'with the bytes of an integer for the timestamp', ...integers]], inBytes),
  ])
}

const ofTextAndSecret: readonly Encoding[] = [
  ['signs-and-keys-in-utf-16', 'text and secret in UTF-16, little end first', (text) => Buffer.from(text, 'utf16le')],
  ['signs-and-keys-in-utf-16-big-end', 'text and secret in UTF-16, big end first', (text) => Buffer.from(text, 'utf16le').swap16()],
  [
    'reads-request-in-another-encoding',
    'what it read in Latin-1, Windows-1252 or ASCII instead of UTF-8',
    (text) => Buffer.from(Buffer.from(text).toString('latin1')),
    (text) => Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text))),
    (text) => Buffer.from([...Buffer.from(text)].map((byte) => (byte < 128 ? String.fromCharCode(byte) : '\ufffd')).join('')),
  ],
]

function inBoth(bytes: SigningProcedure['bytes']): Change {
  return (procedure) => ({
    ...procedure,
    bytes,
    key: (input) => {
      const key = procedure.key(input)
      return typeof key === 'string' ? bytes(key) : key
    },
  })
}

const seconds = (time: bigint) => Number((time / 1000n) & 0xffffffffn)

type WriteInteger = (time: bigint) => Buffer

/** An integer as programs write it to a buffer: in eight bytes, or as seconds in four or eight, in either byte order. */
const integers: readonly [WriteInteger, ...WriteInteger[]] = [
  (time) => Buffer.from(BigInt64Array.of(time).buffer).swap64(),
  (time) => Buffer.from(BigInt64Array.of(time).buffer),
  (time) => Buffer.from(Uint32Array.of(seconds(time)).buffer).swap32(),
  (time) => Buffer.from(Uint32Array.of(seconds(time)).buffer),
  (time) => Buffer.from(BigInt64Array.of(time / 1000n).buffer).swap64(),
  (time) => Buffer.from(BigInt64Array.of(time / 1000n).buffer),
]

function inBytes(write: WriteInteger): Change {
  return (procedure) => ({
    ...procedure,
    value: (part, input) => {
      const value = procedure.value(part, input)
      return value !== undefined && isTimestamp(part) && /^\d+$/.test(value) ? asLetters(write(BigInt(value))) : value
    },
    bytes: withLetters,
  })
}

/** Holds bytes in a text as letters that no text contains, until the whole text is encoded. */
function asLetters(bytes: Buffer): string {
  return [...bytes].map((byte) => String.fromCodePoint(0xf0000 + byte)).join('')
}

function withLetters(text: string): Buffer {
  const pieces = text.split(/([\u{f0000}-\u{f00ff}]+)/u)
  const raw = (letters: string) => Buffer.from([...letters].map((letter) => (letter.codePointAt(0) ?? 0) - 0xf0000))
  return Buffer.concat(pieces.map((piece, index) => (index % 2 === 1 ? raw(piece) : Buffer.from(piece))))
}

const encodings: readonly Encoding[] = [
  ['signs-latin-1', 'in Latin-1 instead of UTF-8', (text) => Buffer.from(text, 'latin1')],
  [
    'signs-latin-1-with-marks',
    'in Latin-1, with ? for what that lacks',
    (text) => Buffer.from([...text].map((letter) => (letter <= 'ÿ' ? letter : '?')).join(''), 'latin1'),
  ],
  ...['windows-1252', 'windows-1256'].map(
    (page): Encoding => [`signs-${page}`, `in ${page}, with ? for what that lacks`, (text) => inCodePage(page, text)],
  ),
  ['signs-hexadecimal-as-bytes', 'with the bytes for the digits behind 0x', (text) => withBytes(text)],
  ['signs-ascii-with-marks', 'in ASCII, with ? for the rest', (text) => Buffer.from(text.replace(/[^\p{ASCII}]/gu, '?'))],
  ['signs-ascii-alone', 'in ASCII, without the rest', (text) => Buffer.from(text.replace(/[^\p{ASCII}]/gu, ''))],
  ['signs-ascii-with-units', 'in ASCII, with ? for each unit of the rest', (text) => Buffer.from(text.replace(/[\u0080-\uffff]/g, '?'))],
  [
    'signs-low-seven-bits',
    'with seven bits of each unit',
    (text) => Buffer.from([...Array(text.length).keys()].map((index) => text.charCodeAt(index) & 0x7f)),
  ],
  ['signs-utf-16', 'in UTF-16, little end first', (text) => Buffer.from(text, 'utf16le')],
  ['signs-utf-16-big-end', 'in UTF-16, big end first', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['signs-utf-16-with-mark', 'in UTF-16 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  [
    'signs-utf-16-big-end-with-mark',
    'in UTF-16, big end first, with a byte order mark',
    (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  ],
  ['signs-utf-32', 'in UTF-32, little end first', (text) => utf32(text)],
  ['signs-utf-32-with-mark', 'in UTF-32 with a byte order mark', (text) => utf32(`\uFEFF${text}`)],
  ['signs-utf-32-big-end', 'in UTF-32, big end first', (text) => utf32(text).swap32()],
  ['signs-byte-order-mark', 'with a byte order mark before it', (text) => Buffer.from(`\uFEFF${text}`)],
  ['signs-double-utf-8', 'in UTF-8 twice', (text) => Buffer.from(Buffer.from(text).toString('latin1'))],
  [
    'signs-surrogates',
    'in UTF-8 of its surrogates',
    (text) => Buffer.concat([...Array(text.length).keys()].map((index) => unit(text.charCodeAt(index)))),
  ],
  ...[128, 256, 512, 1024, 2048, 4096].flatMap((size): Encoding[] => [
    [`signs-buffer-of-${size}`, `with all of a buffer of ${size} bytes, zeros behind it`, (text) => inBuffer(text, size)],
    [
      `signs-cut-to-buffer-of-${size}`,
      `cut to the ${size - 1} bytes that a buffer holds`,
      (text) => Buffer.from(text).subarray(0, size - 1),
    ],
  ]),
  ...[64, 80, 90, 96, 100, 128, 200, 255, 256, 500, 512, 1000, 1024].map(
    (length): Encoding => [
      `signs-cut-to-${length}`,
      `cut to its first ${length} characters`,
      (text) => Buffer.from(text.slice(0, length)),
      (text) => Buffer.from(text).subarray(0, length),
    ],
  ),
  ['signs-composed-text', 'normalised to NFC', (text) => Buffer.from(text.normalize('NFC'))],
  ['signs-decomposed-text', 'normalised to NFD', (text) => Buffer.from(text.normalize('NFD'))],
]

/** What C signs if it takes the size of a buffer for the length of a text. */
function inBuffer(text: string, size: number): Buffer {
  const buffer = Buffer.alloc(size)
  buffer.write(text)
  return buffer
}

function inCodePage(page: string, text: string): Buffer {
  const letters = [...new TextDecoder(page).decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))]
  const bytes = new Map(letters.map((letter, byte) => [letter, byte]))
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f))
}

/** What languages decode from an address before they sign it. */
function withBytes(text: string): Buffer {
  const pieces = text.split(/(0x(?:[0-9a-f]{2})+)/i)
  return Buffer.concat(pieces.map((piece, index) => (index % 2 === 1 ? Buffer.from(piece.slice(2), 'hex') : Buffer.from(piece))))
}

function utf32(text: string): Buffer {
  const points = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(points.length * 4)
  for (const [index, point] of points.entries()) bytes.writeUInt32LE(point, index * 4)
  return bytes
}

/** A unit of UTF-16 in the bytes that UTF-8 would give it, surrogates too (CESU-8). */
function unit(code: number): Buffer {
  if (code < 0x80) return Buffer.from([code])
  if (code < 0x800) return Buffer.from([0xc0 | (code >> 6), 0x80 | (code & 0x3f)])
  return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
}
