import type { Operation, Pagination } from '../../contracts/contract.ts'
import { schemaAt } from '../../contracts/fields.ts'
import { propertiesOf } from '../../contracts/schemas/schema-parts.ts'
import { edited } from '../../provider/edits.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { ServedPage } from '../../provider/pages.ts'
import type { Received } from '../../provider/received.ts'
import { pointerSteps, valueAt } from '../../text/json/pointer.ts'
import { mutantMaker } from '../mutant.ts'

/** Providers by which a number of a record depends on where or by whom the record is read. */
export function valueMutants(operation: Operation, { records }: Pagination): Mutant[] {
  const element = schemaAt(operation.success.schema, `${records}/*`) ?? {}
  const [name] = propertiesOf(element).find(([, { type, ...more }]) => type === 'number' && more.minimum === undefined) ?? []
  if (name === undefined) return []
  const doubled = (record: unknown) => edited(record, [name], (value) => Number(value) * 2)
  const make = (id: string, title: string, hooks: Mutant['hooks']) =>
    mutantMaker(operation)(`pages.values-${id}`, title, 'pages.distinct', hooks)
  const onPage = (id: string, title: string, change: (page: ServedPage) => readonly unknown[]) =>
    make(id, title, () => ({ page: (page) => ({ ...page, records: change(page) }) }))
  const toClient = (id: string, title: string, isOne: (request: Received) => boolean) =>
    make(id, title, () => ({
      answer: (answer, request) => (isOne(request) ? edited(answer, [...pointerSteps(records), '*'], doubled) : answer),
    }))
  return [
    onPage('of-second-page', `doubles ${name} on the second page`, ({ page, records: own }) => (page === 2 ? own.map(doubled) : own)),
    onPage('of-large-pages', `doubles ${name} on pages of 50 records and more`, ({ size, records: own }) =>
      size < 50 ? own : own.map(doubled),
    ),
    onPage('of-small-pages', `doubles ${name} on pages of one record or two`, ({ size, records: own }) =>
      size > 2 ? own : own.map(doubled),
    ),
    onPage('of-first-record', `answers for all of a page the ${name} of its first record`, ({ records: own }) =>
      own.map((record) => edited(record, [name], () => valueAt(own[0], [name]))),
    ),
    toClient('for-any-answer', `doubles ${name} for clients that take any answer`, ({ headers }) => headers['accept'] === '*/*'),
  ]
}
