import { base32 } from '../../contracts/mistakes/bases.ts'
import type { Secret } from '../../engine/client/transport/connection.ts'
import { isAscii } from '../../text/ascii.ts'
import { asNumbers, encodedForms, inBase45, inBase85, inOlderCodes, substituted } from './spelling.ts'
import { decoded } from './unescaping.ts'

/** One way in which a value may be written, and what stands in its place. */
export interface Form {
  readonly label: string
  readonly value: string
  readonly exact: boolean
  readonly whole: boolean
  /** How much of its beginning counts where a text was cut, if not as little as of a secret. */
  readonly leastCut?: number
  /** How many consecutive characters identify it if the rest is cut off or hidden; undefined if only the whole does. */
  readonly leastPart?: number
}

export interface Occurrence {
  readonly start: number
  readonly end: number
  readonly label: string
}

/** Shorter values count only as whole words: inside a longer word they are a coincidence. */
const wholeBelow = 8

/** Not so a code of letters and digits, such as a merchant's, that is as long as this, nor what is spelt as exactly as base64. */
const leastCode = 6

/** The forms of a secret: as it is, cut, reversed, misread, with its own escapes undone, and encoded. */
export function formsOf({ name, value }: Secret): Form[] {
  if (isShortNumber(value)) return [plainForm(name, value)]
  const reversed = [...value].reverse().join('')
  const least = value.length < leastWhole ? undefined : Math.max(value.length >> 6, Math.min(mostPart, value.length >> 1))
  const variants = [
    { ...plainForm(name, value), ...(isCode(value) ? { whole: false } : {}), ...partly(least) },
    ...(least === undefined ? cutShort(value) : []).map((text) => plainForm(`${name}, cut short`, text)),
    { ...plainForm(`${name}, reversed`, reversed), ...partly(least) },
    ...substituted(value).map((form) => ({ ...plainForm(`${name}, ${form.encoding}`, form.value), ...partly(least) })),
    ...unescaped(value).map((text) => plainForm(`${name}, unescaped`, text)),
    ...normalized(value).map((text) => ({ ...plainForm(`${name}, normalised`, text), ...partly(least) })),
  ].flatMap((form) => [form, ...misread(form)])
  const wide = inUtf16(value)
  const encoded = [
    ...[value, ...wide].flatMap(encodedForms),
    { encoding: 'base32', value: base32(Buffer.from(value)).replace(/=+$/, '') },
    ...inOlderCodes(value).map((text) => ({ encoding: 'uuencoded', value: text })),
  ].map((form) => ({ ...encodedForm(name, form), ...partly(least && Math.ceil((least * form.value.length) / value.length)) }))
  return [
    ...variants.filter((form) => form.value.length > (form.label === name ? 0 : 2)),
    ...wide.map((bytes) => plainForm(`${name}, UTF-16`, bytes.toString('latin1'))),
    ...encoded,
    ...encodedRarely(name, value),
    ...encodedTwice(name, value),
  ]
}

/** A value's bytes in UTF-16, in either order. Of ASCII they are the value itself, once the zeros between are dropped. */
function inUtf16(value: string): Buffer[] {
  if (isAscii(value)) return []
  const bytes = Buffer.from(value, 'utf16le')
  return [bytes, Buffer.from(bytes).swap16()]
}

/** A value in some coding; only hexadecimal and base32 mean the same in either case. */
function encodedForm(name: string, { encoding, value }: { readonly encoding: string; readonly value: string }): Form {
  const exact = !/hex$|32$/.test(encoding)
  return { label: `${name}, ${encoding}`, value, exact, whole: value.length < (exact ? leastCode : wholeBelow) }
}

