import { keyIn } from './changed-records.ts'
import type { ReadPage } from './lists.ts'
import type { Page, PageRecord } from './page.ts'

/** The page that was read first, then and at the end, and all that was read in between; undefined if it was not read twice. */
function endsOf(pages: readonly ReadPage[]): Ends | undefined {
  const [opened, closed] = [pages[0], pages.at(-1)]
  if (!opened || !closed || !isSamePage(opened, closed)) return undefined
  const keyOf = keyIn(opened.records, closed.records)
  return {
    first: textsOf([opened]),
    last: textsOf([closed]),
    between: pages.slice(1, -1).map((page) => textsOf([page])),
    isKnownAgain: closed.records.some((record) => keyOf(record) !== undefined),
  }
}

interface Ends {
  readonly first: Texts
  readonly last: Texts
  readonly between: readonly Texts[]
  /** The last one holds a record of the first one, be it with other values. */
  readonly isKnownAgain: boolean
}

export function isSamePage({ asked: one }: Page, { asked: other }: Page): boolean {
  return one.page === other.page && one.size === other.size
}

/**
 * How many records came in front of a list whose total stayed, as where it holds the newest only: the page that was read first holds them
 * at the end, and behind them those that it held, in their order. None of them stands on a page that was read before those. More than can
 * be told where they fill that page, and those that it held moved on to others.
 */
export function shiftOf(pages: readonly ReadPage[], before: readonly ReadPage[] = []): number {
  const ends = endsOf(pages)
  if (!ends) return 0
  const { first, last } = ends
  const known = new Set([...first, ...textsOf(before)])
  if (!last.some((text) => known.has(text)) && isReplaced(ends)) return Number.POSITIVE_INFINITY
  const came = Math.max(0, last.indexOf(first[0]))
  const isShift = last.every((text, index) => (index < came ? !known.has(text) : text === first[index - came]))
  return isShift ? came : 0
}

/** True if records came in front of a list, or left it there as others came at its end, though the total stayed. */
export function isMoved(pages: readonly ReadPage[]): boolean {
  const ends = endsOf(pages)
  if (!ends) return false
  const { first, last } = ends
  const gone = first.indexOf(last[0])
  const isLeft = last.every((text, index) => (index + gone < first.length ? text === first[index + gone] : !first.includes(text)))
  return shiftOf(pages) > 0 || (gone > 0 && isLeft)
}

/** True if no record of the first page is known again on it, and what it held then or holds now stands on another page in that order. */
function isReplaced({ first, last, between, isKnownAgain }: Ends): boolean {
  if (last.length === 0 || isKnownAgain) return false
  const pairs = [first, last].flatMap((own) => own.slice(1).map((next, index) => [own[index], next] as const))
  return between.some((page) => {
    const behind = followers(page)
    return pairs.some(([text, next]) => next !== undefined && behind.get(text) === next)
  })
}

/** What stands behind each text, where it stands first. */
function followers(texts: Texts): ReadonlyMap<Texts[number], Texts[number]> {
  return new Map(texts.map((text, index) => [text, texts[index + 1]] as const).toReversed())
}

type Texts = readonly PageRecord['text'][]

function textsOf(pages: readonly ReadPage[]): Texts {
  return pages.flatMap(({ records }) => records.map(({ text }) => text))
}
