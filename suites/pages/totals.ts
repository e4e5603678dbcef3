import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { jsonFault } from '../../engine/evidence/body.ts'
import { type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { type Finding, findingAt } from '../../engine/judging/outcome.ts'
import { counted } from '../../text/counted.ts'
import { fallFinding, refuseUnsteady } from './falls.ts'
import { acceptedPages, ownPages, pagedOf, type ReadPage, singlePages } from './lists.ts'
import { refuseUnanswered } from './missing-pages.ts'
import { holdsItsShare, isCount, type Page, shareOf, sizedPage, sizeOf } from './page.ts'
import { faultySizes } from './sizes.ts'
import { strayFindings } from './stray-totals.ts'
import { arrivalsAt, toldAround } from './told-totals.ts'

/**
 * Every answer alone holds as many records as its own numbers leave for it, and a total only grows while the list is read, or falls once, as
 * where a record expires, or rises and falls until a replica that lags has caught up.
 */
export function* judgeTotal(evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  const { pagination } = pagedOf(evidence)
  const single = singlePages(evidence, others)
  const negative = [...acceptedPages(evidence), ...single].find(({ total }) => Number.isInteger(total) && Number(total) < 0)
  if (negative) {
    yield { at: pagination.total, expected: 'a number of records', actual: String(negative.total), exchange: negative.exchange.id }
    return
  }
  const own = ownPages(evidence)
  refuseMissing(own)
  const fall = fallFinding(evidence, own)
  if (fall) {
    yield fall
    return
  }
  yield* countFindings(evidence, own, single)
  yield* strayFindings(evidence, own, single)
  refuseUnsteady(evidence, own)
  refuseUnanswered(evidence)
  if (own.every(({ total, count }) => total === 0 && count === 0))
    throw new Inconclusive('The list is empty, so its total proves nothing. Ask for one that has records.')
}

function* countFindings(evidence: Evidence, own: readonly ReadPage[], single: readonly Page[]): Generator<Finding> {
  const operation = pagedOf(evidence)
  const faulty = faultySizes(evidence)
  const sound = [...own, ...single].filter(({ asked, total }) => isCount(total) && !faulty.has(asked.size))
  if (sound.length === 0) throw new Inconclusive('No page has the size that it states, so its records prove nothing about the total.')
  const isExplained = (page: Page) =>
    Math.abs(Number(page.count) - shareOf(operation, page)) <= arrivalsAt(own, page) && !endsTooSoon(operation, page, own)
  const wrong = sound.filter((page) => !holdsItsShare(operation, page) && !isExplained(page))
  const [first] = wrong
  if (!first) return
  yield {
    ...findingAt(wrong.map(sizedPage), {
      expected: `${counted(shareOf(operation, first), 'record')} on ${sizedPage(first)}, by a total of ${first.total}`,
      actual: `${counted(Number(first.count), 'record')}${isAsFromZero(operation, first, sound) ? `, as where pages count from ${first.asked.page - 1}` : ''}`,
      exchange: first.exchange.id,
    }),
    at: operation.pagination.records,
  }
}

/** True for a page that is not full, and so ends the list, before as many records as every earlier answer told: none that came explains that. */
function endsTooSoon({ pagination }: PagedOperation, page: Page, own: readonly ReadPage[]): boolean {
  const size = sizeOf(page)
  const end = (page.asked.page - pagination.page.first) * size + Number(page.count)
  const before = toldAround(own).get(page.exchange)?.before
  return Number(page.count) < size && before !== undefined && Number(before.least.total) > end
}

/** True for a first page that is empty though it should hold the whole list, as all such pages are: the list begins on the page before it. */
function isAsFromZero(operation: PagedOperation, page: Page, others: readonly Page[]): boolean {
  const isWhole = (each: Page) => each.asked.page === operation.pagination.page.first && shareOf(operation, each) === each.total
  return isWhole(page) && others.every((other) => !isWhole(other) || other.count === 0)
}

function refuseMissing(own: readonly Page[]): void {
  const without = own.find(({ total }) => !Number.isSafeInteger(total))
  const fault = without?.exchange.response && jsonFault(without.exchange.response)
  if (without) throw new Inconclusive(fault ? `A page could not be judged: ${fault}.` : 'A page has no total that is an integer.')
  if (own.some(({ count }) => count === undefined)) throw new Inconclusive('A page has no list of records to count.')
}
