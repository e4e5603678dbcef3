import { createHash } from 'node:crypto'
import { percentDecoded } from '../../spec/percent.ts'
import type { SignedPart } from '../construction.ts'
import { addresses } from './addresses.ts'
import { cuts } from './cuts.ts'
import { pythonBytes } from './encodings.ts'
import { cases } from './letter-cases.ts'
import { echoed, formatted, htmlDecoded, htmlEscaped } from './readings.ts'
import type { Spelling } from './writing.ts'

/** The spellings of a part, or of any value. Those that do not change a value cannot be told from the right one. */
export function spellings(part: SignedPart | undefined): Spelling[] {
  return [...general, ...(part?.kind === 'address' ? addresses : []), ...(part && part.kind !== 'decimal' ? numeric : [])]
}

const hashedIn = (hash: string) => (value: string) => createHash(hash).update(value).digest('hex')

const general: readonly Spelling[] = [
  { id: 'trimmed', title: 'without the white space at its ends', spell: (value) => value.trim() },
  { id: 'with-single-spaces', title: 'with one space for each run of white space', spell: (value) => value.trim().replace(/\s+/g, ' ') },
  { id: 'trimmed-at-end', title: 'without the white space behind it', spell: (value) => value.trimEnd() },
  { id: 'trimmed-at-start', title: 'without the white space before it', spell: (value) => value.trimStart() },
  { id: 'without-spaces', title: 'without any white space', spell: (value) => value.replace(/\s+/g, '') },
  { id: 'with-space-before', title: 'with a space before it', spell: (value) => ` ${value}` },
  { id: 'with-space-behind', title: 'with a space behind it', spell: (value) => `${value} ` },
  { id: 'in-wide-letters', title: 'in full-width letters', spell: widened },
  ...cases,
  { id: 'with-turned-case', title: 'with the case of its letters turned around', spell: turnedCase },
  {
    id: 'in-title-case',
    title: 'with its first letter alone in upper case',
    spell: (value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase(),
  },
  ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => ({
    id: `in-${form.toLowerCase()}`,
    title: `normalised to ${form}`,
    spell: (value: string) => value.normalize(form),
  })),
  { id: 'url-encoded', title: 'encoded for a URL', spell: (value) => encodeURIComponent(value.toWellFormed()) },
  {
    id: 'url-encoded-in-lower-case',
    title: 'encoded for a URL with its hexadecimal in lower case',
    spell: (value) => lowerEscapes(encodeURIComponent(value.toWellFormed())),
    otherwise: [(value) => lowerEscapes(strictlyEncoded(value)), (value) => lowerEscapes(formQuoted(value))],
  },
  { id: 'url-quoted', title: 'encoded for a URL, slashes kept', spell: (value) => strictlyEncoded(value).replaceAll('%2F', '/') },
  { id: 'strictly-url-encoded', title: 'encoded for a URL (RFC 3986)', spell: strictlyEncoded },
  { id: 'uri-encoded', title: 'encoded as a whole URI', spell: (value) => encodeURI(value.toWellFormed()) },
  { id: 'form-encoded', title: 'encoded as a form', spell: (value) => new URLSearchParams([['', value]]).toString().slice(1) },
  { id: 'form-quoted', title: 'encoded as a form, as Python does', spell: formQuoted },
  { id: 'url-decoded', title: 'decoded as from a URL', spell: percentDecoded },
  { id: 'form-decoded', title: 'decoded as from a form', spell: (value) => percentDecoded(value.replaceAll('+', ' ')) },
  { id: 'html-escaped', title: 'escaped for HTML', spell: htmlEscaped },
  { id: 'html-escaped-by-php', title: 'escaped for HTML as PHP does', spell: (value) => htmlEscaped(value).replaceAll('&#39;', '&#039;') },
  {
    id: 'html-escaped-by-python',
    title: 'escaped for HTML as Python does',
    spell: (value) => htmlEscaped(value).replaceAll('&#39;', '&#x27;'),
  },
  {
    id: 'html-escaped-but-apostrophes',
    title: 'escaped for HTML but for apostrophes',
    spell: (value) => htmlEscaped(value).replaceAll('&#39;', "'"),
  },
  { id: 'html-decoded', title: 'decoded as from HTML', spell: htmlDecoded },
  {
    id: 'escapes-read',
    title: 'with its backslash escapes read, as echo and printf do',
    spell: echoed,
    otherwise: [formatted],
  },
  {
    id: 'slashed-by-php',
    title: 'with a backslash before each mark, as PHP adds slashes',
    spell: (value) => value.replace(/['"\\\0]/g, '\\$&'),
  },
  { id: 'json-escaped', title: 'with the escapes of JSON', spell: (value) => JSON.stringify(value).slice(1, -1) },
  {
    id: 'slash-escaped',
    title: 'with the escapes of JSON, slashes too',
    spell: (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  },
  { id: 'php-escaped', title: 'with the escapes of JSON as PHP writes it', spell: (value) => phpJson(value).slice(1, -1) },
  {
    id: 'json-ascii-escaped',
    title: 'with \\u escapes for what is not ASCII',
    spell: (value) => asciiJson(value).slice(1, -1),
    otherwise: [pythonEscaped],
  },
  {
    id: 'with-numeric-references',
    title: 'with &#…; for what is not ASCII',
    spell: (value) => value.replace(/[^\p{ASCII}]/gu, (letter) => `&#${letter.codePointAt(0)};`),
    otherwise: [(value) => value.replace(/[^\p{ASCII}]/gu, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`)],
  },
  { id: 'without-non-ascii', title: 'without what is not ASCII', spell: (value) => value.replace(/[^\p{ASCII}]/gu, '') },
  { id: 'without-tags', title: 'without its tags', spell: (value) => value.replace(/<[^<>]*>?/g, '') },
  {
    id: 'without-zero-width',
    title: 'without its letters of no width',
    spell: (value) => value.replace(/[\u200b-\u200d\u2060\ufeff]/g, ''),
  },
  { id: 'without-controls', title: 'without its control characters', spell: (value) => value.replace(/\p{Cc}/gu, '') },
  { id: 'without-accents', title: 'without its accents', spell: (value) => value.normalize('NFD').replace(/\p{M}/gu, '') },
  {
    id: 'without-punctuation',
    title: 'without its punctuation',
    spell: (value) => value.replace(/[^\p{L}\p{N}]/gu, ''),
    otherwise: [(value) => value.replace(/[^A-Za-z0-9]/g, ''), (value) => value.replace(/\W/g, '')],
  },
  {
    id: 'quoted',
    title: 'in quotation marks',
    spell: (value) => JSON.stringify(value),
    otherwise: [(value) => `"${value}"`, (value) => `"${value.replaceAll('"', '""')}"`],
  },
  { id: 'single-quoted', title: 'in single quotation marks', spell: (value) => `'${value}'` },
  { id: 'as-python-bytes', title: "as its bytes are printed by Python, b'…'", spell: (value) => pythonBytes(Buffer.from(value)) },
  {
    id: 'as-option',
    title: 'as an option, as Rust, Java or Swift prints it',
    spell: (value) => `Some(${JSON.stringify(value)})`,
    otherwise: [(value) => `Some(${value})`, (value) => `Optional[${value}]`, (value) => `Optional(${JSON.stringify(value)})`],
  },
  {
    id: 'in-local-digits',
    title: 'in the digits of Persian or Arabic',
    spell: (value) => value.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))),
    otherwise: [(value) => value.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))],
  },
  {
    id: 'of-digits-alone',
    title: 'without what is no digit',
    spell: (value) => value.replace(/\D/g, ''),
    otherwise: [(value) => value.replace(/\P{Nd}/gu, '')],
  },
  { id: 'as-undefined', title: 'as the word undefined', spell: () => 'undefined' },
  { id: 'as-null', title: 'as the word null', spell: () => 'null' },
  { id: 'as-none', title: 'as the word None', spell: () => 'None' },
  { id: 'as-nil', title: 'as nothing, as Go prints it', spell: () => '<nil>' },
  { id: 'as-nan', title: 'as the word NaN', spell: () => 'NaN' },
  { id: 'as-object', title: 'as the words [object Object]', spell: () => '[object Object]' },
  {
    id: 'as-unresolved',
    title: 'as what is printed of a promise or a function',
    spell: () => '[object Promise]',
    otherwise: [() => 'function now() { [native code] }', () => 'Promise { <pending> }', () => '<built-in function time>'],
  },
  { id: 'in-base64', title: 'in base64', spell: (value) => Buffer.from(value).toString('base64') },
  { id: 'hashed', title: 'as its hash in hexadecimal', spell: hashedIn('sha256'), otherwise: ['md5', 'sha1', 'sha512'].map(hashedIn) },
  { id: 'in-hexadecimal', title: 'in hexadecimal', spell: (value) => Buffer.from(value).toString('hex') },
  ...cuts,
]

