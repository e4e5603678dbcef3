import type { Field, Schema } from '../../contracts/contract.ts'
import type { Validators } from '../../contracts/validators.ts'
import { defined } from '../../spec/defined.ts'
import { isObject } from '../../spec/pointer.ts'
import type { ReceivedResponse } from '../exchange.ts'
import { type Finding, findingAt } from '../outcome.ts'
import { jsonOf } from './body.ts'
import { excerpt } from './excerpt.ts'
import { countPlaces, hasPlace } from './place.ts'
import { type Faults, findFaults } from './shape-faults.ts'

/** How one field was judged in one body. */
export interface FieldShape {
  /** False where the body holds no place for the field: an empty list proves nothing of its records. */
  readonly judged: boolean
  /** How many places the body has for the field. */
  readonly of: number
  readonly findings: readonly Finding[]
}

/** What a body should be: the success of an operation, or a form of its refusals. */
export interface Form {
  /** The name of its validators. */
  readonly id: string
  readonly schema?: Schema
  readonly fields: readonly Field[]
}

/** Tells how a field is judged in a body. */
export type Shapes = (form: Form, field: Field, response: ReceivedResponse) => FieldShape

/** What is known of a body once it was validated; the body itself is no longer needed. */
interface BodyShape {
  readonly faults: Faults
  /** The names of the fields that it has a place for. */
  readonly places: ReadonlySet<string>
  /** How many those are. */
  readonly counts: ReadonlyMap<string, number>
  /** An excerpt of the body, where it should be an object and is not. */
  readonly misshapen?: string
}

/** Validates each body once, however many fields are asked about. @throws where there is no validator for a form. */
export function createShapes(validators: Validators): Shapes {
  const known = new Map<string, WeakMap<Buffer, BodyShape>>()
  const shapeOf = (form: Form, response: ReceivedResponse): BodyShape => {
    const ofForm = known.get(form.id) ?? new WeakMap<Buffer, BodyShape>()
    known.set(form.id, ofForm)
    const shape = ofForm.get(response.body) ?? bodyShape(validators, form, jsonOf(response).value)
    ofForm.set(response.body, shape)
    return shape
  }
  return (form, field, response) => {
    const { faults, places, counts, misshapen } = shapeOf(form, response)
    return {
      judged: misshapen !== undefined || places.has(nameOf(field)),
      of: counts.get(nameOf(field)) ?? 0,
      findings: misshapen !== undefined && field.path.length === 1 ? [bodyFault(field, misshapen)] : findingsOf(field, faults),
    }
  }
}

function bodyShape(validators: Validators, { id, schema, fields }: Form, value: unknown): BodyShape {
  const parts = validators.get(id)
  if (!parts) throw new Error(`There is no validator for ${id}: the contract and its validators were not made from one document.`)
  const isMisshapen = schema?.properties !== undefined && !isObject(value) && !(value === null && schema.type?.includes('null'))
  return defined({
    faults: findFaults(parts, new Set(fields.map(nameOf)), value),
    counts: countsOf(fields, value),
    places: new Set(fields.filter(({ path }) => path.length === 0 || hasPlace(value, path)).map(nameOf)),
    misshapen: isMisshapen ? excerpt(value) : undefined,
  })
}

/** How many places a body has for each field: those of one record are counted once. */
function countsOf(fields: readonly Field[], value: unknown): Map<string, number> {
  const counted = new Map<string, number>()
  return new Map(
    fields.map((field) => {
      const record = [...field.path.slice(0, -1), field.path.at(-1) === '*' ? '*' : ''].join('/')
      const count = counted.get(record) ?? countPlaces(value, field.path)
      counted.set(record, count)
      return [nameOf(field), count]
    }),
  )
}

function nameOf({ path }: Field): string {
  return path.join('/')
}

function findingsOf(field: Field, faults: Faults): Finding[] {
  const kinds = [...(faults.get(nameOf(field))?.values() ?? [])]
  return kinds.map(({ actual, count, places }) => findingAt(places, { expected: field.expected, actual }, count))
}

function bodyFault(field: Field, actual: string): Finding {
  return { at: '', expected: `an object with ${field.path[0]}`, actual }
}
