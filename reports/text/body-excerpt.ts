import { defined } from '../../language/defined.ts'
import { counted, grouped } from '../../text/counted.ts'
import { type JsonLine, linesOf, type MarkedPlace, placesOf } from './json-lines.ts'
import { cropped, plain } from './plain.ts'

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
  readonly around: number
  /** How many more characters may be searched for what is marked, over all excerpts of a page. */
  readonly search?: { characters: number }
  /** After how many characters of lines it ends, whatever follows: all of them are shown unless it is given. */
  readonly longest?: number
}

const longest = 1024 * 1024
const longestUnmarked = 16 * 1024
const longestLine = 400
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
  const lines = linesOf(readable, placesOf(pointers))
  const excerpt = folded(
    limits.longest === undefined ? lines : within(lines, limits.longest),
    marksOf(readable, placesOf(pointers), unread === 0),
    limits,
  )
  return unread > 0 ? [...excerpt, { text: `${grouped(unread)} more characters`, skipped: 1 }] : excerpt
}

/** The numbers of the lines that are marked: those of a place; where it is not in the whole body, the first of what it is missing from. */
function marksOf(text: string, root: MarkedPlace, isWhole: boolean): ReadonlySet<number> {
  const marks = new Set<number>()
  if (root.members.size === 0) return marks
  let number = 0
  for (const { place } of linesOf(text, root)) {
    if (place && place.lines.length < mostLinesOfPlace) place.lines.push(number)
    number += 1
  }
  const linesFor = (place: MarkedPlace) => (place.lines.length > 0 || !isWhole ? place.lines : nearest(place))
  const mark = (place: MarkedPlace): void => {
    if (place.isMarked) for (const line of linesFor(place)) marks.add(line)
    for (const member of place.members.values()) mark(member)
  }
  mark(root)
  return marks
}

function nearest({ above }: MarkedPlace): readonly number[] {
  if (!above?.above) return [0]
  return above.lines.length > 0 ? above.lines.slice(0, 1) : nearest(above)
}

/** Lines until they are longer than so many characters. */
function* within(lines: Iterable<JsonLine>, most: number): Generator<JsonLine> {
  let length = 0
  for (const line of lines) {
    if (length > most) return
    length += Math.min(indentOf(line) + line.text.length, longestLine)
    yield line
  }
}

function indentOf({ depth }: JsonLine): number {
  return 2 * Math.min(depth, 40)
}

function folded(lines: Iterable<JsonLine>, marks: ReadonlySet<number>, { head, around }: ExcerptLimits): ExcerptLine[] {
  const near = new Set([...marks].flatMap((mark) => Array.from({ length: 2 * around + 1 }, (_, at) => mark - around + at)))
  const excerpt: ExcerptLine[] = []
  const skipped: JsonLine[] = []
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
function shown(line: JsonLine): string {
  const indented = `${' '.repeat(indentOf(line))}${line.text.slice(0, 2 * (longestLine + 1))}`
  return cropped(plain(indented), longestLine)
}

function gap(skipped: number): ExcerptLine {
  return { text: counted(skipped, 'more line'), skipped }
}
