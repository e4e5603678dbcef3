import { defined } from '../../language/defined.ts'
import { DocumentError } from '../../spec/document-error.ts'
import type { StatedOperation } from '../../spec/stated.ts'
import { type Node, nodeOf, nodesOf, textOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Example, InputBound, Parameter, RequestBody, Schema, ValueSource } from '../contract.ts'
import { requestFields } from '../fields.ts'
import { essence } from '../media-type.ts'
import { composed } from '../schemas/composition.ts'
import { givenValue, sample } from '../schemas/sample.ts'
import { propertiesOf } from '../schemas/schema-parts.ts'
import { brokenBound, violations } from '../schemas/violations.ts'

/** The names of the settings that say what to ask for: an input of the same name takes its value from there. */
export type AskedSettings = ReadonlySet<string>

/** The parameters of an operation; its own stand before those of its path. @throws {DocumentError} for one in a cookie. */
export function parameters(operation: string, { item, stated }: StatedOperation, asked: AskedSettings): Parameter[] {
  const all = [...nodesOf(item['parameters']), ...nodesOf(stated['parameters'])]
  const last = new Map(all.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each]))
  return [...last.values()].map((each) => {
    if (each['in'] === 'cookie')
      throw new DocumentError(
        `${operation}: the parameter ${String(each['name'])} is a cookie, which is not supported: expected in: query, path or header.`,
      )
    return parameter(operation, each, asked)
  })
}

/** The body of an operation's requests, its first media type, field by field. */
export function requestBody(operation: string, stated: StatedOperation['stated'], asked: AskedSettings): RequestBody | undefined {
  const body = stated['requestBody']
  if (!isObject(body)) return undefined
  const [mediaType, media] = Object.entries(nodeOf(body['content']))[0] ?? ['application/json', {}]
  const schema = composed(nodeOf(nodeOf(media)['schema']) as Schema)
  const example = examples(nodeOf(media))[0]?.value
  const fields = propertiesOf(schema).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: property,
    value: valueSource({ operation, name, schema: property, example: nodeOf(example)[name] }, asked),
  }))
  return defined({ mediaType: essence(mediaType), required: body['required'] === true, schema, fields, example })
}

export function examples(holder: Node): Example[] {
  const named = Object.entries(nodeOf(holder['examples'])).map(([name, stated]) => {
    return { name, summary: textOf(nodeOf(stated)['summary']) ?? name, value: nodeOf(stated)['value'] }
  })
  const single = named.length === 0 && holder['example'] !== undefined
  return single ? [{ name: 'example', summary: 'An example', value: holder['example'] }] : named
}

/**
 * What the document demands of the inputs: each bound, and that what is required is there. Of an operation that moves money
 * nothing is left out of the body, as no request of it is sent that could be registered as something else.
 */
export function bounds(inputs: readonly Parameter[], body: RequestBody | undefined, movesMoney: boolean): InputBound[] {
  const fields = requestFields({ body }).map((field) => ({ ...field, in: 'body' as const }))
  return [...inputs, ...fields].flatMap(({ name, required, schema, value, in: place }) => {
    const isLeftOut = required && place !== 'path' && !(place === 'body' && movesMoney)
    const right = 'value' in value ? (value.value ?? sample(schema)) : sample(schema)
    const broken = violations(schema, right).filter((violation) => place !== 'path' || violation.value !== '')
    return [
      ...(isLeftOut ? [{ input: name, keyword: 'required', words: 'is left out' }] : []),
      ...broken.map(({ keyword, value, words }) => ({ input: name, keyword, value, words })),
    ]
  })
}

function parameter(operation: string, stated: Node, asked: AskedSettings): Parameter {
  const [media] = Object.values(nodeOf(stated['content']))
  const schema = composed(nodeOf(stated['schema'] ?? nodeOf(media)['schema']) as Schema)
  const name = String(stated['name'])
  const required = stated['required'] === true || stated['in'] === 'path'
  const input = { operation, name, schema, setting: stated['x-setting'], example: examples(stated)[0]?.value, mayBeLeftOut: !required }
  return { name, in: stated['in'] as Parameter['in'], required, schema, value: valueSource(input, asked) }
}

interface StatedInput {
  readonly operation: string
  readonly name: string
  readonly schema: Schema
  readonly setting?: unknown
  readonly example: unknown
  readonly mayBeLeftOut?: boolean
}

/** A setting, else the document's default or example, else the setting of that name, else the plainest value, or none if it may be left out. */
function valueSource(
  { operation, name, schema, setting = schema['x-setting'], example, mayBeLeftOut }: StatedInput,
  asked: AskedSettings,
): ValueSource {
  if (typeof setting === 'string') return { setting }
  const given = [schema.const, schema['x-sends'], schema.default, example, givenValue(schema)]
  const value = given.find((candidate) => candidate !== undefined && brokenBound(schema, candidate) === undefined)
  if (value !== undefined) return { value }
  if (asked.has(name)) return { setting: name }
  if (mayBeLeftOut) return { value: undefined }
  const made = sample(schema)
  const broken = brokenBound(schema, made)
  if (broken)
    throw new DocumentError(`${operation}: no value could be made for ${name}: ${JSON.stringify(made)} ${broken}. Give it an example.`)
  return { value: made }
}
