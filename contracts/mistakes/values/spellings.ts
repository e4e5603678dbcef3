import { attributeEscaped } from '../../../text/entities.ts'
import { percentDecoded } from '../../../text/percent.ts'
import type { SignedPart } from '../../construction.ts'
import { unitEscapes } from '../../escapes.ts'
import { hashedIn, type Spell, type Spelling } from '../mistake.ts'
import { addresses } from './addresses.ts'
import { echoed, formatted, htmlDecoded, withoutBackslashes } from './decoded-values.ts'
import { misprints } from './misprints.ts'

/** The cases of a value; in a Turkish locale, an I becomes another letter. */
export const letterCases: readonly Spelling[] = [
  ['in-lower-case', 'in lower case', (value) => value.toLowerCase(), (value) => value.toLocaleLowerCase('tr')],
  ['in-upper-case', 'in upper case', (value) => value.toUpperCase(), (value) => value.toLocaleUpperCase('tr')],
]

/** Separators between a value and an addition: a network after a token, a note after a wallet. */
const marks = Object.entries({ hyphen: '-', underscore: '_', dot: '.', slash: '/', colon: ':' })

/** Values that are cut: to the width of a column, or to one side of a separator. */
const truncations: readonly Spelling[] = [
  ...[255, 128, 100, 64, 32, 20, 10].map(
    (count): Spelling => [`cut-to-${count}`, `cut to ${count} characters`, (value) => value.slice(0, count)],
  ),
  ...marks.flatMap(([name, mark]): Spelling[] => [
    [`before-${name}`, `before its first ${name}`, (value) => value.split(mark)[0] ?? value],
    [`behind-${name}`, `behind its last ${name}`, (value) => value.split(mark).at(-1) ?? value],
  ]),
]

/** The spellings of a part, or of any value. Those that do not change a value cannot be told from the right one. */
export function spellings(part: SignedPart | undefined): Spelling[] {
  if (!part) return [...general]
  return [...general, ...(part.kind === 'address' ? addresses : []), ...padded, ...(part.kind === 'decimal' ? [] : numeric)]
}

/** A text of JSON without its quotation marks. */
const inner = (write: Spell) => (value: string) => write(value).slice(1, -1)

