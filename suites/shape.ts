import type { Field, Operation } from '../contracts/contract.ts'
import type { PartValidator, SchemaError, Validators } from '../contracts/validators.ts'
import { jsonOf } from './body.ts'
import { excerpt } from './excerpt.ts'
import type { ReceivedResponse } from './exchange.ts'
import type { Finding } from './outcome.ts'

/** How one field fared in one body. */
export interface FieldShape {
  /** False where the body holds no place for the field: an empty list proves nothing of its records. */
  readonly judged: boolean
  readonly findings: readonly Finding[]
}

/** Tells how a field fared in the body of a success. */
export type Shapes = (operation: Operation, field: Field, response: ReceivedResponse) => FieldShape

/** How many places of one kind of fault are named. */
const namedPlaces = 10

/** Validates each body once, however many fields are asked about. */
export function createShapes(validators: Validators): Shapes {
  const known = new WeakMap<ReceivedResponse, Faults>()
  return (operation, field, response) => {
    const { value } = jsonOf(response)
    const faults = known.get(response) ?? findFaults(validators.get(operation.id) ?? [], operation, value)
    known.set(response, faults)
    return {
      judged: faults.notAnObject || hasPlace(value, field.path),
      findings: faults.notAnObject && field.path.length === 1 ? [bodyFault(field, value)] : findingsOf(field, faults),
    }
  }
}

interface Fault {
  readonly actual: string
  count: number
  readonly places: string[]
}

interface Faults {
  readonly notAnObject: boolean
  /** By field, then by the kind of fault. */
  readonly byField: Map<string, Map<string, Fault>>
}

function findFaults(parts: readonly PartValidator[], operation: Operation, body: unknown): Faults {
  const byField: Faults['byField'] = new Map()
  const names = new Set(operation.success.fields.map(({ path }) => path.join('/')))
  for (const { path, validate } of parts) {
    for (const { pointer, value } of placesAt(body, path)) {
      if (!validate(value)) for (const error of validate.errors ?? []) note(byField, names, path, pointer, value, error)
    }
  }
  const notAnObject =
    operation.success.schema.properties !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))
  return { notAnObject, byField }
}

function note(
  byField: Faults['byField'],
  names: ReadonlySet<string>,
  path: readonly string[],
  pointer: string,
  value: unknown,
  { instancePath, keyword, params }: SchemaError,
): void {
  const steps = instancePath.split('/').slice(1).map(plainStep)
  const missing = keyword === 'required' ? [String(params['missingProperty'])] : []
  const field = nearest(names, [...path, ...steps, ...missing])
  if (field === undefined) return
  const place = `${pointer}${instancePath}${missing.map((name) => `/${pointerStep(name)}`).join('')}`
  const kinds = byField.get(field) ?? new Map<string, Fault>()
  byField.set(field, kinds)
  const fault = kinds.get(keyword)
  if (!fault) kinds.set(keyword, { actual: excerpt(valueAt(value, [...steps, ...missing])), count: 1, places: [place] })
  else {
    fault.count += 1
    if (fault.places.length < namedPlaces) fault.places.push(place)
  }
}

/** The field that a fault belongs to: elements of a list belong to the list. */
function nearest(names: ReadonlySet<string>, path: readonly string[]): string | undefined {
  const general = path.map((step, index) => (/^\d+$/.test(step) && !names.has(path.slice(0, index + 1).join('/')) ? '*' : step))
  for (let length = general.length; length > 0; length -= 1) {
    const name = general.slice(0, length).join('/')
    if (names.has(name)) return name
  }
  return undefined
}

function findingsOf(field: Field, { byField }: Faults): Finding[] {
  return [...(byField.get(field.path.join('/'))?.values() ?? [])].map(({ actual, count, places }) => ({
    at: places[0] ?? '',
    expected: field.expected,
    actual,
    ...(count > 1 && { count, places }),
  }))
}

function bodyFault(field: Field, body: unknown): Finding {
  return { at: '', expected: `an object with ${field.path[0]}`, actual: excerpt(body) }
}

interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** The values at a path, `*` any element. */
function* placesAt(value: unknown, path: readonly string[], pointer = ''): Generator<Place> {
  const [step, ...rest] = path
  if (step === undefined) yield { pointer, value }
  else if (step !== '*') {
    const next = valueAt(value, [step])
    if (next !== undefined) yield* placesAt(next, rest, `${pointer}/${pointerStep(step)}`)
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* placesAt(element, rest, `${pointer}/${index}`)
  }
}

/** True where the body holds an object that the field should stand in. */
function hasPlace(body: unknown, path: readonly string[]): boolean {
  for (const { value } of placesAt(body, path.slice(0, -1)))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true
  return false
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (within, step) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, step) ? (within as Record<string, unknown>)[step] : undefined,
    value,
  )
}

function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

function plainStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
