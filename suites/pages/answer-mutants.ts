import type { Operation, Pagination } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Reply } from '../../provider/reply.ts'
import { valueAtPointer } from '../../spec/json/pointer.ts'
import { jsonReply, onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'

interface Right {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly count: number
}

/** Providers that refuse pages which they promise, or break down where they should refuse or answer with nothing. */
export function answerMutants(operation: Operation, pagination: Pagination): Mutant[] {
  const make = (id: string, title: string, status: number, isWrong: (right: Right) => boolean) =>
    mutant(operation, {
      id: `pages.${id}`,
      title,
      caughtBy: [status < 500 ? 'pages.answered' : 'accepted'],
      hooks: () =>
        onSuccess((reply) => (isWrong(rightOf(pagination, reply)) ? jsonReply(status, '{"error":{"message":"failed"}}') : reply)),
    })
  const lastOf = ({ total, size }: Right) => Math.ceil(total / size)
  return [
    make('refuses-last', 'knows no last page', 404, (right) => right.page > 1 && right.page === lastOf(right)),
    make('refuses-later', 'refuses every page from the third on', 400, ({ page, count }) => page > 2 && count > 0),
    make('errs-later', 'breaks down at the second page', 500, ({ page }) => page === 2),
    make(
      'refuses-small-later',
      'refuses pages of one record from the second on',
      403,
      ({ page, size, count }) => size === 1 && page > 1 && count > 0,
    ),
    make('errs-at-one', 'breaks down at pages of one record', 500, ({ size }) => size === 1),
    make('errs-beyond', 'breaks down at a page beyond the end', 500, (right) => right.total > 0 && right.page > lastOf(right)),
    make('errs-where-empty', 'breaks down where there is no record', 500, ({ total }) => total === 0),
  ]
}

function rightOf({ page, size, total, records }: Pagination, { body }: Reply): Right {
  const value: unknown = JSON.parse(body.toString('utf8'))
  const number = (pointer: string) => Number(valueAtPointer(value, pointer))
  const list = valueAtPointer(value, records)
  return { page: number(page.response), size: number(size.response), total: number(total), count: Array.isArray(list) ? list.length : 0 }
}
