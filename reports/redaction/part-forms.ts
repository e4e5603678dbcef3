import { getOrInsert } from '../../language/get-or-insert.ts'
import type { Form } from './forms.ts'
import { hashAt, hashesOf, isSameBase64, isSameLetter, leastLength, seedLength, stride } from './text-hashes.ts'

/** Where a part of a form stands in a text. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** A form, and whether parts of it were found to identify it: a hostile text repeats itself. */
interface Sought extends Form {
  readonly leastPart: number
  readonly known: Map<string, boolean>
}

/** A few characters of a form, and their position. */
interface Seed {
  readonly form: Sought
  readonly at: number
}

/** A form that repeats itself is still found by a few of its positions. */
const mostSeeds = 16
const mostKnown = 1024

/** Finds forms that are partly cut or hidden, by enough consecutive characters. Linear in the text. */
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

/** The longest part that one of the seeds matches there, and where the last match ends: what begins before is the same. */
function partAt(text: string, at: number, seeds: readonly Seed[]): { readonly part?: Part; readonly past: number } {
  let [start, end, past] = [at, at, at]
  for (const seed of seeds) {
    const found = extended(text, at, seed)
    past = Math.max(past, found.end)
    if (found.end - found.start > end - start && isTelling(text, found, seed)) ({ start, end } = found)
  }
  return end > start ? { part: { start, end }, past } : { past }
}

/** Of each form that many of its positions that every part of it which identifies it holds one that is looked at. */
function seedsOf(forms: readonly Form[]): ReadonlyMap<number, readonly Seed[]> {
  const seeds = new Map<number, Seed[]>()
  const partly = forms.flatMap(({ leastPart, ...form }) => (leastPart === undefined ? [] : [{ ...form, leastPart }]))
  for (const each of new Map(partly.map((form) => [`${form.exact} ${form.value}`, form])).values()) {
    const form = { ...each, known: new Map() }
    const apart = Math.max(1, Math.floor(each.leastPart / stride) - 1)
    for (let at = 0; at + seedLength <= form.value.length; at += 1) {
      if (Math.floor(at / stride) % apart !== 0) continue
      const same = getOrInsert(seeds, hashAt(form.value, at), () => [])
      if (same.length < mostSeeds) same.push({ form, at })
    }
  }
  return seeds
}

/** The part around a position in which text and form agree. */
function extended(text: string, start: number, { form: { value, exact }, at }: Seed): Part {
  const isSame = exact ? isSameBase64 : isSameLetter
  let [before, after] = [0, 0]
  while (after < value.length - at && isSame(text.charCodeAt(start + after), value.charCodeAt(at + after))) after += 1
  if (after < seedLength) return { start, end: start }
  while (before < at && isSame(text.charCodeAt(start - before - 1), value.charCodeAt(at - before - 1))) before += 1
  return { start: start - before, end: start + after }
}

function isTelling(text: string, { start, end }: Part, { form }: Seed): boolean {
  if (end - start < form.leastPart) return false
  const part = text.slice(start, end)
  const known = form.known.get(part) ?? tells(part, form)
  if (form.known.size < mostKnown) form.known.set(part, known)
  return known
}

/** Words that a secret contains occur elsewhere too: letters alone identify it only in their own case, and only from its middle or if they are no words. */
function tells(part: string, { value, exact }: Form): boolean {
  const isMiddle = part.length * 2 >= value.length && holdsMiddle(part, value)
  if (!exact && !/\d/.test(part)) return value.includes(part) && (isMiddle || isNoWord(part))
  return isMiddle || (new Set(part).size >= 5 && (exact || part.length >= leastDigits || /\D/.test(part)))
}

/** Fewer consecutive digits are a coincidence. */
const leastDigits = 12

function holdsMiddle(part: string, value: string): boolean {
  return part.toLowerCase().includes(value.slice(Math.ceil(value.length / 4), Math.floor((3 * value.length) / 4)).toLowerCase())
}

/** True if the case changes more often than in joined words. */
function isNoWord(part: string): boolean {
  return (part.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0) * 3 > part.length
}
