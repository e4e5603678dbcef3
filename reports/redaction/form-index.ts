import { cutsIn, isCutAt, leastCut } from './cuts.ts'
import type { Form, Occurrence } from './forms.ts'
import { hashAt, isSameLetter, seedLength } from './letters.ts'
import { joinedText } from './unescaping.ts'

/** Shorter forms are not indexed: five characters of a longer one begin at a multiple of four. */
export const leastLength = 8
const stride = 4

const lastBits = 0x3ffff

interface Sought extends Form {
  /** Where: as it is, in a text without what splits words, or in both. */
  readonly within: 'text' | 'pieces' | 'both'
  /** Whether parts of it were found to identify it: a hostile text repeats itself. */
  readonly known: Map<string, boolean>
}

/** A few characters of a form, and their position. */
interface Seed {
  readonly form: Sought
  readonly at: number
}

/** Where a text agrees with a form, and from which of its characters. */
interface Stretch {
  readonly form: Sought
  readonly from: number
  readonly start: number
  readonly end: number
}

type Found = Pick<Stretch, 'start' | 'end'>

/** Stands for all forms: what lies within an exact one is taken out with it, and under its name. */
const anyForm = Symbol('any form')

export interface FormIndex {
  /** Whole forms, parts that identify one, and what was cut. */
  readonly find: (text: string) => Occurrence[]
  /** What no coincidence makes up in a text without the characters that split words. */
  readonly inPieces: (bare: string) => Occurrence[]
  readonly seeds: readonly ReadonlyMap<number, readonly Seed[]>[]
  /** By the last bits of a hash: 1 if a seed may have it. */
  readonly begun: Uint8Array
  /** The forms that may be cut at an omission mark. */
  readonly cuts: readonly (readonly Form[])[]
}

/**
 * Looks up every fourth place of a text among the beginnings of all forms, and among more of their places where a part identifies them: hardly
 * slower for a thousand long forms than for one, which an expression of all is not. Finds what `more` does as well.
 */
export function indexOf(forms: readonly Form[], more?: FormIndex): FormIndex {
  const own = seedsOf(forms.flatMap(soughtOf))
  const begun = more?.begun.slice() ?? new Uint8Array(lastBits + 1)
  for (const hash of own.keys()) begun[hash & lastBits] = 1
  const seeds = { seeds: [...(more?.seeds ?? []), own], begun }
  const cuts = [...(more?.cuts ?? []), forms]
  return {
    ...seeds,
    cuts,
    find: (text) => [...wholesAndParts(seeds, text), ...cutsIn(text, cuts)],
    inPieces: (bare) => pieces(seeds, bare),
  }
}

type Seeds = Pick<FormIndex, 'seeds' | 'begun'>

/** Whole forms, exact ones first, and then parts of others. */
function wholesAndParts(seeds: Seeds, text: string): Occurrence[] {
  const [exact, alike, parts]: [Occurrence[], Occurrence[], Occurrence[]] = [[], [], []]
  search(seeds, text, 'pieces', (stretch) => {
    const { form, start, end } = stretch
    if (end - start === form.value.length) {
      const isExact = text.startsWith(form.value, start)
      const wholes = isExact ? exact : alike
      wholes.push({ start, end, label: form.label })
      return isExact ? anyForm : form
    }
    const cut = isCut(text, stretch)
    if (!cut && !isTelling(text, stretch)) return undefined
    // A digest that was cut may be one of many: its name tells which.
    const name = cut && form.leastCut ? form.label : `${isMost(stretch) ? form.label : 'secret'}, cut short`
    parts.push({ start, end, label: name })
    return form
  })
  return [...exact, ...alike, ...parts]
}

function pieces(seeds: Seeds, bare: string): Occurrence[] {
  const parts: Occurrence[] = []
  search(seeds, bare, 'text', (stretch) => {
    if (!isTelling(bare, stretch)) return undefined
    parts.push({ start: stretch.start, end: stretch.end, label: 'secret, split' })
    return anyForm
  })
  return parts
}

/** Visits where a text agrees with forms, but for those that are sought elsewhere. A visit gives what needs no other look there. */
function search(
  { seeds, begun }: Seeds,
  text: string,
  elsewhere: Sought['within'],
  visit: (stretch: Stretch) => Sought | typeof anyForm | undefined,
): void {
  const last = new Map<Sought, Stretch>()
  const found = new Map<Sought | typeof anyForm, Found>()
  for (let at = 0; at + seedLength <= text.length; at += stride) {
    const hash = hashAt(text, at)
    if (begun[hash & lastBits] === 0) continue
    for (const each of seeds)
      for (const seed of each.get(hash) ?? []) {
        const { form } = seed
        if (form.within === elsewhere || isFound(found.get(anyForm), text, at, seed)) continue
        if (isFound(last.get(form), text, at, seed) || isFound(found.get(form), text, at, seed)) continue
        const stretch = stretchAt(text, at, seed)
        if (!stretch) continue
        last.set(form, stretch)
        const told = visit(stretch)
        if (told) found.set(told, joinedTo(found.get(told), stretch))
      }
  }
}