/** Rare forms: other digits, encoded forms reversed, and the bytes of a hexadecimal secret in base64. */
function encodedRarely(name: string, value: string): Form[] {
  const bytes = /^(?:[0-9a-f]{2}){8,}$/i.test(value) ? encodedForms(Buffer.from(value, 'hex')) : []
  return [
    ...asNumbers(value),
    ...spelt('base45', inBase45(value)),
    ...spelt('base85', inBase85(value)),
    ...encodedForms(value).map((form) => ({ encoding: `${form.encoding}, reversed`, value: [...form.value].reverse().join('') })),
    ...bytes.filter(({ encoding }) => encoding === 'base64'),
  ]
    .filter((form) => form.value.length >= wholeBelow)
    .map((form) => ({ label: `${name}, ${form.encoding}`, value: form.value, exact: true, whole: false }))
}

/** Texts of other digits; what looks like an escape among these is lost where the escapes of the text around them are undone. */
function spelt(encoding: string, texts: readonly string[]) {
  return texts.flatMap((text) => [text, ...unescaped(text)]).map((value) => ({ encoding, value }))
}

/** A shorter secret is found only whole, or by its beginning at the end of a text: half of it may occur by chance. */
const leastWhole = 16
/** This many consecutive characters identify any secret, or a sixty-fourth of a very long one. */
const mostPart = 12

function partly(leastPart: number | undefined): Pick<Form, 'leastPart'> {
  return leastPart === undefined ? {} : { leastPart }
}

/** A short secret without its end or its beginning, of which up to a fifth may be missing; of a longer one all parts are looked for. */
function cutShort(value: string): string[] {
  const fifth = Math.floor(value.length / 5)
  const most = value.length - fifth >= wholeBelow ? fifth : 1
  return [...new Set([1, most])].flatMap((count) => [value.slice(0, -count), value.slice(count)])
}

/** Encoded twice, in base64 or hexadecimal. */
function encodedTwice(name: string, value: string): Form[] {
  return encodedForms(value).flatMap((inner) => encodedForms(inner.value).map((outer) => encodedForm(`${name}, ${inner.encoding}`, outer)))
}

function isCode(value: string): boolean {
  return value.length >= leastCode && /\d/.test(value) && /[a-z]/i.test(value)
}

/** True for a number so short that a similar one is a coincidence. */
export function isShortNumber(value: string): boolean {
  return value.length < wholeBelow && /^\d+$/.test(value)
}

/** The encoded forms of a secret's variations, without their ends: encoded, only the inside identifies a variation. */
export function encodedVariations(variations: readonly string[]): Form[] {
  const inner = new Set(variations.map((value) => value.slice(1, -1)).filter(({ length }) => length >= wholeBelow))
  const encoded = new Map([...inner].flatMap(encodedForms).map((form) => [form.value, form] as const))
  return [...encoded.values()].map((form) => ({ ...encodedForm('altered credential', form), whole: false }))
}

/** A value that contains what looks like an escape (a backslash, a percent sign) changes when the escapes of the text around it are undone. */
function unescaped(value: string): string[] {
  const found: string[] = []
  for (let text = decoded(value)?.text; text !== undefined && found.length < 3; text = decoded(text)?.text) found.push(text)
  return found.filter(({ length }) => length >= 4)
}

/** Its letters in the other forms of Unicode, as a database or a file system may keep them. */
function normalized(value: string): string[] {
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => value.normalize(form))
  return [...new Set(forms)].filter((text) => text !== value)
}

/** UTF-8 read as Latin-1, as in headers and in bytes that are not text, and what is so read of that again. */
function misread(form: Form): Form[] {
  const spellings = [form.value, form.value.toUpperCase(), form.value.toLowerCase()]
  const read = (value: string) => Buffer.from(value, 'utf8').toString('latin1')
  const values = new Set(spellings.flatMap((value) => [read(value), read(read(value))]))
  return [...values].filter((value) => value.toUpperCase() !== form.value.toUpperCase()).map((value) => ({ ...form, value }))
}

export function plainForm(label: string, value: string): Form {
  return { label, value, exact: false, whole: value.length < wholeBelow }
}
