import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { acceptedOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { ProbeRecord } from '../../engine/probes/probe.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import { acceptedPage, isCount, type Page, pageCount, sizeOf } from './page.ts'

/** The list is read once, again where its total changed meanwhile, and at last one page after another. */
export const passes = ['sweep', 'again', 'slowly'] as const
export type Pass = (typeof passes)[number]

/** When a page is asked for. Those of one moment of a pass go side by side; every later moment waits for them. */
export interface Moment {
  readonly pass: Pass
  readonly moment: number
}

/** What is done to the right value of the filter: the last of them is no string, which the source does not ask for. */
const nearNames = ['cut', 'cut-in-front', 'extended', 'padded', 'changed', 'changed-in-front', 'listed', 'number'] as const
export type NearValue = (typeof nearNames)[number]

type ReadingRole = `${Pass}.${number}.page-${number}.of-${number}`
type FilterRole = `filter.${NearValue}`
export type PageRole = typeof firstPageRole | ReadingRole | FilterRole

const filterRoles: ReadonlySet<string> = new Set(nearNames.map(filterRole))

export function readingRole({ pass, moment }: Moment, page: number, size: number): ReadingRole {
  return `${pass}.${moment}.page-${page}.of-${size}`
}

export function filterRole(near: NearValue): FilterRole {
  return `filter.${near}`
}

/** When the page of a role is read; undefined for a role that is none of the list's own pages. */
export function momentOf(role: string): Moment | undefined {
  if (role === firstPageRole) return { pass: 'sweep', moment: 0 }
  const pass = passes.find((each) => role.startsWith(`${each}.`))
  const [, moment] = /^\w+\.(\d)\.page-/.exec(role) ?? []
  return pass && moment ? { pass, moment: Number(moment) } : undefined
}

export function isFilterRole(role: string): boolean {
  return filterRoles.has(role)
}

/** True for a role whose request has every type that the document states. */
export function isRightRole(role: string): boolean {
  return momentOf(role) !== undefined || (isFilterRole(role) && role !== filterRole('number'))
}

/** What was asked of the list's own pages, in the order in which it was asked. */
export function readingsOf({ exchanges }: ProbeRecord): (Moment & { readonly exchange: Exchange })[] {
  return [...exchanges].flatMap(([role, exchange]) => {
    const moment = momentOf(role)
    return moment ? [{ ...moment, exchange }] : []
  })
}

/** Orders pages by when they were read. */
export function compareMoments(one: Moment, other: Moment): number {
  return passes.indexOf(one.pass) - passes.indexOf(other.pass) || one.moment - other.moment
}

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
