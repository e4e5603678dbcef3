import { defined } from '../../language/defined.ts'
import type { StatedOperation } from '../../spec/stated.ts'
import { type Node, nodeOf, nodesOf, textOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Example, InputBound, Parameter, RefusalForm, Refusals, RequestBody, Schema, ValueSource } from '../contract.ts'
import { requestFields, responseFields } from '../fields.ts'
import { essence } from '../media-type.ts'
import { composed } from '../schemas/composition.ts'
import { givenValue, sample } from '../schemas/sample.ts'
import { propertiesOf } from '../schemas/schema-parts.ts'
import { brokenBound, violations } from '../schemas/violations.ts'
import { isDenial, isOfWrongInput } from '../statuses.ts'
import { DerivationError } from './derivation-error.ts'

/** The names of the settings that say what to ask for: an input of the same name takes its value from there. */
export type AskedSettings = ReadonlySet<string>

/** The parameters of an operation; its own stand before those of its path. @throws {DerivationError} for one in a cookie. */
export function parameters(operation: string, { item, stated }: StatedOperation, asked: AskedSettings): Parameter[] {
  const all = [...nodesOf(item['parameters']), ...nodesOf(stated['parameters'])]
  const last = new Map(all.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each]))
  return [...last.values()].map((each) => {
    if (each['in'] === 'cookie')
      throw new DerivationError(
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
    throw new DerivationError(`${operation}: no value could be made for ${name}: ${JSON.stringify(made)} ${broken}. Give it an example.`)
  return { value: made }
}

/**
 * What the responses of an operation say of its refusals. A status by itself says something; `4XX` and `default` do where
 * they have content, and then allow any status of theirs.
 */
export function deriveRefusals(operation: string, responses: Node, clause: string): Refusals {
  const said = Object.entries(responses)
    .map(([status, stated]) => ({ status: status.replace(/xx$/, 'XX'), stated: nodeOf(stated) }))
    .filter(({ status, stated }) => /^4\d\d$/.test(status) || (/^([45]XX|5\d\d|default)$/.test(status) && isObject(stated['content'])))
  const statuses = said.map(({ status }) => status)
  const ranges = statuses.filter((status) => status === '4XX' || status === 'default')
  const wrongInput = statuses.filter((status) => isOfWrongInput(Number(status)))
  const denied = statuses.filter((status) => isDenial(Number(status)))
  const credentials = [...(denied.length > 0 ? denied : wrongInput), ...ranges]
  return { credentials, inputs: [...wrongInput, ...ranges], forms: forms(operation, clause, said, credentials) }
}

interface StatedResponse {
  readonly status: string
  readonly stated: Node
}

/** Statuses whose refusals look alike share a form; the one of wrong credentials has the plain name. */
function forms(operation: string, clause: string, said: readonly StatedResponse[], credentials: readonly string[]): RefusalForm[] {
  const alike = [...Map.groupBy(said, ({ stated }) => JSON.stringify(stated['content'] ?? null)).values()]
  const isFirst = (group: readonly StatedResponse[]) => group.some(({ status }) => status === credentials[0])
  return alike.map((group) => {
    const id = isFirst(group) ? 'refusal' : `refusal.${group[0]?.status}`
    return form(operation, clause, id, group)
  })
}

function form(operation: string, clause: string, id: string, group: readonly StatedResponse[]): RefusalForm {
  const statuses = group.map(({ status }) => status)
  const [content] = Object.entries(nodeOf(group[0]?.stated['content']))
  if (!content) return { id, statuses, fields: [] }
  const [mediaType, media] = content
  const stated = nodeOf(media)['schema']
  const schema = isObject(stated) ? composed(stated as Schema) : undefined
  const example = examples(nodeOf(media))[0]?.value
  return defined({
    id,
    statuses,
    mediaType: essence(mediaType),
    schema,
    fields: schema ? responseFields(`${operation}.${id}`, schema, clause) : [],
    example,
  })
}
