import type { Field, Schema } from '../../contracts/contract.ts'
import type { Validators } from '../../contracts/schemas/validator.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { excerpt } from '../../text/excerpt.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { ReceivedResponse } from '../exchange.ts'
import { type Finding, findingAt } from '../judging/outcome.ts'
import { jsonOf } from './body.ts'
import { countObjects } from './place.ts'
import { type Faults, findFaults } from './shape-faults.ts'

export interface FieldShape {
  /** How many places the body has for the field; none if nothing is proven of it, as by an empty list of its records. */
  readonly of: number
  readonly findings: readonly Finding[]
}

/** What a body should be: the success of an operation, or a form of its refusals. */
interface ExpectedBody {
  /** The name of its validators. */
  readonly id: string
  readonly schema?: Schema
  readonly fields: readonly Field[]
}

export type Shapes = (form: ExpectedBody, field: Field, response: ReceivedResponse) => FieldShape

/** What is known of a body once it was validated; the body itself is no longer needed. */
interface BodyShape {
  readonly faults: Faults
  /** How many places it has for each field, by name. */
  readonly places: ReadonlyMap<string, number>
  /** An excerpt of the body, where it should be an object and is not. */
  readonly misshapen: string | undefined
}

/** Validates each body once, however many fields are asked about. @throws where there is no validator for a form. */
export function createShapes(validators: Validators): Shapes {
  const known = new Map<string, WeakMap<Buffer, BodyShape>>()
  const shapeOf = (form: ExpectedBody, response: ReceivedResponse): BodyShape => {
    const ofForm = getOrInsert(known, form.id, () => new WeakMap<Buffer, BodyShape>())
    return getOrInsert(ofForm, response.body, () => bodyShape(validators, form, jsonOf(response).value))
  }
  return (form, field, response) => {
    const { faults, places, misshapen } = shapeOf(form, response)
    if (misshapen !== undefined && field.path.length === 1)
      return { of: 1, findings: [{ at: 'body', expected: 'an object', actual: misshapen }] }
    return { of: places.get(nameOf(field)) ?? 0, findings: findingsOf(field, faults) }
  }
}

function bodyShape(validators: Validators, { id, schema, fields }: ExpectedBody, value: unknown): BodyShape {
  const parts = validators.get(id)
  if (!parts) throw new Error(`There is no validator for ${id}: the contract and its validators were not made from one document.`)
  const isMisshapen = schema?.properties !== undefined && !isObject(value) && !(value === null && schema.type?.includes('null'))
  return {
    faults: findFaults(parts, new Set(fields.map(nameOf)), value),
    places: placesOf(fields, value),
    misshapen: isMisshapen ? excerpt(value) : undefined,
  }
}

/** How many places a body has for each field: the objects that should have it, counted once for a record's fields. The body is one itself. */
function placesOf(fields: readonly Field[], value: unknown): Map<string, number> {
  const counted = new Map<string, number>()
  const objectsAt = (path: readonly string[]) => getOrInsert(counted, path.join('/'), () => countObjects(value, path))
  return new Map(fields.map((field) => [nameOf(field), field.path.length === 0 ? 1 : objectsAt(field.path.slice(0, -1))]))
}

function nameOf({ path }: Field): string {
  return path.join('/')
}

function findingsOf(field: Field, faults: Faults): Finding[] {
  const kinds = [...(faults.get(nameOf(field))?.values() ?? [])]
  return kinds.map(({ actual, count, places }) => findingAt(places, { expected: field.expected, actual }, count))
}
