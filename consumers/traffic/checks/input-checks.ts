import type { Operation, RequestBody, Schema } from '../../../contracts/contract.ts'
import { expectation, fieldName, requestFields } from '../../../contracts/fields.ts'
import { innerValues } from '../../../contracts/schemas/schema-parts.ts'
import { brokenBound, hasFormat, hasType } from '../../../contracts/schemas/violations.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import { isOtherSpelling } from '../../../text/distance.ts'
import { absent, excerpt, otherSpelling } from '../../../text/excerpt.ts'
import { jsonType } from '../../../text/json/json-type.ts'
import { isObject } from '../../../text/json/pointer.ts'
import { isNoValue } from '../../../text/no-value.ts'
import { type ConsumerCheck, noFindings, requestCheck } from '../consumer-check.ts'
import { headerValues, type Sent, sentFields } from '../sent-request.ts'
import { keptBody } from './body-checks.ts'

type Parameter = Operation['parameters'][number]
type BodyField = RequestBody['fields'][number]

export function consumerInputChecks(operation: Operation): ConsumerCheck[] {
  return [
    ...operation.parameters.map((parameter) =>
      requestCheck(
        operation,
        `request.${parameter.name}`,
        `${parameter.name}: ${expectation(parameter.schema)} in the ${parameter.in}`,
        (sent) => (parameter.in === 'path' ? noFindings : parameterFindings(operation, parameter, sent)),
      ),
    ),
    ...requestFields(operation).map((field) =>
      requestCheck(operation, `request.${field.name}`, `${field.name}: ${expectation(field.schema)}`, (sent) =>
        fieldFindings(operation, field, keptBody(sent)),
      ),
    ),
  ]
}

/** Undefined if a parameter that may be left out is. */
function parameterFindings(operation: Operation, parameter: Parameter, sent: Sent): readonly Finding[] | undefined {
  const { name, in: place, required, schema } = parameter
  const at = `${place} ${name}`
  const strayed = strayedParameter(operation, parameter, sent)
  if (strayed) return [{ at, expected: `${name} in the ${place}`, actual: strayed }]
  const values = place === 'header' ? headerValues(sent, name) : sent.query.flatMap(([key, value]) => (key === name ? [value] : []))
  const [text, ...others] = values
  if (text === undefined) return required ? [{ at, expected: expectation(schema), actual: absent }] : undefined
  if (others.length > 0) return [{ at, expected: `${name} once`, actual: `${values.length} times` }]
  const fault = textFault(schema, text)
  return fault ? [{ at, expected: expectation(schema), actual: `${excerpt(text)}: ${fault.words}` }] : noFindings
}

/** Where a parameter of the query was sent instead: in the body, or under a similar name. */
function strayedParameter(operation: Operation, { name, in: place }: Parameter, sent: Sent): string | undefined {
  if (place !== 'query') return undefined
  if (!operation.body && sentFields(sent)?.[name] !== undefined) return `${name} in the body`
  const other = sent.query.map(([key]) => key).find((key) => isOtherSpelling(key, name))
  return other === undefined ? undefined : otherSpelling(other)
}

/** Undefined if the field may be left out and is, or if there are no fields at all. */
function fieldFindings(operation: Operation, { name, required, schema }: BodyField, sent: Sent): readonly Finding[] | undefined {
  const at = `/${name}`
  if (sent.query.some(([key]) => key === name)) return [{ at, expected: `${name} in the body`, actual: `${name} in the query` }]
  const fields = sentFields(sent)
  if (!fields) return undefined
  if (!Object.hasOwn(fields, name)) {
    const other = Object.keys(fields).find((key) => isOtherSpelling(key, name))
    if (other !== undefined) return [{ at, expected: name, actual: otherSpelling(other) }]
    return required ? [{ at, expected: expectation(schema), actual: absent }] : undefined
  }
  const fault = valueFault(schema, fields[name]) ?? beforeFirst(operation, at, fields[name])
  return fault ? [{ at, expected: fault.expected ?? expectation(schema), actual: excerpt(fields[name]) }] : noFindings
}

/** A page before the first, or pages of less than one record: their schemas set no bound. */
function beforeFirst({ pagination }: Operation, at: string, value: unknown): ValueFault | undefined {
  const first = pagination?.page.request === at ? pagination.page.first : pagination?.size.request === at ? 1 : undefined
  return first !== undefined && typeof value === 'number' && value < first
    ? { words: `less than ${first}`, expected: `an integer from ${first} on` }
    : undefined
}

interface ValueFault {
  readonly words: string
  /** What was expected, if that is less than its whole schema. */
  readonly expected?: string
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

/** What is wrong with a value that is sent as text, as in a query or a header. */
function textFault(schema: Schema, text: string): ValueFault | undefined {
  if (isNoValue(text)) return { words: 'no value' }
  const types = [schema.type ?? 'string'].flat()
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string')
  if (!isNumber) return valueFault(schema, text)
  return /^-?\d+(\.\d+)?$/.test(text) ? valueFault(schema, Number(text)) : { words: 'not a number' }
}

function formFault(schema: Schema, text: string): ValueFault | undefined {
  if (!hasFormat(schema, text)) return { words: `not ${expectation(schema)}` }
  if (schema['x-case'] === 'upper' && text !== text.toUpperCase()) return { words: 'not in upper case', expected: 'upper case' }
  return isNoValue(text) ? { words: 'no value' } : undefined
}
