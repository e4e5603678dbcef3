import type { Operation, Schema } from '../contracts/contract.ts'
import { expectation, fieldName, inputAt } from '../contracts/fields.ts'
import { innerValues, isNumeric } from '../contracts/schemas/schema-parts.ts'
import { brokenBound, hasFormat, hasType } from '../contracts/schemas/violations.ts'
import { jsonType } from '../text/json/json-type.ts'
import { isObject } from '../text/json/pointer.ts'
import { isNoValue } from '../text/no-value.ts'

export interface ValueFault {
  readonly words: string
  /** What was expected, if that is less than its whole schema. */
  readonly expected?: string
}

type Input = Pick<Operation['parameters'][number], 'name' | 'schema'>

/** What is wrong with a value that is sent as text, as in a query or a header. */
export function textFault(operation: Operation, input: Input, text: string): ValueFault | undefined {
  if (isNoValue(text)) return { words: 'no value' }
  if (!isNumeric(input.schema)) return inputFault(operation, input, text)
  return /^-?\d+(\.\d+)?$/.test(text) ? inputFault(operation, input, Number(text)) : { words: 'not a number' }
}

export function inputFault(operation: Operation, { name, schema }: Input, value: unknown): ValueFault | undefined {
  return valueFault(schema, value) ?? beforeFirst(operation, name, value)
}

/** A page before the first, or pages of less than one record (clause 2.4): their schemas set no bound. */
function beforeFirst({ pagination }: Operation, name: string, value: unknown): ValueFault | undefined {
  if (!pagination || typeof value !== 'number') return undefined
  const { page, size } = pagination
  const first = name === inputAt(page.request) ? page.first : name === inputAt(size.request) ? 1 : undefined
  return first !== undefined && value < first ? { words: `less than ${first}`, expected: `an integer from ${first} on` } : undefined
}

function valueFault(schema: Schema, value: unknown): ValueFault | undefined {
  if (!hasType(schema, value)) return { words: `of type ${jsonType(value)}` }
  const broken = brokenBound(schema, value)
  if (broken) return { words: `a value that ${broken}` }
  if (typeof value === 'string') return formFault(schema, value)
  const absent = isObject(value) ? schema.required?.find((name) => !Object.hasOwn(value, name)) : undefined
  if (absent !== undefined) return { words: `without ${fieldName([absent])}` }
  const inner = innerValues(schema, value).values()
  return inner.map((each) => valueFault(each.schema, each.value)).find((fault) => fault !== undefined)
}

function formFault(schema: Schema, text: string): ValueFault | undefined {
  if (!hasFormat(schema, text)) return { words: `not ${expectation(schema)}` }
  if (schema['x-case'] === 'upper' && text !== text.toUpperCase()) return { words: 'not in upper case', expected: 'upper case' }
  return isNoValue(text) ? { words: 'no value' } : undefined
}
