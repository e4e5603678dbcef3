import { endOf } from '../../engine/exchange.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import type { ReadPage } from './lists.ts'
import { betweenValues, isBlankText, isNumberText, type Page, type PageRecord } from './page.ts'

interface Held {
  readonly record: PageRecord
  readonly page: Page
}

/** By what a record is known again; undefined for one that is not. */
type KeyOf = (record: PageRecord) => string | undefined

/** So many may change in any way. */
const mostChanged = 3
/** What a field holds that tells the state of a record: of more values it would tell something else. */
const mostStates = 4

/** What is told of the records of a list. */
interface History {
  readonly keyOf: KeyOf
  /** True for what a record is known by that changed while the list was read, and not back again. */
  readonly isSettled: (key: string) => boolean
  /** One and the same page, as it was read again and again. */
  readonly samePage: readonly Page[]
}

/**
 * Records may change while they are read, a few of them in any way, or be malformed on one page: those and what they were before. Of more, each
 * has to have settled, and to come from one of few states into another, as when a block settles many payments at once, or from nothing, as what is
 * known only later; or it has a number where there was none, or none where there was one, which is a fault of its field.
 */
export function changedOnes<One extends Held>(now: readonly One[], before: readonly One[], history: History): Set<One> {
  const { keyOf, isSettled } = history
  const known = new Map(before.map((one) => [keyOf(one.record), one]))
  const pairs = now.flatMap((one) => {
    const key = keyOf(one.record)
    const other = known.get(key)
    return key !== undefined && other ? [{ key, one, other }] : []
  })
  const settled = pairs.filter(({ key }) => isSettled(key))
  const explained = [...ofState(settled, history), ...pairs.filter(isMalformed)]
  const changed = new Set(explained.flatMap(({ one, other }) => [one, other]))
  const byKey = new Map(pairs.map(({ one, other }) => [one, other]))
  for (const one of now.filter((each) => !changed.has(each)).slice(0, mostChanged)) {
    const same = byKey.get(one) ?? before.find((other) => !changed.has(other) && isSame(one.record, other.record))
    if (same) changed.add(one).add(same)
  }
  return changed
}

interface Paired {
  readonly one: Held
  readonly other: Held
}

function isMalformed({ one, other }: Paired): boolean {
  const others = valuesOf(other.record)
  return valuesOf(one.record).some((value, index) => isNumberText(value) !== isNumberText(others[index] ?? ''))
}

/** Those of some pairs that differ in the one field that tells the state of the most of them, or was filled in. */
function ofState<Pair extends Paired>(pairs: readonly Pair[], history: History): readonly Pair[] {
  const rows = pairs.map((pair) => ({ pair, values: valuesOf(pair.one.record), others: valuesOf(pair.other.record) }))
  let most: readonly Pair[] = []
  for (const field of rows[0]?.values.keys() ?? []) {
    const differing = rows.filter(({ values, others }) => values[field] !== others[field])
    if (differing.length <= most.length) continue
    const steps = differing.map(({ pair, values, others }) => ({ ...pair, from: values[field] ?? '', to: others[field] ?? '' }))
    const isOfNothing = () => steps.every(({ from, to }) => isBlankText(from) !== isBlankText(to))
    if (isOfStates(steps) || (isOfNothing() && isFilledIn(field, history))) most = differing.map(({ pair }) => pair)
  }
  return most
}

type Change = Paired & { readonly from: string; readonly to: string }

function isOfStates(steps: readonly Change[]): boolean {
  const states = new Set(steps.flatMap(({ from, to }) => [from, to]))
  return states.size <= mostStates && !states.values().some(isNumberText) && !goesBack(steps)
}

/** True if, between the same two answers, states turn into each other or around: of two answers one is the later for all records. */
function goesBack(steps: readonly Change[]): boolean {
  const ofAnswers = Map.groupBy(steps, ({ one, other }) => `${one.page.exchange.id} ${other.page.exchange.id}`)
  return ofAnswers.values().some((own) => {
    let left: typeof steps = own
    for (let state = 1; state < mostStates; state++) {
      const begun = new Set(left.map(({ from }) => from))
      left = left.filter(({ to }) => begun.has(to))
    }
    return left.length > 0
  })
}

/**
 * True for a field that was filled in: one and the same page held nothing in it of two records or more as long as it did at all, and something
 * ever since. So neither a page, nor a size, nor a client explains it.
 */
function isFilledIn(field: number, { keyOf, samePage }: History): boolean {
  const spans = new Map<string, { readonly blank: Span; readonly other: Span }>()
  for (const { exchange, records } of samePage)
    for (const record of records) {
      const key = keyOf(record)
      if (key === undefined) continue
      const { blank, other } = getOrInsert(spans, key, () => ({ blank: begunSpan(), other: begunSpan() }))
      const span = isBlankText(valuesOf(record)[field]) ? blank : other
      span.answered = Math.min(span.answered, endOf(exchange))
      span.asked = Math.max(span.asked, exchange.startedAt)
    }
  const told = [...spans.values()]
  const filled = told.filter(({ blank, other }) => blank.answered < other.asked)
  return filled.length > 1 && !told.some(({ blank, other }) => other.answered < blank.asked)
}

/** When a record was met in one state: when that was answered first, and asked for last. */
interface Span {
  answered: number
  asked: number
}

const begunSpan = (): Span => ({ answered: Number.POSITIVE_INFINITY, asked: Number.NEGATIVE_INFINITY })

/** By what the records of a whole reading are known: the value of a field that no two of them share, and no two of a page to compare with it. */
export function keyIn(whole: readonly PageRecord[], page: readonly PageRecord[] = []): KeyOf {
  const [rows, others] = [whole.map(valuesOf), page.map(valuesOf)]
  const isUnique = (index: number) => [rows, others].every((all) => new Set(all.map((row) => row[index])).size === all.length)
  const field = rows[0]?.findIndex((_, index) => isUnique(index)) ?? -1
  const known = new Set(rows.map((row) => row[field]))
  return (record) => {
    const key = valuesOf(record)[field]
    return known.has(key) ? key : undefined
  }
}

/** True for what records are known by that changed while the list was read, and not back again. */
export function settledBy(keyOf: KeyOf, pages: readonly ReadPage[]): (key: string) => boolean {
  const all = pages.flatMap(({ moment, records }) => records.map((record) => ({ moment, record })))
  const settled = new Set<string | undefined>()
  for (const [key, met] of Map.groupBy(all, ({ record }) => keyOf(record))) {
    // Pages come in the order of reading.
    const spans = [...Map.groupBy(met, ({ record }) => record.text).values()].map((same) => same.map(({ moment }) => moment))
    const inOrder = spans.toSorted((one, other) => Number(one.at(-1)) - Number(other.at(-1)))
    if (inOrder.every((span, index) => index === 0 || Number(inOrder[index - 1]?.at(-1)) <= Number(span[0]))) settled.add(key)
  }
  return (key) => settled.has(key)
}

function valuesOf({ text }: PageRecord): string[] {
  return text?.split(betweenValues) ?? []
}

function isSame(one: PageRecord, other: PageRecord): boolean {
  if (one.identity !== undefined && one.identity === other.identity) return true
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return values.length === others.length && values.filter((value, index) => value !== others[index]).length <= 1
}