const general: readonly Spelling[] = [
  ['trimmed', 'without the white space at its ends', (value) => value.trim()],
  ['with-single-spaces', 'with one space for each run of white space', (value) => value.trim().replace(/\s+/g, ' ')],
  ['trimmed-at-end', 'without the white space behind it', (value) => value.trimEnd()],
  ['trimmed-at-start', 'without the white space before it', (value) => value.trimStart()],
  ['without-spaces', 'without any white space', (value) => value.replace(/\s+/g, '')],
  ['with-space-before', 'with a space before it', (value) => ` ${value}`],
  ['with-space-behind', 'with a space behind it', (value) => `${value} `],
  ['in-wide-letters', 'in full-width letters', widened],
  ...letterCases,
  ['with-turned-case', 'with the case of its letters turned around', turnedCase],
  ['in-title-case', 'with its first letter alone in upper case', (value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase()],
  [
    'in-title-words',
    'with the first letter of each word in upper case',
    (value) => value.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  ],
  [
    'case-folded',
    'without its case, as Python folds it',
    (value) => [...value.toUpperCase()].map((letter) => letter.toLowerCase()).join(''),
  ],
  ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map(
    (form): Spelling => [`in-${form.toLowerCase()}`, `normalised to ${form}`, (value: string) => value.normalize(form)],
  ),
  ['url-encoded', 'encoded for a URL', urlEncoded],
  [
    'url-encoded-in-lower-case',
    'encoded for a URL with its hexadecimal in lower case',
    (value) => lowerEscapes(urlEncoded(value)),
    (value) => lowerEscapes(strictlyEncoded(value)),
    (value) => lowerEscapes(formQuoted(value)),
  ],
  ['url-quoted', 'encoded for a URL, slashes kept', (value) => strictlyEncoded(value).replaceAll('%2F', '/')],
  ['strictly-url-encoded', 'encoded for a URL (RFC 3986)', strictlyEncoded],
  ['uri-encoded', 'encoded as a whole URI', (value) => encodeURI(value.toWellFormed())],
  ['form-encoded', 'encoded as a form', (value) => new URLSearchParams([['', value]]).toString().slice(1)],
  ['form-quoted', 'encoded as a form, as Python, Go or PHP does', formQuoted, phpQuoted],
  ['escaped-by-javascript', 'escaped as escape of JavaScript does', (value) => globalThis.escape(value)],
  ['url-decoded', 'decoded as from a URL', percentDecoded],
  ['form-decoded', 'decoded as from a form', (value) => percentDecoded(value.replaceAll('+', ' '))],
  ['html-escaped', 'escaped for HTML', attributeEscaped],
  ['html-escaped-by-php', 'escaped for HTML as PHP does', (value) => attributeEscaped(value).replaceAll('&#39;', '&#039;')],
  ['html-escaped-by-python', 'escaped for HTML as Python does', (value) => attributeEscaped(value).replaceAll('&#39;', '&#x27;')],
  ['html-escaped-but-apostrophes', 'escaped for HTML but for apostrophes', (value) => attributeEscaped(value).replaceAll('&#39;', "'")],
  ['html-decoded', 'decoded as from HTML', htmlDecoded],
  ['escapes-read', 'with its backslash escapes read, as echo and printf do', echoed, formatted],
  ['slashed-by-php', 'with a backslash before each mark, as PHP adds slashes', (value) => value.replace(/['"\\\0]/g, '\\$&')],
  ['without-backslashes', 'without its backslashes, as read without -r and stripslashes leave it', withoutBackslashes],
  ['json-escaped', 'with the escapes of JSON', inner(JSON.stringify), inner(goJson), inner(dotnetJson)],
  ['slash-escaped', 'with the escapes of JSON, slashes too', (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
  ['php-escaped', 'with the escapes of JSON as PHP writes it', inner(phpJson)],
  ['json-ascii-escaped', 'with \\u escapes for what is not ASCII', inner(asciiJson), pythonEscaped],
  [
    'with-numeric-references',
    'with &#…; for what is not ASCII',
    (value) => value.replace(/[^\p{ASCII}]/gu, (letter) => `&#${letter.codePointAt(0)};`),
    (value) => value.replace(/[^\p{ASCII}]/gu, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`),
  ],
  ['without-non-ascii', 'without what is not ASCII', (value) => value.replace(/[^\p{ASCII}]/gu, '')],
  ['in-plain-ascii', 'without its accents and what else is not ASCII', (value) => value.normalize('NFKD').replace(/[^\p{ASCII}]/gu, '')],
  ['without-tags', 'without its tags', (value) => value.replace(/<[^<>]*>?/g, '')],
  ['without-zero-width', 'without its letters of no width', (value) => value.replace(/[\u200b-\u200d\u2060\ufeff]/g, '')],
  ['without-controls', 'without its control characters', (value) => value.replace(/\p{Cc}/gu, '')],
  ['without-accents', 'without its accents', (value) => value.normalize('NFD').replace(/\p{M}/gu, '')],
  [
    'without-punctuation',
    'without its punctuation',
    (value) => value.replace(/[^\p{L}\p{N}]/gu, ''),
    (value) => value.replace(/[^A-Za-z0-9]/g, ''),
    (value) => value.replace(/\W/g, ''),
  ],
  ['quoted', 'in quotation marks', JSON.stringify, (value) => `"${value}"`, (value) => `"${value.replaceAll('"', '""')}"`],
  ['single-quoted', 'in single quotation marks', (value) => `'${value}'`, pythonText],
  ['bracketed', 'in brackets', (value) => `[${value}]`, (value) => `{${value}}`, (value) => `(${value})`, (value) => `<${value}>`],
  ['as-python-bytes', "as its bytes are printed by Python, b'…'", (value) => pythonBytes(Buffer.from(value))],
  [
    'in-local-digits',
    'in the digits of Persian or Arabic',
    (value) => value.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))),
    (value) => value.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
    (value) => value.replace('.', '٫').replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))),
    (value) => value.replace('.', '٫').replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
  ],
  ['of-digits-alone', 'without what is no digit', (value) => value.replace(/\D/g, ''), (value) => value.replace(/\P{Nd}/gu, '')],
  ...misprints,
  ['in-base64', 'in base64', (value) => Buffer.from(value).toString('base64')],
  ['hashed', 'as its hash in hexadecimal', hashedIn('sha256'), ...['md5', 'sha1', 'sha512'].map(hashedIn)],
  ['in-hexadecimal', 'in hexadecimal', (value) => Buffer.from(value).toString('hex')],
  ...truncations,
]

const widths = [10, 16, 20, 32, 8, 12, 6] as [number, ...number[]]

const padded: readonly Spelling[] = [
  [
    'padded-with-zeros',
    'padded with zeros before it to so many characters',
    (value) => value.padStart(widths[0], '0'),
    ...widths.slice(1).map((count) => (value: string) => value.padStart(count, '0')),
  ],
  [
    'padded-with-spaces',
    'padded with spaces behind it to so many characters',
    (value) => value.padEnd(widths[0]),
    ...widths.slice(1).map((count) => (value: string) => value.padEnd(count)),
  ],
]

const numeric: readonly Spelling[] = [
  ['as-number', 'as a number, where it is one', (value) => (/^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value)],
  ['as-integer', 'as an integer, without leading zeros', (value) => (/^\d+$/.test(value) ? String(BigInt(value)) : value)],
]

/** A value in full-width letters, which NFKC turns into plain ones. */
export function widened(value: string): string {
  return value.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

export function turnedCase(text: string): string {
  return [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

export function urlEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

export function strictlyEncoded(value: string): string {
  return urlEncoded(value).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

function lowerEscapes(encoded: string): string {
  return encoded.replace(/%../g, (escaped) => escaped.toLowerCase())
}

/** As Python's `quote_plus` writes it. */
export function formQuoted(value: string): string {
  return strictlyEncoded(value).replaceAll('%20', '+')
}

export function phpQuoted(value: string): string {
  return formQuoted(value).replaceAll('~', '%7E')
}

export function pythonText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  const escaped = value.replaceAll('\\', '\\\\').replace(/(?! )[\p{C}\p{Z}]/gu, pythonEscaped)
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}

export function pythonBytes(bytes: Buffer): string {
  const quote = bytes.includes("'") && !bytes.includes('"') ? '"' : "'"
  const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' }
  const written = [...bytes].map((byte) => {
    const letter = String.fromCharCode(byte)
    if (named[byte]) return named[byte]
    if (letter === quote) return `\\${letter}`
    return byte >= 32 && byte < 127 ? letter : `\\x${byte.toString(16).padStart(2, '0')}`
  })
  return `b${quote}${written.join('')}${quote}`
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
  return JSON.stringify(value).replace(/[^\p{ASCII}]/gu, unitEscapes)
}

/** JSON as Go writes it: safe in HTML. */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, unitEscapes)
}

/** JSON as .NET writes it: ASCII only, and safe in HTML and JavaScript. */
export function dotnetJson(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '\\u0022')
  return `"${inner.replace(/[&'+<>`]|[^\p{ASCII}]/gu, (letter) => unitEscapes(letter).replace(/[0-9a-f]{4}/g, (digits) => digits.toUpperCase()))}"`
}

export function phpJson(value: unknown): string {
  return asciiJson(value).replaceAll('/', '\\/')
}
