import type { Field, Schema } from '../../contracts/contract.ts'
import type { PartValidator, Validators } from '../../contracts/validators.ts'
import type { ReceivedResponse } from '../exchange.ts'
import type { Finding } from '../outcome.ts'
import { jsonOf } from './body.ts'
import { excerpt } from './excerpt.ts'
import { hasPlace, isObject } from './place.ts'
import { type Faults, findFaults } from './shape-faults.ts'

/** How one field fared in one body. */
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

/** Tells how a field fared in a body. */
export type Shapes = (form: Form, field: Field, response: ReceivedResponse) => FieldShape

/** Validates each body once, however many fields are asked about. */
export function createShapes(validators: Validators): Shapes {
  const known = new WeakMap<ReceivedResponse, Faults>()
  return ({ id, schema, fields }, field, response) => {
    const { value } = jsonOf(response)
    const names = () => new Set(fields.map(({ path }) => path.join('/')))
    const faults = known.get(response) ?? findFaults(validatorsOf(validators, id), names(), value)
    known.set(response, faults)
    const misshapen = schema?.properties !== undefined && !isObject(value) && !(value === null && schema.type?.includes('null'))
    return {
      judged: misshapen || field.path.length === 0 || hasPlace(value, field.path),
      findings: misshapen && field.path.length === 1 ? [bodyFault(field, value)] : findingsOf(field, faults),
    }
  }
}

/** A body that nothing judges would pass for a right one. */
function validatorsOf(validators: Validators, id: string): readonly PartValidator[] {
  const found = validators.get(id)
  if (!found) throw new Error(`There is no validator for ${id}: the contract and its validators were not made from one document.`)
  return found
}

function findingsOf(field: Field, faults: Faults): Finding[] {
  return [...(faults.get(field.path.join('/'))?.values() ?? [])].map(({ actual, count, places }) => ({
    at: places[0] ?? '',
    expected: field.expected,
    actual,
    ...(count > 1 && { count, places }),
  }))
}

function bodyFault(field: Field, body: unknown): Finding {
  return { at: '', expected: `an object with ${field.path[0]}`, actual: excerpt(body) }
}
