import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { isCount, lastPage, type Page, sizeOf } from './page.ts'

/** True for a page beyond the end of the list, by what the page itself says. */
export function isBeyond({ pagination }: PagedOperation, page: Page): boolean {
  return isCount(page.total) && page.asked.page > lastPage(page.total, sizeOf(page), pagination.page.first)
}

/** How many records a page should hold by its own size and total: all that are left for it, up to its size. */
export function shareOf({ pagination }: PagedOperation, page: Page, number: number = page.asked.page): number {
  const size = sizeOf(page)
  return Math.max(0, Math.min(size, Number(page.total) - (number - pagination.page.first) * size))
}

/**
 * True for a page that holds as much as its own numbers promise, and for one that does not say. Beyond the end that is nothing, or what
 * another page holds where it says that it is that other page.
 */
export function holdsItsShare(operation: PagedOperation, page: Page): boolean {
  const { count, total, number } = page
  if (count === undefined || !isCount(total) || count === shareOf(operation, page)) return true
  const isOther = isCount(number) && number >= operation.pagination.page.first && number < page.asked.page
  return isBeyond(operation, page) && isOther && count === shareOf(operation, page, number)
}
