import { holdsTooMuch, weightOf } from '../../engine/evidence/parsed-size.ts'
import { noteLeft } from '../../engine/memory.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { jsonValue } from '../../text/json/json-text.ts'
import { isObject, pointerSteps } from '../../text/json/pointer.ts'
import type { Report } from '../report.ts'
import { storedBytes } from './stored-bodies.ts'

/** How many places there are of the kind that a JSON pointer of a finding names: with `/data/3/rank`, how many elements `data` has. */
export type Extents = (exchange: string | undefined, pointer: string) => number | undefined

/** Counts places in the answers of a report, all of a body at once: it is parsed once, and what was parsed is not kept. */
export function extentsOf({ exchanges, bodies, outcomes }: Report): Extents {
  const keys = new Map(exchanges.map(({ id, response }) => [id, response?.body]))
  const keyOf = (exchange: string | undefined) => (exchange === undefined ? undefined : keys.get(exchange))
  const findings = outcomes.flatMap((outcome) => outcome.findings.filter(({ at }) => /\/\d+(\/|$)/.test(at)))
  const pointers = Map.groupBy(findings, ({ exchange }) => keyOf(exchange))
  const counts = new Map<string, ReadonlyMap<string, number>>()
  return (exchange, pointer) => {
    const key = keyOf(exchange)
    if (key === undefined) return undefined
    const asked = () => new Set(pointers.get(key)?.map(({ at }) => at))
    return getOrInsert(counts, key, () => countsIn(storedBytes(key, bodies), asked())).get(pointer)
  }
}

function countsIn(body: Buffer | undefined, pointers: ReadonlySet<string>): Map<string, number> {
  if (!body || holdsTooMuch(body) || pointers.size === 0) return new Map()
  noteLeft(weightOf(body))
  const value = jsonValue(body.toString('utf8'))
  return new Map([...pointers].map((pointer) => [pointer, countAt(value, pointerSteps(pointer))]))
}

function countAt(value: unknown, [step, ...rest]: readonly string[]): number {
  if (step === undefined) return 1
  if (Array.isArray(value)) return value.reduce((sum: number, element) => sum + countAt(element, rest), 0)
  if (!isObject(value)) return 0
  if (rest.length === 0) return 1
  return Object.hasOwn(value, step) ? countAt(value[step], rest) : 0
}