/** A form as it is, and without the characters that split words. */
function soughtOf(form: Form): Sought[] {
  const value = joinedText(form.value)
  const isTold = form.leastPart !== undefined || isNoCoincidence(value)
  if (value === form.value) return [{ ...form, within: isTold ? 'both' : 'text', known: new Map() }]
  const joined = isTold ? [{ ...form, value, within: 'pieces' as const, known: new Map() }] : []
  return [{ ...form, within: 'text', known: new Map() }, ...joined]
}

/** Numbers in a list may make up one of as many digits, and words another word; both together make up nothing by chance. */
function isNoCoincidence(value: string): boolean {
  return value.length >= leastLength && /\d/.test(value) && /[a-z]/i.test(value)
}

/** A form that repeats itself is still found by a few of its positions. */
const mostSeeds = 32
const mostKnown = 1024

/** Each form's beginning, that without what a cut may take before it, and so many other places that every part which identifies it holds one. */
function seedsOf(forms: readonly Sought[]): ReadonlyMap<number, readonly Seed[]> {
  const seeds = new Map<number, Seed[]>()
  const distinct = Map.groupBy(forms, (form) => `${form.exact} ${form.within} ${form.leastPart} ${form.value}`)
  for (const [form] of distinct.values()) {
    const apart = Math.max(1, Math.floor((form.leastPart ?? 0) / stride) - 1)
    const last = form.leastPart === undefined ? stride - 1 : form.value.length
    const beginning = stride + mostLacking(form)
    for (let at = 0; at <= last && at + seedLength <= form.value.length; at += 1) {
      if (at >= beginning && Math.floor(at / stride) % apart !== 0) continue
      const hash = hashAt(form.value, at)
      const same = seeds.get(hash)
      // One that begins empty would take room for seventeen.
      if (same === undefined) seeds.set(hash, [{ form, at }])
      else if (at < stride || same.length < mostSeeds) same.push({ form, at })
    }
  }
  return seeds
}

/** Where text and form agree around a place, if by as many characters as were looked up. */
function stretchAt(text: string, place: number, { form, at }: Seed): Stretch | undefined {
  const { value, exact } = form
  let [before, after] = [0, 0]
  while (after < value.length - at && isSameLetter(text.charCodeAt(place + after), value.charCodeAt(at + after), exact)) after += 1
  if (after < seedLength) return undefined
  while (before < at && isSameLetter(text.charCodeAt(place - before - 1), value.charCodeAt(at - before - 1), exact)) before += 1
  return { form, from: at - before, start: place - before, end: place + after }
}

/** What was found of a form without a gap. */
function joinedTo(before: Found | undefined, { start, end }: Found): Found {
  return before && start <= before.end ? { start: before.start, end: Math.max(before.end, end) } : { start, end }
}

/** True where the form, as the seed has it, agrees with nothing beside what was found: one that repeats itself lies there in many ways. */
function isFound(found: Found | undefined, text: string, place: number, { form: { value, exact }, at }: Seed): boolean {
  if (found === undefined || place < found.start || place >= found.end) return false
  const [before, after, shift] = [found.start - 1, found.end, at - place]
  const isLonger = isSameLetter(text.charCodeAt(after), value.charCodeAt(after + shift), exact)
  return !isLonger && !isSameLetter(text.charCodeAt(before), value.charCodeAt(before + shift), exact)
}

/** True for the beginning of a form, all of it or without its first, at a mark of omission or at the end of a text that may have been cut there. */
function isCut(text: string, { form, from, start, end }: Stretch): boolean {
  return from <= mostLacking(form) && end - start >= (form.leastCut ?? leastCut) && isCutAt(text, end)
}

/** How many characters a form may lack, before what is left of it if that is cut: hardly anything else agrees with all but a fifth of it. */
function mostLacking({ value }: Form): number {
  return Math.floor(value.length / 5)
}

function isMost({ form, start, end }: Stretch): boolean {
  return form.value.length - (end - start) <= mostLacking(form)
}

function isTelling(text: string, stretch: Stretch): boolean {
  const { form, start, end } = stretch
  if (end - start < (form.leastPart ?? form.value.length)) return false
  if (isMost(stretch)) return true
  const part = text.slice(start, end)
  const known = form.known.get(part) ?? tells(part, form)
  if (form.known.size < mostKnown) form.known.set(part, known)
  return known
}

/** A secret's words occur elsewhere too: letters alone tell it only in their own case, and from its middle or if they are no words. */
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
