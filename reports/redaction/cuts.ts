import { memoized } from '../../language/memoized.ts'
import type { Form, Occurrence } from './forms.ts'
import { hashAt, isSameLetter } from './letters.ts'

/** The shortest beginning of a form that counts where a text was cut; beside an omission mark shorter ones count, and ends. */
export const leastCut = 8
const leastMarked = 4
const shorter = Array.from({ length: leastCut - leastMarked }, (_, index) => leastCut - 1 - index)

/** Signs of which several in a row hide what stood there. */
const sign = '[*•●#xX-]'
/** What stands there besides; the second is `…` in a header that was read as Latin-1. */
const sure = String.raw`…|\u00e2\u0080\u00a6|[[<(](?=(?:redacted|hidden|masked|filtered|truncated|snip)[\])>])`
/** Omission marks. */
const mark = new RegExp(String.raw`${sure}|\.{3,}|${sign}{3,}`, 'gi')
/** Such a mark, or the rest of one whose first signs may be of what was cut as well. */
const markHere = new RegExp(String.raw`${sure}|\.{0,3}(?<=\.{3})|${sign}{0,3}(?<=${sign}{3})`, 'iy')

/** A word after an omission mark, and the signs that end it: the end of a hidden value may follow there. */
const behindMark = new RegExp(
  String.raw`(?:(?<=…|\u00e2\u0080\u00a6|\.{3})|(?<=${sign}{3})(?!${sign}))[\w+/=-]{3,64}(?![\w+/-])([!-/:-@[-\x60{-~]{0,4})`,
  'g',
)

/** A complete text ends with a bracket, a tag or a line break; one that ends within a word may have been cut. */
const endsOpen = /[\w+/=%\\-]$/

/** Stands behind each of several texts that are searched as one. */
export const textEnd = '\x1e\n'

/** True at an omission mark, and at the end of a text that may have been cut there. */
export function isCutAt(text: string, end: number): boolean {
  if ((end === text.length && endsOpen.test(text)) || text.startsWith(textEnd, end)) return true
  markHere.lastIndex = end
  return markHere.test(text)
}

/** The ends of forms behind omission marks, and beginnings before them that are too short for an index. */
export function cutsIn(text: string, lists: readonly (readonly Form[])[]): Occurrence[] {
  if (text.search(mark) < 0) return []
  const ends = lists.map(endsOf)
  const cut = (start: number, end: number) => ({ start, end, label: 'secret, cut short' })
  const before = [...text.matchAll(mark)].flatMap(({ index: end }) =>
    shorter.flatMap((length) => {
      const start = end - length
      if (start < 0) return []
      const hash = hashAt(text, start, leastMarked)
      const isHead = (form: Form) => agrees(text, start, form.value.slice(0, length), form.exact)
      return ends.some(({ heads }) => heads.get(hash)?.some(isHead)) ? [cut(start, end)] : []
    }),
  )
  const behind = [...text.matchAll(behindMark)].flatMap(({ index: start, 0: { length: longest }, 1: signs = '' }) => {
    const isEnd = (length: number) => {
      const hash = hashAt(text, start + length - leastMarked, leastMarked)
      const isTail = ({ value, exact }: Form) => value.length >= length && agrees(text, start, value.slice(-length), exact)
      return ends.some(({ tails }) => tails.get(hash)?.some(isTail))
    }
    const lengths = Array.from({ length: signs.length + 1 }, (_, without) => longest - without)
    const length = lengths.find((each) => each >= leastMarked && isEnd(each))
    return length === undefined ? [] : [cut(start, start + length)]
  })
  return [...before, ...behind]
}

const endsOf = memoized((all: readonly Form[]) => {
  const forms = all.filter((form) => form.leastCut === undefined)
  return {
    heads: Map.groupBy(forms, ({ value }) => hashAt(value, 0, leastMarked)),
    tails: Map.groupBy(forms, ({ value }) => hashAt(value, value.length - leastMarked, leastMarked)),
  }
})

function agrees(text: string, start: number, part: string, exact: boolean): boolean {
  for (let at = 0; at < part.length; at += 1) if (!isSameLetter(text.charCodeAt(start + at), part.charCodeAt(at), exact)) return false
  return true
}
