import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import { tryingAgain } from '../../engine/probes/second-tries.ts'
import { mostOfSize, mostOfSmaller, mostPages } from './choice.ts'
import { fallOf } from './falls.ts'
import { ownPages } from './lists.ts'
import { acceptedPage, askedOf, type Page } from './page.ts'
import { filterRole, isRightRole } from './page-roles.ts'
import { countOf, filterSteps, isSettled, type Reader, readPage, readSlowly, startOf, stepAgain, stepOf, sweep } from './sweep.ts'
import { isPromised } from './told-totals.ts'

/**
 * Reads a list: a page of ordinary size to learn the total; then all other pages together with pages of other sizes and pages beyond the end;
 * then the rest of these, with values near the right filter, for which a target may be wrong only by then; then the first page once more. If a
 * short list changed meanwhile, everything is planned and read again. If it changes again, or is long, the list is read one page after another,
 * after a pause if a total fell; if one falls only then, as a page that was kept from before, so it is once more.
 */
export function pagesProbe(operation: PagedOperation): Probe {
  const probe: Probe = {
    id: `${operation.id}.pages`,
    operation,
    phase: 'judging',
    isUnusual: (role) => role !== firstPageRole,
    isRight: isRightRole,
    // A gateway may take a query of SQL for an attack.
    isOpen: (role) => role === filterRole('listed'),
    cost: () => ({ requests: mostRequests, ordinary: ordinaryRequests, signed: 0, registers: 0, mayRegister: 0, chain: 5 }),
    recipe: (role, client, exchanges) => stepAgain({ client, operation }, role, exchanges.get(role)),
    run: ({ client, recorder }) => readList({ client, operation, recorder }),
  }
  // A page beyond the total may have come to be since it was refused.
  return tryingAgain(probe, (exchange, record) => isPromised(record, ownPages(record), exchange))
}

/** For a list that does not change: two tries at its first page, the others and one beyond, five sizes, eight filters, and the end. */
const mostRequests = 2 + mostPages + 3 * 4 + 2 * (mostOfSize + 1) + mostOfSmaller + 8 + 1

/** For a list of one or two pages: these and one beyond, five sizes with a few pages each, eight filters, and the end. */
const ordinaryRequests = 2 + 1 + 5 * 4 + 8 + 1 + 1

async function readList(reader: Reader): Promise<void> {
  const { first } = reader.operation.pagination.page
  const start = startOf(await opening(reader))
  if (!start) return
  await sweep(reader, 'sweep', start, filterSteps(reader))
  if (isSettled(reader, 'sweep')) return
  const isShort = countOf(start) <= mostReadAgain && !reader.client.isQuick
  const anew = isShort ? startOf(await readPage(reader, { pass: 'again', moment: 0 }, first, start.size)) : undefined
  if (anew) await sweep(reader, 'again', anew, [])
  if (anew && isSettled(reader, 'again')) return
  const last = anew ?? start
  const isFallen = hasFallen(reader)
  if (isFallen) await reader.client.pause(mostLag)
  await readSlowly(reader, 'slowly', last)
  if (isFallen || !hasFallen(reader)) return
  await reader.client.pause(mostLag)
  await readSlowly(reader, 'late', last)
}

function hasFallen({ recorder }: Reader): boolean {
  return fallOf(ownPages(recorder.recorded())) !== undefined
}

/** A list of more pages that changes is read in a few large ones instead: to read all of it twice would take too many requests. */
const mostReadAgain = 8

/** How long replicas may take to agree, in milliseconds. */
const mostLag = 10_000

/** A first page may be refused by chance: it is asked for once more, so that the list is read and the refusal is still judged. */
async function opening(reader: Reader): Promise<Page | undefined> {
  const { operation, recorder } = reader
  const exchange = await recorder.send(stepOf(reader, firstPageRole, {}))
  if (classify(operation, exchange) !== 'refused') return acceptedPage(operation, exchange)
  const { page, size } = askedOf(operation, exchange)
  return readPage(reader, { pass: 'sweep', moment: 1 }, page, size)
}
