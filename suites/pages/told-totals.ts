import type { Exchange } from '../../engine/exchange.ts'
import type { ProbeRecord } from '../../engine/probes/steps.ts'
import { memoized } from '../../language/memoized.ts'
import { pagedOf, type ReadPage } from './lists.ts'
import { askedOf, isCount, lastPage, type Page } from './page.ts'
import { compareMoments } from './page-roles.ts'

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