/** The widths that columns have. */
const widths = [10, 16, 20, 32, 8, 12, 6] as [number, ...number[]]

const numeric: readonly Spelling[] = [
  {
    id: 'padded-with-zeros',
    title: 'padded with zeros before it to so many characters',
    spell: (value) => value.padStart(widths[0], '0'),
    otherwise: widths.slice(1).map((count) => (value) => value.padStart(count, '0')),
  },
  {
    id: 'padded-with-spaces',
    title: 'padded with spaces behind it to so many characters',
    spell: (value) => value.padEnd(widths[0]),
    otherwise: widths.slice(1).map((count) => (value) => value.padEnd(count)),
  },
  {
    id: 'as-number',
    title: 'as a number, where it is one',
    spell: (value) => (/^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value),
  },
  {
    id: 'as-integer',
    title: 'as an integer, without leading zeros',
    spell: (value) => (/^\d+$/.test(value) ? String(BigInt(value)) : value),
  },
]

/** A value in full-width letters, which NFKC turns into plain ones. */
export function widened(value: string): string {
  return value.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

export function turnedCase(text: string): string {
  return [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

function strictlyEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

function lowerEscapes(encoded: string): string {
  return encoded.replace(/%../g, (escaped) => escaped.toLowerCase())
}

/** As Python's `quote_plus` writes it. */
export function formQuoted(value: string): string {
  return strictlyEncoded(value).replaceAll('%20', '+')
}

/** A text as Python prints it within a list. */
export function pythonText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  const escaped = value.replaceAll('\\', '\\\\').replace(/(?! )[\p{C}\p{Z}]/gu, pythonEscaped)
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}

function pythonEscaped(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/[^\x20-\x7e]/gu, (letter) => {
      const code = (letter.codePointAt(0) ?? 0).toString(16)
      if (code.length <= 2) return `\\x${code.padStart(2, '0')}`
      return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
    })
}

/** JSON as Python writes it: ASCII only. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\p{ASCII}]/gu, unicodeEscape)
}

function unicodeEscape(letter: string): string {
  return [...Array(letter.length).keys()].map((index) => `\\u${letter.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')
}

/** JSON as Go writes it: safe in HTML. */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, unicodeEscape)
}

/** JSON as .NET writes it: ASCII only, and safe in HTML and JavaScript. */
export function dotnetJson(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '\\u0022')
  return `"${inner.replace(/[&'+<>`]|[^\p{ASCII}]/gu, (letter) => unicodeEscape(letter).replace(/[0-9a-f]{4}/g, (digits) => digits.toUpperCase()))}"`
}

export function phpJson(value: unknown): string {
  return asciiJson(value).replaceAll('/', '\\/')
}
