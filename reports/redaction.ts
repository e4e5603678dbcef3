import { isUtf8 } from 'node:buffer'
import type { Contract } from '../contracts/contract.ts'
import type { Target } from '../engine/target.ts'
import { decoded } from './decoding.ts'
import { encodedForms, literal, patternOf, wholeOnly } from './spelling.ts'

/** A value that no output may show, and the name that stands in its place. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Takes the secrets out of a text, whatever the spelling: `«accessToken»` stands in the place of each. */
export type Redaction = (text: string) => string

/** Values shorter than this count only where they stand whole: inside a longer word they are a coincidence. */
const wholeBelow = 8

/** The redaction of a target's secret settings, of the values that probes made from them, and of what signatures join. */
export function redactionOf(contract: Contract, target: Target, variations: readonly string[] = []): Redaction {
  const secrets = contract.settings.flatMap(({ name, secret }) => {
    const value = target.settings[name]
    return secret && value ? [{ name, value }] : []
  })
  return createRedaction([...joinedSecrets(contract, secrets), ...secrets, ...(target.connection?.hidden ?? [])], variations)
}

/** One pass over a text finds every form of every secret; a text that holds escapes takes another for each layer of them. */
export function createRedaction(secrets: readonly Secret[], variations: readonly string[] = []): Redaction {
  const forms = [...secrets.flatMap(formsOf), ...encodedVariations(variations)]
  const known = replacement(forms)
  const unknown = [...new Set(variations)].filter((value) => value && known(value) === value)
  if (unknown.length === 0) return known
  return replacement([...forms, ...unknown.flatMap((value) => formsOf({ name: 'altered credential', value }))])
}

/** Takes the secrets out of bytes: as text where they are UTF-8, else byte by byte. */
export function redactBytes(redact: Redaction, bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return Buffer.from(redact(bytes.toString('utf8')), 'utf8')
  return Buffer.from(redact(bytes.toString('latin1')), 'latin1')
}

interface Form {
  readonly label: string
  readonly value: string
  /** Matched as it is, case included. */
  readonly exact: boolean
  readonly whole: boolean
}

function formsOf({ name, value }: Secret): Form[] {
  const reversed = [...value].reverse().join('')
  const variants = [
    plain(name, value),
    plain(`${name}, cut short`, value.slice(0, -1)),
    plain(`${name}, cut short`, value.slice(1)),
    plain(`${name}, reversed`, reversed),
  ].flatMap((form) => [form, ...misread(form)])
  const encoded = encodedForms(value).map((form) => ({
    label: `${name}, ${form.encoding}`,
    value: form.value,
    exact: form.encoding === 'base64',
    whole: form.value.length < wholeBelow,
  }))
  return [...variants.filter((form) => form.value.length > (form.label === name ? 0 : 2)), ...encoded]
}

/** A variation that is known by its letters is not so once it is encoded; without its ends it is the same as most of the others. */
function encodedVariations(variations: readonly string[]): Form[] {
  const inner = new Set(variations.map((value) => value.slice(1, -1)).filter(({ length }) => length >= wholeBelow))
  const encoded = new Map([...inner].flatMap(encodedForms).map((form) => [form.value, form] as const))
  return [...encoded.values()].map(({ encoding, value }) => ({
    label: `altered credential, ${encoding}`,
    value,
    exact: encoding === 'base64',
    whole: false,
  }))
}

/** UTF-8 bytes taken for Latin-1: so a value that is not all ASCII stands in bytes that are not text, and in headers. */
function misread(form: Form): Form[] {
  const spellings = [form.value, form.value.toUpperCase(), form.value.toLowerCase()]
  const values = new Set(spellings.map((value) => Buffer.from(value, 'utf8').toString('latin1')))
  return [...values].filter((value) => value.toUpperCase() !== form.value.toUpperCase()).map((value) => ({ ...form, value }))
}

function plain(label: string, value: string): Form {
  return { label, value, exact: false, whole: value.length < wholeBelow }
}

function replacement(forms: readonly Form[]): Redaction {
  if (forms.length === 0) return (text) => text
  const find = finder(forms)
  return (text) => {
    const places = windowsOf(text).flatMap((window) => placesIn(window, find))
    return places.length === 0 ? text : replaced(text, places)
  }
}

