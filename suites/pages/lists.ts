import { type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { whyNoAnswer } from '../answers/checks.ts'
import { acceptedPage, isCount, lastPage, type Page, type PagedOperation, sizeOf } from './page.ts'
import { isFilterRole, type Moment, type Pass, passes, readingsOf } from './roles.ts'

/** A page of the list itself, and when it was read. */
export type ReadPage = Page & Moment

/** The operation of evidence that a probe of pages gathered. */
export function pagedOf({ operation }: Evidence): PagedOperation {
  return operation as PagedOperation
}

/** Every accepted page of the list, pass by pass, in the order in which they were read. @throws {Inconclusive} where there is not more than the first. */
export function ownPages(evidence: Evidence): ReadPage[] {
  const pages = acceptedPages(evidence)
  if (pages.length === 0) throw new Inconclusive(whyNoAnswer(evidence))
  if (!pages.some(({ total }) => isCount(total)))
    throw new Inconclusive('The first page has no total that is a count, so no further page was read.')
  return pages.sort((a, b) => passes.indexOf(a.pass) - passes.indexOf(b.pass) || a.moment - b.moment || a.asked.page - b.asked.page)
}

/** Accepted pages of values near the right filter. */
export function nearPages(evidence: Evidence): Page[] {
  return [...evidence.exchanges].flatMap(([role, exchange]) =>
    isFilterRole(role) ? (acceptedPage(pagedOf(evidence), exchange) ?? []) : [],
  )
}

/** The pages of the last pass, which was read because the total changed in those before it. */
export function latestPass(pages: readonly ReadPage[]): ReadPage[] {
  const latest: Pass | undefined = passes.findLast((pass) => pages.some((page) => page.pass === pass))
  return pages.filter(({ pass }) => pass === latest)
}

/** How many records came while the pages were read: as many as the greatest total has more than the smallest. */
export function arrivals(pages: readonly Page[]): number {
  const totals = pages.map(({ total }) => total).filter(isCount)
  return totals.length === 0 ? 0 : totals.reduce((a, b) => Math.max(a, b)) - totals.reduce((a, b) => Math.min(a, b))
}

/** How much of a long list was read at its ordinary size; undefined where that is all of it. */
export function extentOf(evidence: Evidence): string | undefined {
  const { first } = pagedOf(evidence).pagination.page
  const pages = latestPass(acceptedPages(evidence)).filter(({ total }) => isCount(total))
  const [opened] = pages
  if (!opened) return undefined
  const count = lastPage(Number(opened.total), sizeOf(opened), first) - first + 1
  const read = new Set(pages.flatMap(({ asked }) => (asked.size === opened.asked.size && asked.page < first + count ? [asked.page] : [])))
  return read.size < count ? `${read.size} of ${count} pages of ${sizeOf(opened)} records were read.` : undefined
}

function acceptedPages(evidence: Evidence): ReadPage[] {
  return readingsOf(evidence).flatMap(({ exchange, pass, moment }) => {
    const page = acceptedPage(pagedOf(evidence), exchange)
    return page ? [{ ...page, pass, moment }] : []
  })
}
