import { isNode, type Node } from '../spec/document.ts'
import type {
  Authentication,
  Construction,
  Example,
  Operation,
  Pagination,
  Parameter,
  Payload,
  RequestBody,
  Schema,
  Success,
  Unique,
  ValueSource,
} from './contract.ts'
import { fieldName, responseFields, schemaAt } from './fields.ts'

/** The document says something of an operation that cannot be derived from; the message says which part, and what it lacks. */
export class DerivationError extends Error {}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

/** Every operation under `paths`, in the document's order. */
export function deriveOperations(document: Node): Operation[] {
  const schemes = node(node(document['components'])['securitySchemes'])
  return Object.entries(node(document['paths'])).flatMap(([path, item]) =>
    methods
      .filter((method) => isNode(node(item)[method]))
      .map((method) => deriveOperation(document, schemes, path, method, node(node(item)[method]), node(item))),
  )
}

function deriveOperation(document: Node, schemes: Node, path: string, method: string, stated: Node, item: Node): Operation {
  const id = text(stated['operationId']) ?? `${method}${path.replace(/[^a-zA-Z0-9]+/g, '_')}`
  const clause = text(stated['x-clause']) ?? '4.4'
  const body = requestBody(stated)
  const success = deriveSuccess(id, stated, clause)
  const pagination = stated['x-pagination']
  return {
    id,
    summary: text(stated['summary']) ?? id,
    clause,
    base: baseOf(document, item, stated),
    method: method.toUpperCase(),
    path,
    movesMoney: stated['x-money'] === true,
    parameters: [...nodes(item['parameters']), ...nodes(stated['parameters'])].map(parameter),
    ...(body && { body }),
    authentication: authentication(id, schemes, stated, clause),
    success,
    payload: payload(node(stated['x-payload']), success.schema),
    ...(isNode(pagination) && { pagination: pagination as unknown as Pagination }),
    unique: uniques(stated, success.schema, clause),
  }
}

function baseOf(document: Node, item: Node, stated: Node): string {
  const servers = [stated, item, document].map((holder) => nodes(holder['servers'])).find((list) => list.length > 0) ?? []
  return text(servers[0]?.['x-base']) ?? 'coin'
}

function parameter(stated: Node): Parameter {
  const schema = node(stated['schema']) as Schema
  return {
    name: String(stated['name']),
    in: stated['in'] as Parameter['in'],
    required: stated['required'] === true || stated['in'] === 'path',
    schema,
    value: valueSource(stated, schema),
  }
}

function requestBody(stated: Node): RequestBody | undefined {
  const body = stated['requestBody']
  if (!isNode(body)) return undefined
  const [mediaType, media] = Object.entries(node(body['content']))[0] ?? ['application/json', {}]
  const schema = node(node(media)['schema']) as Schema
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: property,
    value: valueSource(property, property),
  }))
  const example = examples(node(media))[0]?.value
  return { mediaType, required: body['required'] === true, schema, fields, ...(example !== undefined && { example }) }
}

/** A setting, else what the document gives as default or example, else the plainest value of the type. */
function valueSource(stated: Node, schema: Schema): ValueSource {
  if (typeof stated['x-setting'] === 'string') return { setting: stated['x-setting'] }
  const given = [schema.const, schema.default, stated['example'], schema['example'], schema.examples?.[0], schema.enum?.[0]]
  const value = given.find((candidate) => candidate !== undefined)
  return { value: value ?? plainest(schema) }
}

function plainest(schema: Schema): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, plainest(property)]))
  return schema.format === 'digits' || schema.format === 'decimal' ? '1' : 'assay'
}

function deriveSuccess(operation: string, stated: Node, clause: string): Success {
  const [status, response] = Object.entries(node(stated['responses'])).find(([key]) => /^2\d\d$/.test(key)) ?? []
  if (!status) throw new DerivationError(`${operation} has no success: expected a response with a status from 200 to 299.`)
  const [mediaType, media] = Object.entries(node(node(response)['content']))[0] ?? []
  if (!mediaType) throw new DerivationError(`${operation}: its success ${status} has no content; expected a media type with a schema.`)
  const schema = node(node(media)['schema']) as Schema
  const given = examples(node(media))
  const example = given[0]?.value
  return {
    status: Number(status),
    mediaType,
    schema,
    fields: responseFields(operation, schema, clause),
    ...(example !== undefined && { example }),
    examples: given,
  }
}

