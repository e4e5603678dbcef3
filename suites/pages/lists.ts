import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { acceptedOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import type { ProbeRecord } from '../../engine/probes/steps.ts'
import { memoized } from '../../language/memoized.ts'
import { acceptedPage, askedOf, isCount, lastPage, type Page, type PageRecord, pageCount, sizeOf } from './page.ts'
import { isFilterRole, type Moment, type Pass, passes, readingsOf } from './page-roles.ts'

export type ReadPage = Page & Moment

export function pagedOf({ operation }: ProbeRecord): PagedOperation {
  return operation as PagedOperation
}

/** Every accepted page of the list, pass by pass, in the order of reading. @throws {Inconclusive} if there is none but the first. */
export function ownPages(evidence: ProbeRecord): ReadPage[] {
  const pages = acceptedPages(evidence)
  if (pages.length === 0) acceptedOf(evidence, firstPageRole)
  if (!pages.some(({ total }) => isCount(total))) throw new Inconclusive('The first page has no usable total, so no further page was read.')
  return pages.sort((a, b) => compareMoments(a, b) || a.asked.page - b.asked.page)
}

/** Accepted pages that are judged each alone: of values near the right filter, and those that other probes asked for. */
export function singlePages(evidence: Evidence, others: readonly Evidence[]): Page[] {
  const near = [...evidence.exchanges].flatMap(([role, exchange]) => (isFilterRole(role) ? exchange : []))
  const asked = others.flatMap(({ probe, exchanges }) =>
    [...exchanges].flatMap(([role, exchange]) => (probe.isRight(role) ? exchange : [])),
  )
  const operation = pagedOf(evidence)
  const pages = [...near, ...asked].flatMap((exchange) => acceptedPage(operation, exchange) ?? [])
  return pages.flatMap((page) => (Number.isNaN(page.asked.page + page.asked.size) ? asTold(operation, page) : page))
}

/** A page whose number or size was left open is the one that it says it is, if the list has that. All records at once may have no size. */
function asTold({ pagination }: PagedOperation, page: Page): Page[] {
  const { asked, number, size, count, total } = page
  const told = Number.isNaN(asked.page) ? number : asked.page
  const isWhole = size === 0 && count === total
  if (isWhole || !isCount(told) || told < pagination.page.first) return []
  return [{ ...page, asked: { ...asked, page: told, size: sizeOf(page) } }]
}

/** The pages of the last pass, which was read because the total changed in those before it. */
export function latestPass(pages: readonly ReadPage[]): ReadPage[] {
  const latest: Pass | undefined = passes.findLast((pass) => pages.some((page) => page.pass === pass))
  return pages.filter(({ pass }) => pass === latest)
}

/** The page that was read first, then and at the end, and all that was read in between; undefined if it was not read twice. */
function endsOf(
  pages: readonly ReadPage[],
): { readonly first: Texts; readonly last: Texts; readonly between: readonly Texts[] } | undefined {
  const [opened, closed] = [pages[0], pages.at(-1)]
  if (!opened || !closed || !isSamePage(opened, closed)) return undefined
  return { first: textsOf([opened]), last: textsOf([closed]), between: pages.slice(1, -1).map((page) => textsOf([page])) }
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
  if (isReplaced(ends) && !last.some((text) => known.has(text))) return Number.POSITIVE_INFINITY
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
  return shiftOf(pages) > 0 || isReplaced(ends) || (gone > 0 && isLeft)
}

/** True if the first page holds none of its records any more, and what it held then or holds now stands on another page in that order. */
function isReplaced({ first, last, between }: NonNullable<ReturnType<typeof endsOf>>): boolean {
  if (last.length === 0 || last.some((text) => first.includes(text))) return false
  return between.some((page) => [first, last].some((own) => own.some((text, index) => isFollowed(page, text, own[index + 1]))))
}

function isFollowed(texts: Texts, text: Texts[number], next: Texts[number]): boolean {
  const at = next === undefined ? -1 : texts.indexOf(text)
  return at !== -1 && texts[at + 1] === next
}

type Texts = readonly PageRecord['text'][]

function textsOf(pages: readonly ReadPage[]): Texts {
  return pages.flatMap(({ records }) => records.map(({ text }) => text))
}

/** How many records came while the pages were read: as many as the greatest total has more than the smallest. */
export function arrivals(pages: readonly Page[]): number {
  const totals = countedTotals(pages)
  return (totals.at(-1) ?? 0) - (totals[0] ?? 0)
}

/** How many came by the totals of all pages but one of them. */
function arrivalsBeside(pages: readonly Page[], { total }: Page): number {
  const totals = countedTotals(pages)
  const [least, greatest] = [totals[0] === total ? totals[1] : totals[0], totals.at(-1) === total ? totals.at(-2) : totals.at(-1)]
  return (greatest ?? 0) - (least ?? 0)
}

/** True for a page that the smallest total told promises, by the size that is asked for or granted. */
export function isPromised(record: ProbeRecord, own: readonly ReadPage[], exchange: Exchange, granted?: number): boolean {
  const operation = pagedOf(record)
  const { page, size } = askedOf(operation, exchange)
  const [least = Number.POSITIVE_INFINITY] = countedTotals(own)
  return page <= lastPage(least, granted ?? size, operation.pagination.page.first)
}

/** The totals that are counts, the least first. */
const countedTotals = memoized((pages: readonly Page[]) =>
  pages.flatMap(({ total }) => (isCount(total) ? total : [])).sort((one, other) => one - other),
)

/** The least and the greatest total of some pages; of none, the least is above the greatest. */
export function rangeOf(pages: readonly Page[]): [least: number, greatest: number] {
  const totals = pages.map(({ total }) => Number(total))
  return totals.reduce<[number, number]>(
    ([least, greatest], total) => [Math.min(least, total), Math.max(greatest, total)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/** How many records may stand on two pages read one after another: as many as totals rose by, again and again with lagging replicas. */
export function rises(pages: readonly ReadPage[]): number {
  const totals = pages.map(({ total }) => total).filter(isCount)
  return totals.reduce((sum, total, index) => sum + Math.max(0, total - (totals[index - 1] ?? total)), 0)
}

/**
 * How many records may have come while one page was made, so that it counts others than it holds: as many as the least total told after
 * it has more than the greatest told before it. Where none was told before it or after it, as many as came while the others were read.
 */
export function arrivalsAt(pages: readonly ReadPage[], { exchange }: Page): number {
  const around = toldAround(pages).get(exchange)
  if (!around) return arrivals(pages)
  const { page, before, after } = around
  return before && after ? Math.max(0, Number(after.least.total) - Number(before.greatest.total)) : arrivalsBeside(pages, page)
}

/** The first of some pages that told the least, and the first that told the most. */
interface Told {
  readonly least: ReadPage
  readonly greatest: ReadPage
}

interface ToldAround {
  readonly page: ReadPage
  readonly before?: Told | undefined
  readonly after?: Told | undefined
}

/**
 * Each page, in the order of moments, with what the others told before it was asked for and after it was answered: those that were asked for
 * after the same answers count for neither. A stranger's report may hold very many.
 */
export const toldAround = memoized((pages: readonly ReadPage[]): ReadonlyMap<Exchange, ToldAround> => {
  const moments = [...Map.groupBy(pages.toSorted(compareMoments), ({ pass, moment }) => `${pass} ${moment}`).values()]
  const [before, after] = [toldSoFar(moments), toldSoFar(moments.toReversed()).reverse()]
  return new Map(
    moments.flatMap((same, index) => same.map((page) => [page.exchange, { page, before: before[index], after: after[index] }] as const)),
  )
})

/** For each of these moments, what those in front of it told. */
function toldSoFar(moments: readonly (readonly ReadPage[])[]): (Told | undefined)[] {
  let told: Told | undefined
  return moments.map((same) => {
    const before = told
    for (const page of same) {
      const { least, greatest }: Told = told ?? { least: page, greatest: page }
      told = {
        least: Number(page.total) < Number(least.total) ? page : least,
        greatest: Number(page.total) > Number(greatest.total) ? page : greatest,
      }
    }
    return before
  })
}

function compareMoments(one: Moment, other: Moment): number {
  return passes.indexOf(one.pass) - passes.indexOf(other.pass) || one.moment - other.moment
}

/** How much of a long list was read at its ordinary size; undefined if that is all of it. */
export function extentOf(evidence: Evidence): string | undefined {
  const { first } = pagedOf(evidence).pagination.page
  const pages = latestPass(acceptedPages(evidence)).filter(({ total }) => isCount(total))
  const [opened] = pages
  if (!opened) return undefined
  const count = pageCount(Number(opened.total), sizeOf(opened))
  const read = new Set(pages.flatMap(({ asked }) => (asked.size === opened.asked.size && asked.page < first + count ? [asked.page] : [])))
  return read.size < count ? `${read.size} of ${count} pages of ${sizeOf(opened)} records were read.` : undefined
}

/** @throws {Inconclusive} where the request of a saved page is not what was sent. */
export function acceptedPages(evidence: ProbeRecord): ReadPage[] {
  return readingsOf(evidence).flatMap(({ exchange, pass, moment }) => {
    const page = acceptedPage(pagedOf(evidence), exchange)
    if (page && Number.isNaN(page.asked.page + page.asked.size))
      throw new Inconclusive('A request for a page does not say which page it asks for.')
    return page ? [{ ...page, pass, moment }] : []
  })
}
