import type { Operation, Pagination } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/settings.ts'
import { lastChanged } from '../../engine/alteration.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import { at } from '../../engine/evidence/place.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probe.ts'
import { type Inputs, ordinaryInputs, rightRequest } from '../../engine/request.ts'
import { createRecorder, type Recorder, type Step } from '../../engine/steps.ts'

export type PagedOperation = Operation & { readonly pagination: Pagination }

/** What a page says of itself and what it holds. Undefined where the answer does not say. */
export interface Page {
  readonly exchange: Exchange
  readonly asked: { readonly page: number; readonly size: number }
  readonly number: unknown
  readonly size: unknown
  readonly total: unknown
  readonly records: readonly unknown[] | undefined
}

/** How many pages are read one by one; of a longer list the first three and the last two stand for all. */
export const readPages = 6

/**
 * Reads the list in about four pages: one page of ordinary size to learn the total, the first of the sweep to learn
 * the size that the target grants, then the others side by side, with one beyond the end and one of a filter value
 * that nobody has. Where the totals differ, payments may have arrived: the pages are read again one after another.
 */
export function pagesProbe(operation: PagedOperation): Probe {
  const id = `${operation.id}.pages`
  return {
    id,
    operation,
    phase: 'judging',
    needs: settingsOf(operation),
    isRight: (role) => role === 'first' || /^(page|again)-\d+$/.test(role),
    cost: () => ({ requests: 5 + readPages, signed: 0, registers: 0, mayRegister: 0, chain: 3 }),
    run: async (client) => {
      const recorder = createRecorder(client, id, operation)
      const step = (role: string, inputs: Inputs): Step => ({
        role,
        keep: keepOfPage,
        build: () => rightRequest(operation, client.target, { inputs }),
      })
      const first = await recorder.send(step('first', {}))
      const total = acceptedPage(operation, first)?.total
      if (!isCount(total)) return recorder.evidence()
      await sweep(
        recorder,
        operation,
        Math.max(1, Math.min(largestSize(operation), Math.ceil(total / 4))),
        step,
        unknownFilter(operation, client.target),
      )
      return recorder.evidence()
    },
  }
}

/** The pages of the last sweep in order, the first page of ordinary size apart. */
export function sweptPages({ operation, exchanges }: Evidence): Page[] {
  const paged = operation as PagedOperation
  const again = [...exchanges.keys()].some((role) => role.startsWith('again-'))
  const roles = [...exchanges].filter(([role]) => role.startsWith(again ? 'again-' : 'page-'))
  return roles.flatMap(([, exchange]) => acceptedPage(paged, exchange) ?? []).sort((a, b) => a.asked.page - b.asked.page)
}

/** The page that an exchange shows, if it was accepted. */
export function acceptedPage(operation: PagedOperation, exchange: Exchange | undefined): Page | undefined {
  if (!exchange?.response || classify(operation, exchange) !== 'accepted') return undefined
  const { pagination } = operation
  const body = jsonOf(exchange.response).value
  const records = at(body, pagination.records)
  return {
    exchange,
    asked: {
      page: Number(askedOf(operation, exchange, pagination.page.request)),
      size: Number(askedOf(operation, exchange, pagination.size.request)),
    },
    number: at(body, pagination.page.response),
    size: at(body, pagination.size.response),
    total: at(body, pagination.total),
    records: Array.isArray(records) ? records : undefined,
  }
}

/** The value that a request carried for a JSON pointer into its body, or for the parameter of that name. */
export function askedOf(operation: Operation, { request }: Exchange, pointer: string): unknown {
  if (!operation.body) return new URL(request.url).searchParams.get(pointer.slice(1))
  return at(JSON.parse(request.body?.toString('utf8') ?? 'null'), pointer)
}

const largestAsked = 100
const keepOfPage = 4 << 20

/** A page is never asked for that is larger than the document allows. */
function largestSize({ body, parameters, pagination }: PagedOperation): number {
  const size = [...(body?.fields ?? []), ...parameters].find(({ name }) => `/${name}` === pagination.size.request)
  return Math.min(largestAsked, Number(size?.schema['maximum'] ?? largestAsked))
}

async function sweep(
  recorder: Recorder,
  operation: PagedOperation,
  asked: number,
  step: (role: string, inputs: Inputs) => Step,
  unknown: Inputs | undefined,
) {
  const { page, size } = operation.pagination
  const pageOf = (role: string, number: number) => step(role, { [page.request.slice(1)]: number, [size.request.slice(1)]: asked })
  const opening = acceptedPage(operation, await recorder.send(pageOf(`page-${page.first}`, page.first)))
  const count = isCount(opening?.total) ? pageCount(opening, asked) : 0
  const numbers = sample(count).map((index) => page.first + index)
  await recorder.sendAll([
    ...numbers.slice(1).map((number) => pageOf(`page-${number}`, number)),
    pageOf('beyond', page.first + Math.max(1, count)),
    ...(unknown ? [step('unknown-filter', unknown)] : []),
  ])
  if (!totalsDiffer(recorder.evidence())) return
  for (const number of numbers) await recorder.send(pageOf(`again-${number}`, number))
}

function totalsDiffer(evidence: Evidence): boolean {
  const operation = evidence.operation as PagedOperation
  const ordinary = acceptedPage(operation, evidence.exchanges.get('first'))?.total
  return new Set([ordinary, ...sweptPages(evidence).map(({ total }) => total)]).size > 1
}

function pageCount({ total, size }: Page, asked: number): number {
  const granted = isCount(size) && size > 0 ? Math.min(size, asked) : asked
  return Math.ceil(Number(total) / granted)
}

/** Indices of the pages that are read: all of them, or the first three and the last two. */
function sample(count: number): number[] {
  if (count <= readPages) return Array.from({ length: count }, (_, index) => index)
  return [0, 1, 2, count - 2, count - 1]
}

/** A filter value that is most likely nobody's. */
function unknownFilter(operation: PagedOperation, target: Parameters<typeof ordinaryInputs>[1]): Inputs | undefined {
  const name = operation.pagination.filter?.request.slice(1)
  const value = name === undefined ? undefined : ordinaryInputs(operation, target)[name]
  return name !== undefined && typeof value === 'string' ? { [name]: lastChanged(value) } : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
