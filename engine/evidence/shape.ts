import type { Field, Schema } from '../../contracts/contract.ts'
import type { Validators } from '../../contracts/validators.ts'
import { defined } from '../../spec/defined.ts'
import { isObject } from '../../spec/pointer.ts'
import type { ReceivedResponse } from '../exchange.ts'
import type { Finding } from '../outcome.ts'
import { jsonOf } from './body.ts'
import { excerpt } from './excerpt.ts'
import { hasPlace } from './place.ts'
import { type Faults, findFaults } from './shape-faults.ts'

/** How one field was judged in one body. */
export interface FieldShape {
  /** False where the body holds no place for the field: an empty list proves nothing of its records. */
  readonly judged: boolean
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
    const { faults, places, misshapen } = shapeOf(form, response)
    return {
      judged: misshapen !== undefined || places.has(nameOf(field)),
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
    places: new Set(fields.filter(({ path }) => path.length === 0 || hasPlace(value, path)).map(nameOf)),
    misshapen: isMisshapen ? excerpt(value) : undefined,
  })
}

function nameOf({ path }: Field): string {
  return path.join('/')
}

function findingsOf(field: Field, faults: Faults): Finding[] {
  return [...(faults.get(nameOf(field))?.values() ?? [])].map(({ actual, count, places }) => ({
    at: places[0] ?? '',
    expected: field.expected,
    actual,
    ...(count > 1 && { count, places }),
  }))
}

function bodyFault(field: Field, actual: string): Finding {
  return { at: '', expected: `an object with ${field.path[0]}`, actual }
}
