import { isSigned, type PagedOperation } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import { mostOfSize, mostOfSmaller, mostPages } from './choice.ts'
import { ownPages } from './lists.ts'
import { acceptedPage, askedOf, type Page } from './page.ts'
import { isRightRole } from './page-roles.ts'
import {
  filterSteps,
  isSettled,
  pagesToRead,
  type Reader,
  readPage,
  readSlowly,
  type Start,
  startOf,
  stepAgain,
  stepOf,
  sweep,
} from './sweep.ts'
import { fallOf } from './totals.ts'

/**
 * Reads a list: a page of ordinary size to learn the total; then all other pages together with pages of other sizes, pages beyond the end and
 * values near the right filter; then the first page once more. If the list changed meanwhile, everything is planned and read again. If it changes
 * again, the list is read one page after another, after a pause if a total fell.
 */
export function pagesProbe(operation: PagedOperation): Probe {
  return {
    id: `${operation.id}.pages`,
    operation,
    phase: 'judging',
    isUnusual: (role) => role !== firstPageRole,
    isRight: isRightRole,
    cost: () => ({ requests: mostRequests, ordinary: ordinaryRequests, signed: 0, registers: 0, mayRegister: 0, chain: 5 }),
    recipe: (role, client, exchanges) => stepAgain({ client, operation }, role, exchanges.get(role)),
    ...(isSigned(operation) ? {} : { foresee: ({ client, recorder }) => foresee({ client, operation, recorder }) }),
    run: ({ client, recorder }) => readList({ client, operation, recorder }),
  }
}

/** For a list that does not change: two tries at its first page, the others and one beyond, five sizes, eight filters, and the end. */
const mostRequests = 2 + mostPages + 3 * 4 + 2 * (mostOfSize + 1) + mostOfSmaller + 8 + 1

/** Of a shorter list, as many more pages of other sizes are read. */
const ordinaryPages = 5

/** Pages of other sizes, one beyond the end, and the end. */
const besidePages = 17 + 1 + 1

/** For a list of so many pages: these, eight filters, and what is read beside. */
const ordinaryRequests = ordinaryPages + 8 + besidePages

/** Reads the first page: how many pages there are tells how many more requests follow than ordinarily. */
async function foresee(reader: Reader): Promise<number> {
  const start = startOf(acceptedPage(reader.operation, await readFirst(reader)))
  return start ? Math.max(0, pagesToRead(reader, start, 'sweep').length - ordinaryPages) : 0
}

async function readList(reader: Reader): Promise<void> {
  const { first } = reader.operation.pagination.page
  const start = startOf(await opening(reader))
  if (!start) return
  await sweep(reader, 'sweep', start, filterSteps(reader))
  if (isSettled(reader, 'sweep')) return
  const anew = mayReadAgain(reader, start) ? startOf(await readPage(reader, { pass: 'again', moment: 0 }, first, start.size)) : undefined
  if (anew) await sweep(reader, 'again', anew, [])
  if (anew && isSettled(reader, 'again')) return
  if (fallOf(ownPages(reader.recorder.recorded()))) await reader.client.pause(mostLag)
  await readSlowly(reader, anew ?? start)
}

/** A long list is read in a few large pages instead. */
function mayReadAgain({ client, ...reader }: Reader, start: Start): boolean {
  const cost = besidePages + pagesToRead({ client, ...reader }, start, 'again').length
  if (client.isQuick || client.sparing.leeway < cost) return false
  client.sparing.leeway -= cost
  return true
}

/** How long replicas may take to agree, in milliseconds. */
const mostLag = 10_000

function readFirst(reader: Reader): Promise<Exchange> {
  return reader.recorder.send(stepOf(reader, firstPageRole, {}))
}

/** A first page may be refused by chance: it is asked for once more, so that the list is read and the refusal is still judged. */
async function opening(reader: Reader): Promise<Page | undefined> {
  const { operation, recorder } = reader
  const exchange = recorder.sent.get(firstPageRole) ?? (await readFirst(reader))
  if (classify(operation, exchange) !== 'refused') return acceptedPage(operation, exchange)
  const { page, size } = askedOf(operation, exchange)
  return readPage(reader, { pass: 'sweep', moment: 1 }, page, size)
}
