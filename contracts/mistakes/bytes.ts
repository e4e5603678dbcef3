import type { Construction } from '../construction.ts'
import { type Mistake, type MistakeRow, maker, onlyExplaining } from './mistake.ts'
import type { Change, SigningProcedure } from './signing-procedure.ts'

type Encoding = MistakeRow<SigningProcedure['bytes']>

export function wrongBytes(construction: Construction): Mistake[] {
  const make = maker(construction, 'bytes', 'verbatim')
  const rows = encodings.map(([id, title, encode]): Encoding => [id, `the text ${title}`, encode])
  return onlyExplaining([...make(rows, (bytes) => (procedure) => ({ ...procedure, bytes })), ...make(ofTextAndSecret, inBoth)])
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

const encodings: readonly Encoding[] = [
  ['signs-latin-1', 'in Latin-1 instead of UTF-8', (text) => Buffer.from(text, 'latin1')],
  [
    'signs-latin-1-with-marks',
    'in Latin-1, with ? for what that lacks',
    (text) => Buffer.from([...text].map((letter) => (letter <= 'ÿ' ? letter : '?')).join(''), 'latin1'),
  ],
  ['signs-windows-1252', 'in windows-1252, with ? for what that lacks', (text) => inCodePage('windows-1252', text)],
  ['signs-hexadecimal-as-bytes', 'with the bytes for the digits behind 0x', (text) => withBytes(text)],
  ['signs-ascii-with-marks', 'in ASCII, with ? for the rest', (text) => Buffer.from(text.replace(/[^\p{ASCII}]/gu, '?'))],
  [
    'signs-low-seven-bits',
    'with seven bits of each unit',
    (text) => Buffer.from([...Array(text.length).keys()].map((index) => text.charCodeAt(index) & 0x7f)),
  ],
  ['signs-utf-16', 'in UTF-16, little end first', (text) => Buffer.from(text, 'utf16le')],
  ['signs-utf-16-big-end', 'in UTF-16, big end first', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['signs-utf-16-with-mark', 'in UTF-16 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['signs-byte-order-mark', 'with a byte order mark before it', (text) => Buffer.from(`\uFEFF${text}`)],
  ['signs-double-utf-8', 'in UTF-8 twice', (text) => Buffer.from(Buffer.from(text).toString('latin1'))],
  ['signs-composed-text', 'normalised to NFC', (text) => Buffer.from(text.normalize('NFC'))],
  ['signs-decomposed-text', 'normalised to NFD', (text) => Buffer.from(text.normalize('NFD'))],
]

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
