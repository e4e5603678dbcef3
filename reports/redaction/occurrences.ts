import type { Secret } from '../../engine/client/transport/connection.ts'
import { cutFinder, leastCut } from './cut-forms.ts'
import { encodedRuns, leastRun, longestRun } from './encoded-runs.ts'
import type { Form, Occurrence } from './forms.ts'
import { partFinder } from './part-forms.ts'
import type { SearchTime } from './search-time.ts'
import { anyOf, isAscii, matchesOf, wholeNumber, wholeOnly } from './spelling.ts'
import { leastLength } from './text-hashes.ts'
import { type Decoded, decoded, joined, joinedText, lastUpTo, undumped, undumpedLines, undumpedNumbers, unwrapped } from './unescaping.ts'
import { wholeFinder } from './whole-forms.ts'

/** Finds forms in a text, given the length of its longest run; `bare` is the text without characters that split words. */
export interface Finder {
  /** It finds nothing in a plain word with fewer characters. */
  readonly least: number
  readonly find: (text: string, run: number) => Occurrence[]
  readonly split: (text: string, bare: string) => Occurrence[]
}

export function finderOf(forms: readonly Form[], digests: readonly Secret[] = []): Finder {
  const finders = [...(forms.length > 0 ? [plainFinder(forms)] : []), ...(digests.length > 0 ? [digestFinder(digests)] : [])]
  const least = Math.min(leastLength, leastCut, ...forms.map(({ value }) => value.length))
  return { least, find: (text, run) => finders.flatMap((each) => each(text, run)), split: splitFinder(forms) }
}

/** All that the finders find in a text, in any escapes, across line breaks, and where it was cut. Linear in its length. */
export function placesBy(finders: readonly Finder[], text: string, time: SearchTime = () => {}): Occurrence[] {
  const least = Math.min(...finders.map((finder) => finder.least))
  if (text.length < least && plainWord.test(text)) return []
  const all: Finder = {
    least,
    find: (part, run) => finders.flatMap(({ find }) => find(part, run)),
    split: (part, bare) => finders.flatMap(({ split }) => split(part, bare)),
  }
  return windowsOf(text).flatMap((window) => {
    time()
    return placesIn(window, all)
  })
}

/** No escape and no omission mark. */
const plainWord = /^\w*(?:[.-]\w+)*$/

/** Finds forms that were split by spaces and the like, which are ignored. */
function splitFinder(forms: readonly Form[]): Finder['split'] {
  const joinedForms = forms.flatMap(({ leastPart, ...form }) => {
    const value = joinedText(form.value)
    const least = leastPart ?? (isNoCoincidence(value) ? value.length : undefined)
    return least === undefined ? [] : [{ ...form, value, leastPart: least }]
  })
  if (joinedForms.length === 0) return () => []
  const find = partFinder(joinedForms)
  return (text, bare) => {
    if (find(bare).length === 0) return []
    const { text: whole, original } = joined(text) ?? { text, original: (start: number, end: number) => [start, end] as const }
    return find(whole).map((part) => placed({ ...part, label: 'secret, split' }, original))
  }
}

/** Numbers in a list may make up one of as many digits, and words another word; both together make up nothing by chance. */
function isNoCoincidence(value: string): boolean {
  return value.length >= leastLength && /\d/.test(value) && /[a-z]/i.test(value)
}

/** A part of a long text, to keep memory bounded; windows overlap, so that no secret falls between two. */
interface Window {
  readonly text: string
  readonly offset: number
}

const windowLength = 1 << 18
const overlap = 1 << 15

function windowsOf(text: string): Window[] {
  const count = Math.max(1, Math.ceil(text.length / windowLength))
  return Array.from({ length: count }, (_, at) => {
    const offset = Math.max(0, at * windowLength - overlap)
    return { text: text.slice(offset, (at + 1) * windowLength + overlap), offset }
  })
}

