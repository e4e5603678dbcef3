import { counted, grouped } from '../../spec/counted.ts'
import { defined } from '../../spec/defined.ts'
import { pointerStep } from '../../spec/json/pointer.ts'
import { cropped, plain, plainLines } from './plain.ts'

/** A line of a body as people read it; `skipped` counts lines that are left out in its place. */
export interface ExcerptLine {
  readonly text: string
  readonly marked?: boolean
  /** A member that is not there, in the place where it would stand. */
  readonly missing?: boolean
  readonly skipped?: number
}

export interface ExcerptLimits {
  readonly head: number
  /** Lines shown on each side of a marked one. */
  readonly around: number
  /** How many more characters may be searched for what is marked, over all excerpts of a page. */
  readonly search?: { characters: number }
  /** After how many characters of lines it ends, whatever follows: all of them are shown unless it is given. */
  readonly longest?: number
}

/** What a pointer leads to, or leads through. */
interface Place {
  readonly name: string
  readonly above: Place | undefined
  readonly members: Map<string, Place>
  readonly lines: number[]
  isMarked: boolean
}

interface Line {
  readonly depth: number
  readonly text: string
  readonly place: Place | undefined
  readonly missing?: boolean
}

const longest = 1024 * 1024
const longestUnmarked = 16 * 1024
const longestLine = 400
/** Deeper than any place that is pointed at; a target may nest as it likes. */
const deepest = 200
const mostLinesOfPlace = 100
/** Folding no more lines than this would save no room. */
const fewestFolded = 2

/**
 * A body indented, its own spelling of every value kept, with what the JSON pointers point at marked and the rest folded. It is
 * read twice, and only the lines that are shown are kept: a target decides how many there are.
 */
export function excerptOf(body: string, pointers: readonly string[], limits: ExcerptLimits): ExcerptLine[] {
  const { search = { characters: longest } } = limits
  const most = pointers.length > 0 ? Math.max(longestUnmarked, Math.min(longest, search.characters)) : longestUnmarked
  const readable = body.slice(0, most)
  search.characters -= readable.length
  const unread = body.length - readable.length
  const excerpt = folded(
    within(linesOf(readable, placesOf(pointers)), limits.longest),
    marksOf(readable, placesOf(pointers), unread === 0),
    limits,
  )
  return unread > 0 ? [...excerpt, { text: `${grouped(unread)} more characters`, skipped: 1 }] : excerpt
}

/** The tree of what pointers lead to. */
function placesOf(pointers: readonly string[]): Place {
  const root = placeIn(undefined, '')
  for (const pointer of pointers.filter((each) => each.startsWith('/'))) {
    const place = pointer
      .split('/')
      .slice(1)
      .reduce((above, name) => above.members.get(name) ?? placeIn(above, name), root)
    place.isMarked = true
  }
  return root
}

function placeIn(above: Place | undefined, name: string): Place {
  const place: Place = { name, above, members: new Map(), lines: [], isMarked: false }
  above?.members.set(name, place)
  return place
}

/** The numbers of the lines that are marked: those of a place; where it is not in the whole body, the first of what it is missing from. */
function marksOf(text: string, root: Place, isWhole: boolean): ReadonlySet<number> {
  const marks = new Set<number>()
  if (root.members.size === 0) return marks
  let number = 0
  for (const { place } of linesOf(text, root)) {
    if (place && place.lines.length < mostLinesOfPlace) place.lines.push(number)
    number += 1
  }
  const linesFor = (place: Place) => (place.lines.length > 0 || !isWhole ? place.lines : nearest(place))
  const mark = (place: Place): void => {
    if (place.isMarked) for (const line of linesFor(place)) marks.add(line)
    for (const member of place.members.values()) mark(member)
  }
  mark(root)
  return marks
}

function nearest({ above }: Place): readonly number[] {
  if (!above?.above) return [0]
  return above.lines.length > 0 ? above.lines.slice(0, 1) : nearest(above)
}

