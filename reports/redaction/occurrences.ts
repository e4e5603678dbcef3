import { isAscii } from '../../text/ascii.ts'
import { leastCut, textEnd } from './cuts.ts'
import { decodedRuns, type EncodedRun, runsIn } from './encoded-runs.ts'
import { type FormIndex, indexOf, leastLength } from './form-index.ts'
import type { Form, Occurrence } from './forms.ts'
import type { SearchTime } from './search-time.ts'
import { anyOf, matchesOf, wholeNumber, wholeOnly } from './spelling.ts'
import {
  type Decoded,
  decoded,
  joined,
  joinedText,
  lastUpTo,
  splittersOf,
  undumped,
  undumpedLines,
  undumpedNumbers,
  unwrapped,
} from './unescaping.ts'

/** Finds forms in a text: short ones by an expression for those of each kind, all others by their index. */
export interface Finder {
  /** It finds nothing in a plain word with fewer characters. */
  readonly least: number
  readonly index: FormIndex
  readonly kinds: readonly ((text: string) => Occurrence[])[]
}

/** Finds what `more` does as well. */
export function finderOf(forms: readonly Form[], more?: Finder): Finder {
  const [long = [], short = []] = [true, false].map((isLong) => forms.filter(({ value }) => value.length >= leastLength === isLong))
  const kinds = [...Map.groupBy(short, searchKey).values()].map(kindFinder)
  const least = Math.min(more?.least ?? leastLength, leastCut, ...short.map(({ value }) => value.length))
  return { least, index: indexOf(long, more?.index), kinds: [...(more?.kinds ?? []), ...kinds] }
}

/** All that a finder finds in a text, in any escapes, across line breaks, and where it was cut. Linear in its length. */
export function placesBy(finder: Finder, text: string, time: SearchTime = () => {}): Occurrence[] {
  if (text.length < finder.least && plainWord.test(text)) return []
  return windowsOf(text).flatMap((window) => {
    time()
    return placesIn(window, finder)
  })
}

/** What a finder finds in a text as it stands. */
export function placesAsIs({ index, kinds }: Finder, text: string): Occurrence[] {
  return [...index.find(text), ...kinds.flatMap((find) => find(text))]
}

/** No escape and no omission mark. */
const plainWord = /^\w*(?:[.-]\w+)*$/

/** Finds forms that were split by spaces and the like, which are ignored. */
function inPieces(text: string, finder: Finder): Occurrence[] {
  return splittersOf(text).flatMap((splitter) => {
    if (finder.index.inPieces(joinedText(text, splitter)).length === 0) return []
    const { text: whole, original } = joined(text, splitter) ?? { text, original: (start: number, end: number) => [start, end] as const }
    return finder.index.inPieces(whole).map((part) => placed(part, original))
  })
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
  const wrapped = unwrapped(text)
  const others = [wrapped, undumped(text), undumpedLines(text), undumpedNumbers(text)].flatMap((other) => other ?? [])
  const inOther = (other: Decoded) => {
    const packed = other === wrapped && depth > 0 ? withinRuns(runsIn(other.text), finder, depth) : []
    return [...placesAsIs(finder, other.text), ...packed].map((place) => placed(place, other.original))
  }
  const here = [...placesAsIs(finder, text), ...others.flatMap(inOther)]
  if (depth === 0) return here
  const inner = decoded(text)
  const unescaped = inner ? everywhere(inner.text, finder, depth - 1).map((place) => placed(place, inner.original)) : []
  const all = [...here, ...unescaped]
  const splits = depth > layers - joinedLayers && text.length >= leastLength ? inPieces(text, finder) : []
  return [...all, ...withinRuns(apartFrom(all, runsIn(text)), finder, depth), ...splits]
}

/** The runs that overlap none of `others`. In one pass: a hostile text has thousands of both. */
function apartFrom(others: readonly Occurrence[], runs: readonly EncodedRun[]): readonly EncodedRun[] {
  const sorted = [...others].sort((one, other) => one.start - other.start)
  const starts = sorted.map(({ start }) => start)
  let furthest = 0
  const reach = sorted.map(({ end }) => {
    furthest = Math.max(furthest, end)
    return furthest
  })
  return runs.filter(({ start, end }) => (reach[lastUpTo(starts, end - 1)] ?? 0) <= start)
}

/** Runs that hold a secret once decoded. They are searched as one text, because nearly always there is nothing. */
function withinRuns(encoded: readonly EncodedRun[], finder: Finder, depth: number): Occurrence[] {
  const runs = decodedRuns(encoded)
  if (runs.length === 0) return []
  const starts: number[] = []
  let length = 0
  for (const run of runs) {
    starts.push(length)
    length += run.text.length + textEnd.length
  }
  const found = everywhere(runs.map((run) => run.text).join(textEnd), finder, depth - 1)
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

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}
