import type { PartValidator, SchemaError } from '../../contracts/schemas/validator.ts'
import { excerpt } from '../../spec/excerpt.ts'
import { pointerStep, pointerSteps, valueAtPointer } from '../../spec/json/pointer.ts'
import { namedPlaces } from '../judging/outcome.ts'
import { placesAt } from './place.ts'
import { schemaErrors } from './schema-errors.ts'

/** One kind of fault in one field: how often, and where first. */
interface Fault {
  readonly actual: string
  readonly count: number
  /** JSON pointers to the first ten places. */
  readonly places: readonly string[]
}

/** The faults of a body: by field (its path joined by `/`), then by the keyword that is violated. */
export type Faults = ReadonlyMap<string, ReadonlyMap<string, Fault>>

/** Validates a body record by record and counts faults by field, so that hundreds of thousands of faults take no more room than one. */
export function findFaults(parts: readonly PartValidator[], fields: ReadonlySet<string>, body: unknown): Faults {
  const tally = createTally(fields)
  for (const { path, validate } of parts) {
    const note = tally.within(path)
    for (const { pointer, value } of placesAt(body, path)) {
      for (const error of schemaErrors(validate, value)) note(error, pointer, value)
    }
  }
  return tally.faults
}

interface Counted {
  readonly actual: string
  count: number
  readonly places: string[]
}

interface Tally {
  readonly faults: ReadonlyMap<string, ReadonlyMap<string, Counted>>
  within(path: readonly string[]): (error: SchemaError, pointer: string, value: unknown) => void
}

function createTally(fields: ReadonlySet<string>): Tally {
  const faults = new Map<string, Map<string, Counted>>()
  const kindsOf = (field: string | undefined) => {
    if (field === undefined) return undefined
    const kinds = faults.get(field) ?? new Map<string, Counted>()
    faults.set(field, kinds)
    return kinds
  }
  return {
    faults,
    within: (path) => {
      const known = new Map<string, Map<string, Counted> | undefined>()
      return (error, pointer, value) => {
        const at = placeOf(error)
        if (!known.has(at)) remember(known, at, kindsOf(nearest(fields, [...path, ...pointerSteps(at)])))
        const kinds = known.get(at)
        const fault = kinds?.get(error.keyword)
        if (fault) count(fault, pointer + at)
        else kinds?.set(error.keyword, { actual: excerpt(valueAtPointer(value, at)), count: 1, places: [pointer + at] })
      }
    },
  }
}

/** Remembers a value for a place; records of one shape have few places, and where there are too many it starts again. */
function remember<Value>(known: Map<string, Value>, at: string, value: Value): void {
  if (known.size >= 1000) known.clear()
  known.set(at, value)
}

function count(fault: Counted, place: string): void {
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