/** The lines of a JSON text; from where it is not JSON any more, its own lines. */
function* linesOf(text: string, root: Place): Generator<Line> {
  const token = /\s*(?:([{[])\s*([}\]])?|([}\]])|(,)|("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|([^\s{}[\],:"]+))/y
  const open: { readonly place: Place | undefined; readonly list: boolean; index: number }[] = []
  let key: string | undefined
  let pending: Line | undefined
  let end = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    end = token.lastIndex
    const [, opening, closedAtOnce, closing, comma, string, colon, scalar] = match
    const top = open.at(-1)
    if (comma) {
      if (top) top.index += 1
      if (pending) pending = { ...pending, text: `${pending.text},` }
      continue
    }
    if (string && colon) {
      key = string
      continue
    }
    if (pending) yield pending
    if (closing) {
      open.pop()
      if (closing === '}' && top?.place) yield* missingFrom(top.place, open.length + 1)
      pending = { depth: open.length, text: closing, place: top?.place }
      continue
    }
    const step = top?.place && (top.list ? String(top.index) : key === undefined ? '' : nameOf(key))
    const place = top ? (step === undefined ? undefined : top.place?.members.get(step)) : root
    const value = opening ? `${opening}${closedAtOnce ?? ''}` : (string ?? scalar ?? '')
    pending = { depth: open.length, text: key === undefined ? value : `${key}: ${value}`, place: open.length > deepest ? undefined : place }
    key = undefined
    if (opening && !closedAtOnce) open.push({ place: pending.place, list: opening === '[', index: 0 })
  }
  if (pending) yield pending
  const rest = text.slice(end)
  if (rest.trim()) for (const line of plainLines(rest).split('\n')) yield { depth: 0, text: line, place: undefined }
}

/** Lines until they are longer than so many characters. */
function* within(lines: Iterable<Line>, most = Number.POSITIVE_INFINITY): Generator<Line> {
  let length = 0
  for (const line of lines) {
    if (length > most) return
    length += Math.min(indentOf(line) + line.text.length, longestLine)
    yield line
  }
}

function indentOf({ depth }: Line): number {
  return 2 * Math.min(depth, 40)
}

/** One more line for each member that is pointed at and is not there: at the end of the object that lacks it. */
function* missingFrom({ members }: Place, depth: number): Generator<Line> {
  for (const place of members.values()) {
    if (place.isMarked && place.lines.length === 0) yield { depth, text: `${memberOf(place.name)}: missing`, place, missing: true }
  }
}

function nameOf(key: string): string {
  try {
    return pointerStep(String(JSON.parse(key)))
  } catch {
    return key.slice(1, -1)
  }
}

function memberOf(name: string): string {
  return JSON.stringify(name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function folded(lines: Iterable<Line>, marks: ReadonlySet<number>, { head, around }: ExcerptLimits): ExcerptLine[] {
  const near = new Set([...marks].flatMap((mark) => Array.from({ length: 2 * around + 1 }, (_, at) => mark - around + at)))
  const excerpt: ExcerptLine[] = []
  const skipped: Line[] = []
  let omitted = 0
  const unfold = () => {
    if (omitted > 0) excerpt.push(...(omitted <= fewestFolded ? skipped.map((line) => ({ text: shown(line) })) : [gap(omitted)]))
    skipped.length = 0
    omitted = 0
  }
  let number = -1
  for (const line of lines) {
    number += 1
    if (line.place && line.place.lines.length === 0) line.place.lines.push(number)
    if (number >= head && !near.has(number)) {
      omitted += 1
      if (omitted <= fewestFolded) skipped.push(line)
      continue
    }
    unfold()
    excerpt.push(defined({ text: shown(line), marked: marks.has(number) ? true : undefined, missing: line.missing || undefined }))
  }
  unfold()
  return excerpt
}

/** A line as it is shown; cut before it is made harmless, since that takes time for every character. */
function shown(line: Line): string {
  const indented = `${' '.repeat(indentOf(line))}${line.text.slice(0, 2 * (longestLine + 1))}`
  return cropped(plain(indented), longestLine)
}

function gap(skipped: number): ExcerptLine {
  return { text: counted(skipped, 'more line'), skipped }
}
