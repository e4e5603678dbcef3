import type { Form } from './forms.ts'

/** A part of a form, wherever it stands in a text. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** A form, and which parts of it were found to tell it, or not to: a hostile text repeats itself. */
interface Sought extends Form {
  readonly leastPart: number
  readonly known: Map<string, boolean>
}

/** Where a few characters of a form stand in it. */
interface Seed {
  readonly form: Sought
  readonly at: number
}

/** The fewest characters in a row that tell any form: five of them begin at a place of the text that is a multiple of four. */
export const leastLength = 8
const seedLength = 5
const stride = 4
/** A form that repeats itself is found by a few of its places as well. */
const mostSeeds = 16
const mostKnown = 1024

/** Finds what is left of forms of which some was cut or hidden: as many of their characters in a row as tell them. Linear in the text. */
export function partFinder(forms: readonly Form[]): (text: string) => Part[] {
  const seeds = seedsOf(forms)
  const hashes = new Uint8Array(1 << 16)
  for (const hash of seeds.keys()) hashes[hash & 0xffff] = 1
  return (text) => {
    const parts: Part[] = []
    const own = hashesOf(text)
    for (let at = 0; at + seedLength <= text.length; at += stride) {
      const hash = own[at / stride] ?? 0
      if (hashes[hash & 0xffff] === 0) continue
      const { part, past } = partAt(text, at, seeds.get(hash) ?? [])
      if (part) parts.push(part)
      at = Math.max(at, past - (past % stride) - leastLength)
    }
    return parts
  }
}

/** The longest part that one of the seeds has there, and where the last of them ends: what begins before is the same again. */
function partAt(text: string, at: number, seeds: readonly Seed[]): { readonly part?: Part; readonly past: number } {
  let [start, end, past] = [at, at, at]
  for (const seed of seeds) {
    const found = extended(text, at, seed)
    past = Math.max(past, found.end)
    if (found.end - found.start > end - start && isTelling(text, found, seed)) ({ start, end } = found)
  }
  return end > start ? { part: { start, end }, past } : { past }
}

function seedsOf(forms: readonly Form[]): ReadonlyMap<number, readonly Seed[]> {
  const seeds = new Map<number, Seed[]>()
  const partly = forms.flatMap(({ leastPart, ...form }) => (leastPart === undefined ? [] : [{ ...form, leastPart }]))
  for (const each of new Map(partly.map((form) => [`${form.exact} ${form.value}`, form])).values()) {
    const form = { ...each, known: new Map() }
    for (let at = 0; at + seedLength <= form.value.length; at += 1) {
      const hash = hashAt(form.value, at)
      const same = seeds.get(hash) ?? []
      if (same.length < mostSeeds) seeds.set(hash, [...same, { form, at }])
    }
  }
  return seeds
}

let last: { readonly text: string; readonly hashes: Int32Array } = { text: '', hashes: new Int32Array() }

/** The hashes at every place that is looked at, kept for the next finder: several search a text one after another. */
function hashesOf(text: string): Int32Array {
  if (last.text === text) return last.hashes
  const hashes = new Int32Array(Math.ceil(Math.max(0, text.length - seedLength + 1) / stride))
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = hashAt(text, at * stride)
  last = { text, hashes }
  return hashes
}

/** A hash of a few characters, which is the same in either case and in either alphabet of base64. */
function hashAt(text: string, at: number): number {
  let hash = 0
  for (let next = at; next < at + seedLength; next += 1) {
    const code = text.charCodeAt(next)
    hash = (Math.imul(hash, 0x9e3779b1) + (foldedAscii[code] ?? lower(code))) | 0
  }
  return hash ^ (hash >>> 15)
}

function folded(code: number): number {
  return code === 45 ? 43 : code === 95 ? 47 : lower(code)
}

const foldedAscii = Uint8Array.from({ length: 128 }, (_, code) => folded(code))

function lower(code: number): number {
  if (code > 127) return String.fromCharCode(code).toLowerCase().charCodeAt(0)
  return code >= 65 && code <= 90 ? code | 32 : code
}

/** The part around a place over which a text and a form agree. */
function extended(text: string, start: number, { form: { value, exact }, at }: Seed): Part {
  const isSame = exact ? isSameBase64 : isSameLetter
  let [before, after] = [0, 0]
  while (after < value.length - at && isSame(text.charCodeAt(start + after), value.charCodeAt(at + after))) after += 1
  if (after < seedLength) return { start, end: start }
  while (before < at && isSame(text.charCodeAt(start - before - 1), value.charCodeAt(at - before - 1))) before += 1
  return { start: start - before, end: start + after }
}

function isSameBase64(one: number, other: number): boolean {
  return one === other || ((one === 45 || one === 95) && folded(one) === other)
}

function isSameLetter(one: number, other: number): boolean {
  return one === other || lower(one) === lower(other)
}

function isTelling(text: string, { start, end }: Part, { form }: Seed): boolean {
  if (end - start < form.leastPart) return false
  const part = text.slice(start, end)
  const known = form.known.get(part) ?? tells(part, form)
  if (form.known.size < mostKnown) form.known.set(part, known)
  return known
}

/** Words in a secret stand elsewhere too: letters alone tell it in their own case only, where they are its middle or no words. */
function tells(part: string, { value, exact }: Form): boolean {
  const isMiddle = part.length * 2 >= value.length && holdsMiddle(part, value)
  if (!exact && !/\d/.test(part)) return value.includes(part) && (isMiddle || isNoWord(part))
  return isMiddle || (new Set(part).size >= 5 && (exact || part.length >= leastDigits || /\D/.test(part)))
}

/** Fewer digits in a row are a coincidence. */
const leastDigits = 12

function holdsMiddle(part: string, value: string): boolean {
  return part.toLowerCase().includes(value.slice(Math.ceil(value.length / 4), Math.floor((3 * value.length) / 4)).toLowerCase())
}

/** Upper and lower case change more often than in words that are written as one. */
function isNoWord(part: string): boolean {
  return (part.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0) * 3 > part.length
}
