import type { Schema } from '../../contracts/contract.ts'
import { formatCalled } from '../../contracts/formats/formats.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { takesType } from '../../contracts/schemas/schema-parts.ts'
import { violations } from '../../contracts/schemas/violations.ts'
import { asWritten } from '../../text/json/as-text.ts'

/** A way to spoil a value, named so that it reads before a field: `drops data[].rank`. */
export interface ValueMutation {
  readonly id: string
  readonly title: string
  /** Undefined drops the value. */
  readonly spoil: (value: unknown) => unknown
}

/** Every fault that takes a value out of its schema: dropped, null, of another type, in a broken format, another constant. */
export function faultsOf(schema: Schema, isRequired: boolean): ValueMutation[] {
  return [...(isRequired ? [{ id: 'drops', title: 'left out', spoil: () => undefined }] : []), ...valueFaults(schema)]
}

export function valueFaults(schema: Schema): ValueMutation[] {
  const types = Object.entries(otherTypes).filter(([type]) => !takesType(schema, type))
  return [
    ...types.map(([type, spoil]) => ({ id: `as-${type}`, title: type === 'integer' ? 'an integer' : `of type ${type}`, spoil })),
    ...formatFaults(schema.format),
    ...constantFaults(schema),
    ...boundFaults(schema),
  ]
}

const otherTypes: Readonly<Record<string, (value: unknown) => unknown>> = {
  null: () => null,
  string: asWritten,
  integer: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : 7),
  number: (value) => (Number.isFinite(Number(value)) ? Math.trunc(Number(value)) + 0.5 : 1.5),
  boolean: () => true,
  array: (value) => [value ?? null],
  object: (value) => ({ value }),
}

function constantFaults(schema: Schema): ValueMutation[] {
  if (!('const' in schema)) return []
  return [{ id: 'as-other-value', title: 'with another value', spoil: () => (schema.const === 'ok' ? 'fine' : 'ok') }]
}

function boundFaults(schema: Schema): ValueMutation[] {
  return violations(schema, sample(schema))
    .filter(({ keyword }) => keyword !== 'const')
    .map(({ keyword, value, words }) => ({ id: `breaks-${keyword}`, title: `with a value that ${words}`, spoil: () => value }))
}

function formatFaults(format: string | undefined): ValueMutation[] {
  return (formatCalled(format)?.faults ?? []).map(([id, spoil]) => ({
    id: `as-${id}`,
    title: `as ${id.replaceAll('-', ' ')}`,
    spoil: (value) => spoil(String(value)),
  }))
}
