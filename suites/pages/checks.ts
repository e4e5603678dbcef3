import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { defined } from '../../language/defined.ts'
import { excerpt } from '../../text/excerpt.ts'
import { checkOfRight, type RightCheck, type Senders } from '../answers/right-requests.ts'
import { judgeDistinct, judgeFilter } from './listed-records.ts'
import { extentOf, ownPages, pagedOf, singlePages } from './lists.ts'
import { judgeAnswered } from './missing-pages.ts'
import { isBeyond, lastPage, type Page, shareOf, sizeOf } from './page.ts'
import { judgeRounding, judgeSize } from './sizes.ts'
import { judgeTotal } from './totals.ts'

export function pageChecks(operation: PagedOperation, senders: Senders): Check[] {
  const check = (name: string, title: string, judge: RightCheck['judge'], extent?: Check['extent']): Check =>
    checkOfRight(senders, defined<RightCheck>({ id: `${operation.id}.pages.${name}`, title, roles: [], judge, extent }))
  return [
    check('number', 'The answer holds the page that was asked for', (_, [own, ...others]) => judgeNumber(own, others)),
    check('size', 'A page holds no more than its size, which follows the one asked for', (_, [own, ...others]) => judgeSize(own, others)),
    check('rounding', 'A page is no larger than asked for', (_, [own, ...others]) => judgeRounding(own, others)),
    check('distinct', 'Every record stands on one page', (_, [own, ...others]) => judgeDistinct(own, others), extentOf),
    check('total', 'All pages together hold the total', (_, [own, ...others]) => judgeTotal(own, others), extentOf),
    check('answered', 'Every page that the total promises is answered', (right, [own]) => judgeAnswered(own, right), extentOf),
    ...(operation.pagination.filter
      ? [check('filter', 'Every record is one of those asked for', (right, [own]) => judgeFilter(operation, own, right))]
      : []),
  ]
}

function* judgeNumber(evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  const operation = pagedOf(evidence)
  const numbered = [...ownPages(evidence), ...singlePages(evidence, others)].filter(({ number }) => Number.isInteger(number))
  if (numbered.length === 0) throw new Inconclusive('No page has a number that is an integer.')
  for (const page of numbered) {
    const { asked, number, exchange } = page
    if (number === asked.page || (isBeyond(operation, page) && isAtEnd(operation, page))) continue
    yield { at: operation.pagination.page.response, expected: String(asked.page), actual: excerpt(number), exchange: exchange.id }
  }
}

/** True for a page at the end of a list: beyond it, a target may answer the last page or the first one, if it says so and holds its records. */
function isAtEnd(operation: PagedOperation, page: Page): boolean {
  const { first } = operation.pagination.page
  const ends = [first, lastPage(Number(page.total), sizeOf(page), first)]
  return ends.some((end) => page.number === end && (page.count !== 0 || shareOf(operation, page, end) === 0))
}
