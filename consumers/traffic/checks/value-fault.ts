import type { Schema } from '../../../contracts/contract.ts'
import { expectation, fieldName } from '../../../contracts/fields.ts'
import { formatCalled } from '../../../contracts/formats/formats.ts'
import { brokenBound } from '../../../contracts/schemas/violations.ts'
import { jsonType } from '../../../spec/json/json-type.ts'
import { isObject } from '../../../spec/json/pointer.ts'
import { isNoValue } from '../../../spec/no-value.ts'

export interface ValueFault {
  readonly words: string
  /** What was expected, if that is less than its whole schema. */
  readonly expected?: string
}

export function valueFault(schema: Schema, value: unknown): ValueFault | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const type = jsonType(value)
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return { words: `of type ${type}` }
  const broken = brokenBound(schema, value)
  if (broken) return { words: `a value that ${broken}` }
  if (Array.isArray(value)) return schema.items && elementFault(schema.items, value)
  if (isObject(value)) return memberFault(schema, value)
  return typeof value === 'string' ? formFault(schema, value) : undefined
}

/** What is wrong with a value that is sent as text, as in a query or a header. */
export function textFault(schema: Schema, text: string): ValueFault | undefined {
  if (isNoValue(text)) return { words: 'no value' }
  const types = [schema.type ?? 'string'].flat()
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string')
  if (!isNumber) return valueFault(schema, text)
  return /^-?\d+(\.\d+)?$/.test(text) ? valueFault(schema, Number(text)) : { words: 'not a number' }
}

function formFault(schema: Schema, text: string): ValueFault | undefined {
  const isRight = formatCalled(schema.format)?.isValid
  if (isRight && !isRight(text)) return { words: `not ${expectation(schema)}` }
  if (schema['x-case'] === 'upper' && text !== text.toUpperCase()) return { words: 'not in upper case', expected: 'upper case' }
  return isNoValue(text) ? { words: 'no value' } : undefined
}

function elementFault(items: Schema, elements: readonly unknown[]): ValueFault | undefined {
  return firstOf(elements.values().map((element) => valueFault(items, element)))
}

function memberFault({ properties = {}, required = [] }: Schema, members: Readonly<Record<string, unknown>>): ValueFault | undefined {
  const absent = required.find((name) => !Object.hasOwn(members, name))
  if (absent !== undefined) return { words: `without ${fieldName([absent])}` }
  const present = Object.entries(properties).filter(([name]) => Object.hasOwn(members, name))
  return firstOf(present.values().map(([name, property]) => valueFault(property, members[name])))
}

function firstOf(faults: IteratorObject<ValueFault | undefined>): ValueFault | undefined {
  return faults.find((fault) => fault !== undefined)
}