function examples(media: Node): Example[] {
  const named = Object.entries(node(media['examples'])).map(([name, stated]) => {
    return { name, summary: text(node(stated)['summary']) ?? name, value: node(stated)['value'] }
  })
  const single = named.length === 0 && media['example'] !== undefined
  return single ? [{ name: 'example', summary: 'An example', value: media['example'] }] : named
}

const commonInErrors = new Set(['status', 'message', 'error', 'errors', 'code', 'success', 'detail'])

/** The marker of a success: declared, else the first list of objects, else the whole body. */
function payload(stated: Node, schema: Schema): Payload {
  const record = text(stated['record']) ?? firstRecord(schema)
  const properties = Object.keys(schemaAt(schema, record)?.properties ?? {})
  const marker = text(stated['marker'])
  const known = marker ? [marker] : record === '' ? properties.filter((name) => !commonInErrors.has(name)) : properties
  return {
    envelope: text(stated['envelope']) ?? record.replace(/\/\*.*$/, ''),
    record,
    known,
    least: Math.max(1, Math.min(3, Math.ceil(known.length / 2))),
  }
}

function firstRecord(schema: Schema): string {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.items?.properties) return `/${name}/*`
    const within = property.properties && firstRecord(property)
    if (within) return `/${name}${within}`
  }
  return ''
}

function uniques(stated: Node, schema: Schema, clause: string): Unique[] {
  const across = stated['x-unique']
  const declared = isNode(across) ? [unique('across', String(across['at']), across, clause)] : []
  return [...declared, ...uniqueWithin(schema, '', clause)]
}

function uniqueWithin(schema: Schema, at: string, clause: string): Unique[] {
  const here = isNode(schema['x-unique']) ? [unique('within', at, schema['x-unique'], clause)] : []
  return [
    ...here,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => uniqueWithin(property, `${at}/${name}`, clause)),
  ]
}

function unique(scope: Unique['scope'], at: string, stated: Node, clause: string): Unique {
  const by = text(stated['by'])
  return {
    scope,
    at,
    ...(by !== undefined && { by }),
    clause: text(stated['clause']) ?? clause,
    text: text(stated['text']) ?? `No two share ${fieldName(at.split('/').slice(1))}.`,
  }
}

function authentication(operation: string, schemes: Node, stated: Node, clause: string): Authentication {
  const names = Object.keys(nodes(stated['security'])[0] ?? {})
  const used = names.map((name) => ({ name, scheme: node(schemes[name]) }))
  const signature = used.find(({ scheme }) => isNode(scheme['x-signature']))
  if (signature)
    return signedHeaders(
      operation,
      used.map(({ scheme }) => scheme),
      signature.scheme,
    )
  const first = used[0]
  if (!first) return { kind: 'none' }
  const http = first.scheme['type'] === 'http'
  if (!http && first.scheme['in'] !== 'header') {
    throw new DerivationError(
      `${operation}: the security scheme ${first.name} is not a header; only http schemes and header keys are supported.`,
    )
  }
  const scheme = text(first.scheme['scheme']) ?? ''
  return {
    kind: 'scheme',
    clause: text(first.scheme['x-clause']) ?? clause,
    header: http ? 'Authorization' : String(first.scheme['name']),
    scheme: http ? scheme.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : '',
    setting: text(first.scheme['x-setting']) ?? first.name,
  }
}

function signedHeaders(operation: string, schemes: readonly Node[], signature: Node): Authentication {
  const key = schemes.find((scheme) => scheme !== signature && typeof scheme['x-setting'] === 'string')
  const timestamp = schemes.find((scheme) => isNode(scheme['x-timestamp']))
  if (!key || !timestamp) {
    throw new DerivationError(
      `${operation} is signed: expected, beside the signature, a header with x-setting (the key's id) and one with x-timestamp.`,
    )
  }
  return {
    kind: 'signed',
    clause: text(signature['x-clause']) ?? '5',
    key: { header: String(key['name']), setting: String(key['x-setting']), clause: text(key['x-clause']) ?? '5' },
    timestamp: {
      header: String(timestamp['name']),
      unit: node(timestamp['x-timestamp'])['unit'] === 'seconds' ? 'seconds' : 'milliseconds',
      clause: text(timestamp['x-clause']) ?? '5',
    },
    signature: {
      header: String(signature['name']),
      clause: text(signature['x-clause']) ?? '5',
      construction: signature['x-signature'] as unknown as Construction,
    },
  }
}

function node(value: unknown): Node {
  return isNode(value) ? value : {}
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
