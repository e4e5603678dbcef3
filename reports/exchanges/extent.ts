import { jsonValue } from '../../spec/json/json-text.ts'
import type { Report } from '../report.ts'
import { storedBytes } from './stored-bodies.ts'

/** How many places there are of the kind that a JSON pointer names: with `/data/3/rank`, how many elements `data` has. */
export type Extents = (exchange: string | undefined, pointer: string) => number | undefined

const longest = 4 << 20

/** Counts places in the answers of a report; each body is parsed once. */
export function extentsOf({ exchanges, bodies }: Report): Extents {
  const keys = new Map(exchanges.map(({ id, response }) => [id, response?.body]))
  const parsed = new Map<string, unknown>()
  return (exchange, pointer) => {
    const key = exchange === undefined ? undefined : keys.get(exchange)
    const body = storedBytes(key, bodies)
    if (key === undefined || !body || !/\/\d+(\/|$)/.test(pointer)) return undefined
    if (!parsed.has(key)) parsed.set(key, body.length > longest ? undefined : jsonValue(body.toString('utf8')))
    return countAt(parsed.get(key), pointer.split('/').slice(1))
  }
}

function countAt(value: unknown, [step, ...rest]: readonly string[]): number {
  if (step === undefined) return 1
  if (Array.isArray(value)) return value.reduce((sum: number, element) => sum + countAt(element, rest), 0)
  if (typeof value !== 'object' || value === null) return 0
  if (rest.length === 0) return 1
  return Object.hasOwn(value, step) ? countAt((value as Record<string, unknown>)[step], rest) : 0
}