/** Drops occurrences that begin at the start of a window, where they may be cut, if the previous window holds them whole. */
function placesIn({ text, offset }: Window, finder: Finder): Occurrence[] {
  const isHere = ({ start, end }: Occurrence) => offset === 0 || start > 16 || end >= 2 * overlap
  const places = everywhere(text, finder, layers).filter(isHere)
  return places.map(({ start, end, label }) => ({ start: start + offset, end: end + offset, label }))
}

/** How many layers of escapes are undone, such as JSON in a URL in HTML. */
const layers = 3

/** How many layers of escapes are undone before split words are joined, such as terminal colours in JSON. */
const joinedLayers = 2

function everywhere(text: string, finder: Finder, depth: number): Occurrence[] {
  const { find, split } = finder
  const wrapped = unwrapped(text)
  const others = [wrapped, undumped(text), undumpedLines(text), undumpedNumbers(text)].flatMap((other) => other ?? [])
  const run = longestRun(text)
  const inOther = (other: Decoded) => {
    const longest = longestRun(other.text)
    const packed = other === wrapped && longest >= leastRun && depth > 0 ? withinRuns(other.text, finder, depth) : []
    return [...find(other.text, longest), ...packed].map((place) => placed(place, other.original))
  }
  const here = [...find(text, run), ...others.flatMap(inOther)]
  if (depth === 0) return here
  const inner = decoded(text)
  const unescaped = inner ? everywhere(inner.text, finder, depth - 1).map((place) => placed(place, inner.original)) : []
  const found = [...here, ...unescaped]
  const splits = depth > layers - joinedLayers && text.length >= leastLength ? split(text, joinedText(text)) : []
  return [...found, ...(run < leastRun ? [] : apartFrom(found, withinRuns(text, finder, depth))), ...splits]
}

/** The places that overlap none of `others`. In one pass: a hostile text has thousands of both. */
function apartFrom(others: readonly Occurrence[], places: readonly Occurrence[]): Occurrence[] {
  const sorted = [...others].sort((one, other) => one.start - other.start)
  const starts = sorted.map(({ start }) => start)
  let furthest = 0
  const reach = sorted.map(({ end }) => {
    furthest = Math.max(furthest, end)
    return furthest
  })
  return places.filter(({ start, end }) => (reach[lastUpTo(starts, end - 1)] ?? 0) <= start)
}

/** Runs that hold a secret once decoded. They are searched as one text, because nearly always there is nothing. */
function withinRuns(text: string, finder: Finder, depth: number): Occurrence[] {
  const runs = encodedRuns(text)
  if (runs.length === 0) return []
  const starts: number[] = []
  let length = 0
  for (const run of runs) {
    starts.push(length)
    length += run.text.length + 1
  }
  const found = everywhere(runs.map((run) => run.text).join('\n'), finder, depth - 1)
  // A list of numbers goes on where the next one begins: what it holds may be of any of its runs.
  return found.flatMap(({ start, end, label }) =>
    runs
      .slice(lastUpTo(starts, start), lastUpTo(starts, end - 1) + 1)
      .map((run) => ({ start: run.start, end: run.end, label: `${label}, encoded` })),
  )
}

function placed({ start, end, label }: Occurrence, original: (start: number, end: number) => readonly [number, number]): Occurrence {
  const [from, to] = original(start, end)
  return { start: from, end: to, label }
}

/** Finds short forms by an expression for those of each kind, all others by hashes, and parts of the longest. */
function plainFinder(forms: readonly Form[]): Finder['find'] {
  const [long = [], short = []] = [true, false].map((isLong) => forms.filter(({ value }) => value.length >= leastLength === isLong))
  const kinds = [...Map.groupBy(short, searchKey).values()].map(kindFinder)
  const [whole, cuts, parts] = [wholeFinder(long), cutFinder(long), partFinder(long)]
  const partly = long.flatMap(({ value, leastPart }) => (leastPart === undefined ? [] : [longestRun(value) < value.length ? 0 : leastPart]))
  const runOfParts = Math.min(...partly)
  const cutShort = (text: string, run: number) =>
    [...cuts(text), ...(run < runOfParts ? [] : parts(text))].map((place) => ({ ...place, label: 'secret, cut short' }))
  return (text, run) => [...whole(text), ...kinds.flatMap((find) => find(text)), ...cutShort(text, run)]
}

