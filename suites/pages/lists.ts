import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { acceptedOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import type { ProbeRecord } from '../../engine/probes/steps.ts'
import { acceptedPage, isCount, type Page, pageCount, sizeOf } from './page.ts'
import { compareMoments, isFilterRole, type Moment, type Pass, passes, readingsOf } from './page-roles.ts'

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
