import type { PartValidator, SchemaError, Validate } from '../../contracts/schemas/validator.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { distanceWithin, isOtherSpelling } from '../../text/distance.ts'
import { excerpt, otherPlace, otherSpelling } from '../../text/excerpt.ts'
import { isObject, pointerStep, pointerSteps, valueAtPointer } from '../../text/json/pointer.ts'
import { namedPlaces } from '../judging/outcome.ts'
import { type Place, placesAt } from './place.ts'

/** One kind of fault in one field: how often, and where first. */
interface Fault {
  readonly actual: string
  count: number
  /** JSON pointers to the first ten places. */
  readonly places: string[]
}

/** The faults of a body: by field (its path joined by `/`), then by the keyword that is violated. */
export type Faults = ReadonlyMap<string, ReadonlyMap<string, Readonly<Fault>>>

/** Validates a body record by record and counts faults by field, so that hundreds of thousands of faults take no more room than one. */
export function findFaults(parts: readonly PartValidator[], fields: ReadonlySet<string>, body: unknown): Faults {
  const faults = new Map<string, Map<string, Fault>>()
  for (const { path, validate } of parts) {
    const kindsAt = new Map<string, Map<string, Fault> | undefined>()
    for (const record of placesAt(body, path)) {
      for (const error of schemaErrors(validate, record.value)) {
        const at = placeOf(error)
        if (!kindsAt.has(at)) remember(kindsAt, at, kindsOf(faults, nearest(fields, [...path, ...pointerSteps(at)])))
        const kinds = kindsAt.get(at)
        const fault = kinds?.get(error.keyword)
        const place = record.pointer + at
        if (fault) count(fault, place)
        else kinds?.set(error.keyword, { actual: shownAt(record, at, [...path, ...pointerSteps(at)], fields), count: 1, places: [place] })
      }
    }
  }
  return faults
}

function kindsOf(faults: Map<string, Map<string, Fault>>, field: string | undefined): Map<string, Fault> | undefined {
  return field === undefined ? undefined : getOrInsert(faults, field, () => new Map<string, Fault>())
}

/** What stands at a place: for a field that is missing, the same under a name like its own that is no field, or within such a member. */
function shownAt({ pointer, value }: Place, at: string, path: readonly string[], fields: ReadonlySet<string>): string {
  const own = valueAtPointer(value, at)
  const outer = at.slice(0, at.lastIndexOf('/'))
  const holder = own === undefined ? valueAtPointer(value, outer) : undefined
  const [within, name = ''] = [path.slice(0, -1), path.at(-1)]
  const isField = (key: string) => nearest(fields, [...within, key]) !== nearest(fields, within)
  const keys = isObject(holder) ? Object.keys(holder).slice(0, mostKeys) : []
  const other = keys.find((key) => isLike(key, name) && !isField(key))
  if (other !== undefined) return otherSpelling.on(other)
  const isStated = (key: string) => fields.has([...within, key, name].join('/'))
  const around = keys.find((key) => !isStated(key) && isObject(holder) && isObject(holder[key]) && Object.hasOwn(holder[key], name))
  return around === undefined ? excerpt(own) : otherPlace.on(`${pointer}${outer}/${pointerStep(around)}/${pointerStep(name)}`)
}

/** A record has few; a stranger's object may have any number. */
const mostKeys = 1000

function isLike(key: string, name: string): boolean {
  return isOtherSpelling(key, name) || (name.length > 4 && distanceWithin(1, key, name) !== undefined)
}

/** Remembers a value for a place; records of one shape have few places, and where there are too many it starts again. */
function remember<Value>(known: Map<string, Value>, at: string, value: Value): void {
  if (known.size >= 1000) known.clear()
  known.set(at, value)
}

function count(fault: Fault, place: string): void {
  fault.count += 1
  if (fault.places.length < namedPlaces) fault.places.push(place)
}

/** The place of a violation; for a missing property, the place where it should be. */
function placeOf({ instancePath, keyword, params }: SchemaError): string {
  return keyword === 'required' ? `${instancePath}/${pointerStep(String(params['missingProperty']))}` : instancePath
}

/** The field that a fault belongs to: elements of a list belong to the list. */
function nearest(fields: ReadonlySet<string>, path: readonly string[]): string | undefined {
  const general = path.map((step, index) => (/^\d+$/.test(step) && !fields.has(path.slice(0, index + 1).join('/')) ? '*' : step))
  for (let length = general.length; length > 0; length -= 1) {
    const name = general.slice(0, length).join('/')
    if (fields.has(name)) return name
  }
  return fields.has('') ? '' : undefined
}

/** How many elements of one list are validated at once: for each fault a validator makes an object of its own. */
const atOnce = 20_000

/** Lists that stand deeper are validated whole. */
const deepest = 8

/**
 * What is wrong with a value. Of a list of more than 20,000 elements only the first part with a fault is told: all at once would fill
 * the memory, and one fault is as good as a million.
 */
function schemaErrors(validate: Validate, value: unknown): Iterable<SchemaError> {
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

function withLists(value: unknown, other: (list: readonly unknown[], at: string) => readonly unknown[], at = '', depth = 0): unknown {
  if (Array.isArray(value)) return value.length > atOnce ? other(value, at) : value
  if (typeof value !== 'object' || value === null || depth >= deepest) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withLists(member, other, `${at}/${pointerStep(key)}`, depth + 1)]),
  )
}
