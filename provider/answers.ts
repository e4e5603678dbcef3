import type { Operation, Pagination, Schema, Unique } from '../contracts/contract.ts'
import { listPointer, requestFields, schemaAt } from '../contracts/fields.ts'
import { isPaged, type PagedOperation } from '../contracts/operation-kinds.ts'
import { sample } from '../contracts/schemas/sample.ts'
import { allowsTexts, isNumeric } from '../contracts/schemas/schema-parts.ts'
import { memoized } from '../language/memoized.ts'
import { isObject, pointerSteps, valueAtPointer } from '../text/json/pointer.ts'
import type { Behaviour } from './behaviour.ts'
import { edited, withValue } from './edits.ts'
import { rawJson } from './json-layout.ts'
import { type Refusal, refuse } from './judgement/refusals.ts'
import type { Hooks } from './mutant.ts'
import { cutPage, type ServedPage, statedNumber } from './pages.ts'
import { completed, isServable } from './records/completion.ts'
import { listing } from './records/listing.ts'
import type { Records } from './records/records.ts'
import { otherTerminals } from './reference-settings.ts'

export interface Stock {
  readonly settings: Readonly<Record<string, string>>
  readonly behaviour: Behaviour
  readonly records: Records
  /** A number that it never gave before, from 1. */
  readonly next: () => number
}

/** What a right request gets: the value of a success, or a refusal where it asks for what is not there. */
export type ServedAnswer = { readonly value: unknown } | { readonly refusal: Refusal }

export function answer(operation: Operation, inputs: unknown, stock: Stock, hooks: Hooks): ServedAnswer {
  const { success } = operation
  const { unknownSource } = stock.behaviour
  const unknown = unknownValue(operation, inputs, stock)
  if (unknown && unknownSource === 'refused') return { refusal: refuse('not-found', `${unknown}: there is nothing of that name.`) }
  if (isPaged(operation)) return paged(operation, inputs, stock, hooks)
  const base = exampleOf(operation)
  const list = listPointer(operation)
  const own = unknown && unknownSource === 'empty' && list !== undefined ? [] : stock.records.of(operation.id)
  const make = () => completed(success.schema, own && list !== undefined ? withValue(base, list, own) : base)
  return { value: asked(operation, inputs, numbered(operation, own ? once(operation, own, '', make) : make(), stock)) }
}

const made = memoized((_: Operation) => memoized((_: readonly unknown[]) => new Map<string, unknown>()))
const mostMade = 100

/** Answers made of unchanging records are made once: lists are long and requested often. */
function once(operation: Operation, records: readonly unknown[], key: string, make: () => unknown): unknown {
  const known = made(operation)(records)
  if (known.has(key)) return known.get(key)
  const value = make()
  if (known.size < mostMade) known.set(key, value)
  return value
}

function paged(operation: PagedOperation, inputs: unknown, stock: Stock, hooks: Hooks): ServedAnswer {
  const { pagination } = operation
  const base = exampleOf(operation)
  const own = stock.records.of(operation.id)
  const everyone = own ?? listed(operation)(stock.settings)
  const { filter } = pagination
  const wanted = filter && valueAtPointer(inputs, filter.request)
  const all = filter && wanted !== undefined ? everyone.filter((record) => isSame(valueAtPointer(record, filter.record), wanted)) : everyone
  if (all.length === 0 && stock.behaviour.unknownTerminal === 'refused' && wanted !== otherTerminals.empty) {
    return { refusal: refuse('not-found', `${filter?.request}: there is nothing of that name.`) }
  }
  const page = cutPage(operation, inputs, all, stock.behaviour)
  if ('kind' in page) return { refusal: page }
  stock.records.asked(operation.id)
  const make = (cut: ServedPage) => completed(operation.success.schema, withPage(base, pagination, cut))
  if (hooks.page || !own) return { value: make(hooks.page?.(page, all, everyone) ?? page) }
  return { value: once(operation, own, JSON.stringify([wanted, page.page, page.size, page.total]), () => make(page)) }
}

const listed = memoized((operation: PagedOperation) =>
  memoized((settings: Stock['settings']) =>
    listing(operation, asList(valueAtPointer(exampleOf(operation), operation.pagination.records)), settings),
  ),
)

function exampleOf({ success }: Operation): unknown {
  return success.example ?? sample(success.schema)
}

/** A number and the same number as a text are one: an overlay may make the one of the other. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (!isObject(one) && !isObject(other) && `${one}` === `${other}`)
}

function withPage(base: unknown, pagination: Pagination, { records, total, page, size }: ServedPage): unknown {
  const values = [
    [pagination.records, records],
    [pagination.total, total],
    [pagination.page.response, statedNumber(pagination, page)],
    [pagination.size.response, size],
  ] as const
  return values.reduce<unknown>((value, [pointer, member]) => withValue(value, pointer, member), base)
}

/** Gives every member that no two answers may share a value of its own. */
function numbered({ unique, success }: Operation, value: unknown, { next, behaviour }: Stock): unknown {
  const across = unique.filter(({ scope }) => scope === 'across')
  return across.reduce<unknown>((numberedSoFar, { at }: Unique) => {
    const schema = schemaAt(success.schema, at) ?? {}
    return withValue(numberedSoFar, at, newId(next(), behaviour.ids ?? 'counted', schema))
  }, value)
}

/** Gives every record that is asked for by an input the value of that input. */
function asked({ askedFor = [], success }: Operation, inputs: unknown, value: unknown): unknown {
  return askedFor.reduce<unknown>((so, { input, answered }) => {
    const given = valueAtPointer(inputs, `/${input}`)
    const isNumber = isNumeric(schemaAt(success.schema, answered) ?? {})
    return given === undefined ? so : edited(so, pointerSteps(answered), () => (isNumber ? Number(given) : String(given)))
  }, value)
}

function newId(count: number, ids: NonNullable<Behaviour['ids']>, schema: Schema): unknown {
  const textual = allowsTexts(schema)
  if (ids === 'beyond-double') return textual ? `${2n ** 53n + BigInt(count)}` : rawJson(`${2n ** 53n + BigInt(count)}`)
  const id = numbers[ids](count)
  if (!textual) return id
  return isServable(schema, String(id)) ? String(id) : formed(String(sample(schema)), id)
}

/** An id of another form, such as a UUID: the digits at its end count. */
function formed(plainest: string, id: number): string {
  return plainest.replace(/\d+$/, (digits) => `${Math.abs(id)}`.padStart(digits.length, '0').slice(-digits.length))
}

const numbers = {
  counted: (count: number) => 40000 + count,
  scattered: (count: number) => Math.imul(count, 2654435761) >>> 0,
  'from-zero': (count: number) => count - 1,
  negative: (count: number) => -40000 - count,
}

/** The first input that asks for a record, and not for the configured one. */
function unknownValue(operation: Operation, inputs: unknown, { settings }: Stock): string | undefined {
  const { parameters, askedFor = [] } = operation
  const asking = requestFields(operation).filter(({ name }) => askedFor.some(({ input }) => input === name))
  return [...parameters, ...asking].find(({ name, value }) => {
    const given = valueAtPointer(inputs, `/${name}`)
    const isAskedFor = 'setting' in value || askedFor.some(({ input }) => input === name)
    return isAskedFor && given !== undefined && String(given) !== String('setting' in value ? settings[value.setting] : value.value)
  })?.name
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