/** Where a secret stands in a text, and what stands in its place. */
interface Place {
  readonly start: number
  readonly end: number
  readonly label: string
}

/** A part of a long text, so that memory stays bounded; parts overlap, so that no secret falls between two. */
interface Window {
  readonly text: string
  readonly offset: number
}

const windowLength = 1 << 20
const overlap = 1 << 15

function windowsOf(text: string): Window[] {
  const count = Math.max(1, Math.ceil(text.length / windowLength))
  return Array.from({ length: count }, (_, at) => {
    const offset = Math.max(0, at * windowLength - overlap)
    return { text: text.slice(offset, (at + 1) * windowLength + overlap), offset }
  })
}

/** What begins at the very edge of a window may be cut there: the one before has it whole. */
function placesIn({ text, offset }: Window, find: (text: string) => Place[]): Place[] {
  const places = everywhere(text, find, layers).filter(({ start }) => offset === 0 || start > 16)
  return places.map(({ start, end, label }) => ({ start: start + offset, end: end + offset, label }))
}

/** How often escapes are undone: JSON in a URL in HTML, say. */
const layers = 3

function everywhere(text: string, find: (text: string) => Place[], depth: number): Place[] {
  const here = find(text)
  const inner = depth > 0 ? decoded(text) : undefined
  if (!inner) return here
  const below = everywhere(inner.text, find, depth - 1).map(({ start, end, label }) => {
    const [from, to] = inner.original(start, end)
    return { start: from, end: to, label }
  })
  return [...here, ...below]
}

/**
 * One expression for the forms of each kind, longest first, so that a shorter form never leaves the rest of a longer one
 * behind. Plain words without groups in them are what the engine searches fast; whose form it was is looked up after.
 */
function finder(forms: readonly Form[]): (text: string) => Place[] {
  const ordered = [...forms].sort((one, other) => other.value.length - one.value.length)
  const kinds = [...Map.groupBy(ordered, ({ value, exact, whole }) => `${exact} ${whole} ${isAscii(value)}`).values()].map(kindFinder)
  return (text) => kinds.flatMap((find) => find(text))
}

function kindFinder(forms: readonly Form[]): (text: string) => Place[] {
  const { exact = false, whole = false, value: sample = '' } = forms[0] ?? {}
  const plainly = !exact && isAscii(sample)
  const sources = forms.map(({ value }) => (plainly ? literal(value) : patternOf(value, exact)))
  const source = sources.join('|')
  const pattern = new RegExp(whole ? wholeOnly(source) : source, plainly ? 'gi' : 'g')
  const spelt = (text: string) => (exact ? text.replaceAll('-', '+').replaceAll('_', '/') : text.toLowerCase().replaceAll('+', ' '))
  const labels = new Map([...forms].reverse().map(({ value, label }) => [spelt(value), label]))
  return (text) =>
    matchesOf(pattern, text).map(({ start, found }) => ({ start, end: start + found.length, label: labels.get(spelt(found)) ?? 'secret' }))
}

/** `matchAll` makes an expression anew for every text, which here takes longer than to search most texts with it. */
function matchesOf(pattern: RegExp, text: string): { start: number; found: string }[] {
  const matches: { start: number; found: string }[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) matches.push({ start: match.index, found: match[0] })
  return matches
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** Places that overlap are one, under the name of the first and longest. */
function replaced(text: string, places: readonly Place[]): string {
  let result = ''
  let done = 0
  for (const { start, end, label } of [...places].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (start >= done) result += `${text.slice(done, start)}«${label}»`
    done = Math.max(done, end)
  }
  return result + text.slice(done)
}

/** Secrets that a signature joins without a separator: in a canonical string that a target echoes, a short one stands inside a longer word. */
function joinedSecrets({ operations }: Contract, secrets: readonly Secret[]): Secret[] {
  return operations.flatMap(({ authentication }) => {
    if (authentication.kind !== 'signed') return []
    const { parts, separator } = authentication.signature.construction
    const values = parts.map(({ setting }) => secrets.find(({ name }) => name === setting))
    return values.flatMap((one, at) => {
      const next = values[at + 1]
      return one && next ? [{ name: `${one.name} ${next.name}`, value: `${one.value}${separator}${next.value}` }] : []
    })
  })
}
