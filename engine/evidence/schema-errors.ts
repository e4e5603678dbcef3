import type { SchemaError, Validate } from '../../contracts/schemas/validator.ts'
import { pointerStep, pointerSteps } from '../../spec/json/pointer.ts'

/** How many elements of one list are validated at once: for each fault a validator makes an object of its own. */
const atOnce = 20_000

/** Lists that stand deeper are validated whole. */
const deepest = 8

/**
 * What is wrong with a value. Of a list of more than 20,000 elements only the first part with a fault is told: all at once would fill
 * the memory, and one fault is as good as a million.
 */
export function schemaErrors(validate: Validate, value: unknown): Iterable<SchemaError> {
  if (hasLongList(value)) return errorsInParts(validate, value)
  return validate(value) ? [] : (validate.errors ?? [])
}

function* errorsInParts(validate: Validate, value: unknown): Iterable<SchemaError> {
  const faulty = new Set<string>()
  for (const [at, list] of longLists(value)) {
    const errors = firstErrors(validate, value, at, list)
    if (errors.length > 0) faulty.add(at)
    yield* errors
  }
  if (validate(withLists(value, (list, at) => (faulty.has(at) ? [] : list)))) return
  for (const error of validate.errors ?? [])
    if (![...faulty].some((at) => error.instancePath === at || error.instancePath.startsWith(`${at}/`))) yield error
}

/** The faults of the first part of a list that has any, each where it stands in the whole list. */
function firstErrors(validate: Validate, value: unknown, own: string, whole: readonly unknown[]): SchemaError[] {
  for (let from = 0; from < whole.length; from += atOnce) {
    const part = withLists(value, (list, at) => (at === own ? list.slice(from, from + atOnce) : []))
    const errors = validate(part) ? [] : (validate.errors ?? []).filter(({ instancePath }) => instancePath.startsWith(`${own}/`))
    if (errors.length > 0) return errors.map((error) => moved(error, own, from))
  }
  return []
}

function moved(error: SchemaError, at: string, from: number): SchemaError {
  const [index = '', ...rest] = pointerSteps(error.instancePath.slice(at.length))
  return { ...error, instancePath: [at, Number(index) + from, ...rest.map(pointerStep)].join('/') }
}

/** Asked of every record, so that it makes no object of its own. */
function hasLongList(value: unknown, depth = 0): boolean {
  if (Array.isArray(value)) return value.length > atOnce
  if (typeof value !== 'object' || value === null || depth >= deepest) return false
  for (const key in value) {
    const member: unknown = value[key as keyof typeof value]
    if (typeof member === 'object' && hasLongList(member, depth + 1)) return true
  }
  return false
}

function longLists(value: unknown): Map<string, readonly unknown[]> {
  const found = new Map<string, readonly unknown[]>()
  withLists(value, (list, at) => {
    found.set(at, list)
    return list
  })
  return found
}

/** The value with other lists for its long ones. */
function withLists(value: unknown, other: (list: readonly unknown[], at: string) => readonly unknown[], at = '', depth = 0): unknown {
  if (Array.isArray(value)) return value.length > atOnce ? other(value, at) : value
  if (typeof value !== 'object' || value === null || depth >= deepest) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withLists(member, other, `${at}/${pointerStep(key)}`, depth + 1)]),
  )
}