function searchKey({ value, exact, whole }: Form): string {
  return `${exact} ${whole} ${isAscii(value)} ${whole && isNumber(value)}`
}

/** One expression for all short forms of a kind, longest first, so that a shorter one never leaves the rest of a longer one behind. */
function kindFinder(forms: readonly Form[]): (text: string) => Occurrence[] {
  const [first] = forms
  if (!first) return () => []
  const { exact, whole, value: sample } = first
  const ordered = [...forms].sort((one, other) => other.value.length - one.value.length)
  const { source, flags } = anyOf(
    ordered.map(({ value }) => value),
    exact,
  )
  const bounded = whole ? (isNumber(sample) ? wholeNumber(source) : wholeOnly(source)) : source
  const pattern = new RegExp(bounded, flags)
  const spelt = (text: string) => (exact ? text.replaceAll('-', '+').replaceAll('_', '/') : text.toLowerCase().replaceAll('+', ' '))
  const backwards = ordered.reverse()
  const labels = new Map([
    ...backwards.map(({ value, label }) => [spelt(value), label] as const),
    ...backwards.map(({ value, label }) => [value, label] as const),
  ])
  const labelOf = (found: string) => labels.get(found) ?? labels.get(spelt(found)) ?? 'secret'
  return (text) => matchesOf(pattern, text).map(({ start, found }) => ({ start, end: start + found.length, label: labelOf(found) }))
}

/** Digests, of which there may be many: whatever may be one is looked up, and cut hexadecimal by its beginning. */
function digestFinder(digests: readonly Secret[]): Finder['find'] {
  const labels = new Map([...digests].reverse().flatMap(({ name, value }) => [[value.toLowerCase(), name] as const]))
  for (const { name, value } of [...digests].reverse()) labels.set(value, name)
  const isCut = (text: string, end: number) => end === text.length || text[end] === '…'
  const [longest, lower] = [Math.max(...digests.map(({ value }) => value.length)), digests.map(({ value }) => value.toLowerCase())]
  const begun = (found: string) => {
    const start = found.length > longest ? undefined : found.toLowerCase()
    return start === undefined ? undefined : digests[lower.findIndex((value) => value.startsWith(start))]?.name
  }
  const labelled = (start: number, found: string, label: string | undefined) =>
    label === undefined ? [] : [{ start, end: start + found.length, label }]
  const digestsIn = (text: string) => [
    ...matchesOf(hex, text).flatMap(({ start, found }) => {
      const begins = isCut(text, start + found.length) ? begun(found) : undefined
      return labelled(start, found, labels.get(found) ?? labels.get(found.toLowerCase()) ?? begins)
    }),
    ...matchesOf(base64, text).flatMap(({ start, found }) => {
      const skipped = beforeDigest(found)
      const digest = found.slice(skipped)
      return labelled(start + skipped, digest, labels.get(Buffer.from(digest, 'base64').toString('hex')))
    }),
  ]
  return (text, longestOfRuns) => (longestOfRuns < leastHex ? [] : digestsIn(text))
}

const leastHex = 16
const hex = new RegExp(`[0-9a-f]{${leastHex},}`, 'gi')

/** The lengths of hashes of 512, 384, 256, 224, 160 and 128 bits in base64 without padding. */
const digestLengths = [86, 64, 43, 38, 27, 22]
const base64 = /[\w+/-]{22,}/g

/** What precedes the longest part of a run that may be a digest: everything up to it, or up to a mark outside the standard alphabet. */
function beforeDigest(run: string): number {
  const before = digestLengths.map((length) => run.length - length)
  return before.find((at) => at === 0 || /[_-]/.test(run[at - 1] ?? '')) ?? run.length
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}
