import type { Form } from './forms.ts'
import type { Part } from './part-forms.ts'
import { isAscii } from './spelling.ts'

/** The shortest beginning of a form that counts where a text was cut; before an omission mark a shorter one counts. */
export const leastCut = 8
const leastMarked = 4

/** Values indexed by their first characters, so that each place of a text is compared with few of them. */
interface Heads {
  readonly values: ReadonlyMap<string, readonly string[]>
  /** By `pairAt`: 1 if a value may begin like this. */
  readonly pairs: Uint8Array
}

/**
 * Finds the beginnings of forms before a mark of omission, or at the end of a text that may have been cut there, and their ends
 * behind a mark. An expression of all beginnings would say the same, and takes longer to compile than the rest of a report.
 */
export function cutFinder(forms: readonly Form[]): (text: string) => Part[] {
  const long = forms.filter(({ value, mayBeCut = true }) => value.length >= leastCut && mayBeCut)
  const longest = Math.max(0, ...long.map(({ value }) => value.length))
  const valuesOf = (exact: boolean) => long.filter((form) => form.exact === exact).map(({ value }) => value)
  const [exact, loose] = [headsOf(valuesOf(true)), headsOf(valuesOf(false).map(folded))]
  const [exactEnds, looseEnds] = [tailsOf(valuesOf(true)), tailsOf(valuesOf(false).map(folded))]
  return (text) => {
    const isMarked = mark.test(text)
    if (long.length === 0 || !(isMarked || endsOpen.test(text))) return []
    const searches = [
      { heads: exact, searched: text },
      { heads: loose, searched: folded(text) },
    ]
    const cuts = isMarked ? cutsIn(text) : [{ from: 0, end: text.length }]
    const beginnings = cuts.flatMap(({ from, end }) =>
      searches.flatMap(({ heads, searched }) => {
        const start = startOf(heads, searched, Math.max(from, end - longest), end)
        return start === undefined ? [] : [{ start, end }]
      }),
    )
    if (!isMarked) return beginnings
    const behind = [...text.matchAll(behindMark)].filter(([word]) => isEnd(word, exactEnds) || isEnd(folded(word), looseEnds))
    return [...beginnings, ...behind.map(({ index: start, 0: word }) => ({ start, end: start + word.length }))]
  }
}

function tailsOf(values: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(new Set(values), (value) => value.slice(-leastMarked))
}

function isEnd(word: string, tails: ReadonlyMap<string, readonly string[]>): boolean {
  return tails.get(word.slice(-leastMarked))?.some((value) => value.endsWith(word)) ?? false
}

function headsOf(values: readonly string[]): Heads {
  const pairs = new Uint8Array(1 << 16)
  for (const value of values) pairs[pairAt(value, 0)] = 1
  return { values: Map.groupBy(new Set(values), (value) => value.slice(0, leastMarked)), pairs }
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff
}

/** Where the longest beginning of a value starts that ends at `end`. */
function startOf({ values, pairs }: Heads, text: string, from: number, end: number): number | undefined {
  const least = end === text.length ? leastCut : leastMarked
  for (let start = from; start <= end - least; start += 1) {
    if (pairs[pairAt(text, start)] === 0) continue
    const heads = values.get(text.slice(start, start + leastMarked))
    if (heads?.some((value) => value.startsWith(text.slice(start, end)))) return start
  }
  return undefined
}

/** Every place where a text is cut, with the place before it. */
function cutsIn(text: string): { from: number; end: number }[] {
  const marks = [...text.matchAll(everyMark)].map(({ index, 0: { length } }) => ({ at: index, after: index + length }))
  const ends = [...marks, ...(marks.at(-1)?.after === text.length ? [] : [{ at: text.length, after: text.length }])]
  return ends.map(({ at: end }, at) => ({ from: ends[at - 1]?.after ?? 0, end }))
}

/** Omission marks; the second is `…` in a header that was read as Latin-1. */
const mark = /…|\u00e2\u0080\u00a6|\.{3,}|[*•●]{3,}/
const everyMark = new RegExp(mark, 'g')

/** A word after an omission mark: the end of a hidden value may follow there. */
const behindMark = /(?<=…|\u00e2\u0080\u00a6|\.{3}|[*•●]{3})[\w+/=-]{4,64}(?![\w+/-])/g

/** A complete text ends with a bracket, a tag or a line break; one that ends within a word may have been cut. */
const endsOpen = /[\w+/=%\\-]$/

/** In lower case, character by character, so that positions stay the same. */
function folded(text: string): string {
  const upper = (part: string) => (part.toUpperCase().length === part.length ? part.toUpperCase() : part)
  if (isAscii(text)) return text.toUpperCase()
  return text.replace(/[a-z]+|[^\0-\x7f]/g, upper)
}
