import type { Operation, RequestBody } from '../../../contracts/contract.ts'
import { expectation, requestFields } from '../../../contracts/fields.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import { isOtherSpelling } from '../../../text/distance.ts'
import { absent, excerpt, otherSpelling } from '../../../text/excerpt.ts'
import { valuesUnder } from '../../client-request.ts'
import { inputFault, textFault } from '../../sent-value.ts'
import { type ConsumerCheck, noFindings, requestCheck } from '../consumer-check.ts'
import { type Sent, sentFields } from '../sent-request.ts'
import { keptBody } from './body-checks.ts'

type Parameter = Operation['parameters'][number]

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
  const values = valuesUnder(sent, place === 'header' ? name : `?${name}`)
  const [text, ...others] = values
  if (text === undefined) return required ? [{ at, expected: expectation(schema), actual: absent }] : undefined
  if (others.length > 0) return [{ at, expected: `${name} once`, actual: `${values.length} times` }]
  const fault = textFault(operation, parameter, text)
  return fault ? [{ at, expected: fault.expected ?? expectation(schema), actual: `${excerpt(text)}: ${fault.words}` }] : noFindings
}

/** Where a parameter of the query was sent instead: in the body, or under a similar name. */
function strayedParameter(operation: Operation, { name, in: place }: Parameter, sent: Sent): string | undefined {
  if (place !== 'query') return undefined
  if (!operation.body && sentFields(sent)?.[name] !== undefined) return `${name} in the body`
  const other = sent.query.map(([key]) => key).find((key) => isOtherSpelling(key, name))
  return other === undefined ? undefined : otherSpelling.on(other)
}

/** Undefined if the field may be left out and is, or if there are no fields at all. */
function fieldFindings(operation: Operation, field: RequestBody['fields'][number], sent: Sent): readonly Finding[] | undefined {
  const { name, required, schema } = field
  const at = `/${name}`
  if (sent.query.some(([key]) => key === name)) return [{ at, expected: `${name} in the body`, actual: `${name} in the query` }]
  const fields = sentFields(sent)
  if (!fields) return undefined
  if (!Object.hasOwn(fields, name)) {
    const other = Object.keys(fields).find((key) => isOtherSpelling(key, name))
    if (other !== undefined) return [{ at, expected: name, actual: otherSpelling.on(other) }]
    return required ? [{ at, expected: expectation(schema), actual: absent }] : undefined
  }
  const fault = inputFault(operation, field, fields[name])
  return fault ? [{ at, expected: fault.expected ?? expectation(schema), actual: `${excerpt(fields[name])}: ${fault.words}` }] : noFindings
}
