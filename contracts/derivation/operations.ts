import { defined } from '../../language/defined.ts'
import { DocumentError } from '../../spec/document-error.ts'
import type { StatedOperation } from '../../spec/stated.ts'
import { type Node, nodeOf, textOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Operation, Payload, Schema, Success, Unique } from '../contract.ts'
import { fieldNameAt, responseFields, schemaAt } from '../fields.ts'
import { leadsUpward } from '../lenient-path.ts'
import { essence } from '../media-type.ts'
import { composed } from '../schemas/composition.ts'
import { allFormsOf, propertiesOf } from '../schemas/schema-parts.ts'
import { authentication, schemesOf } from './authentication.ts'
import { askedFor } from './declared-asked-for.ts'
import { type AskedSettings, bounds, examples, parameters, requestBody } from './declared-inputs.ts'
import { deriveRefusals } from './declared-refusals.ts'
import { namedOnly } from './ledger.ts'
import { pagedInputs, paging } from './paged-inputs.ts'
import { movesMoney, type Paying, payingOf } from './paying.ts'
import { baseOf, type Servers, serversOf } from './servers.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

/** Every operation under `paths`, in the document's order. @throws {DocumentError} */
export function deriveOperations(document: Node): Operation[] {
  const servers = serversOf(document, stated(document))
  const asked = namesAskedFor(document)
  const paying = payingOf(document, stated(document), asked)
  const operations = stated(document).map((each) => deriveOperation(document, each, { servers, asked, paying }))
  const ids = operations.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new DocumentError(`Two operations are called ${twice}; expected a different operationId for each.`)
  return operations
}

function stated(document: Node): StatedOperation[] {
  const paths = Object.entries(nodeOf(document['paths']))
  const odd = paths.find(([path]) => !/^\/(?![/\\])/.test(path))
  if (odd) throw new DocumentError(`The path ${JSON.stringify(odd[0])} does not begin with one slash: it could lead to another host.`)
  const upward = paths.find(([path]) => leadsUpward(path))
  if (upward) throw new DocumentError(`The path ${JSON.stringify(upward[0])} leads out of itself by its dots; write where it leads.`)
  return paths.flatMap(([path, item]) =>
    methods
      .filter((method) => isObject(nodeOf(item)[method]))
      .map((method) => ({ path, method, item: nodeOf(item), stated: nodeOf(nodeOf(item)[method]) })),
  )
}

function namesAskedFor(document: Node): AskedSettings {
  const settings = Object.entries(nodeOf(document['x-settings']))
  return new Set(settings.flatMap(([name, declared]) => (nodeOf(declared)['secret'] === true ? [] : [name])))
}

interface Surroundings {
  readonly servers: Servers
  readonly asked: AskedSettings
  readonly paying: Paying
}

function deriveOperation(document: Node, operation: StatedOperation, { servers, asked, paying }: Surroundings): Operation {
  const { path, method, stated } = operation
  const id = textOf(stated['operationId']) ?? `${method}${path.replace(/[^a-zA-Z0-9]+/g, '_')}`
  const clause = textOf(stated['x-clause']) ?? namedClause(document, stated)
  const pagination = paging(stated['x-pagination'], clause)
  const inputs = pagedInputs(parameters(id, operation, asked), pagination)
  const body = requestBody(id, stated, asked)
  const success = deriveSuccess(id, stated, clause)
  const schemes = schemesOf(document, stated)
  const access = authentication(document, schemes, { operation: id, clause, body })
  const carried = payload(nodeOf(stated['x-payload']), success.schema)
  const isMoving = movesMoney(document, paying, operation, defined({ parameters: inputs, body, payload: carried, pagination }))
  return defined({
    id,
    summary: textOf(stated['summary']) ?? id,
    clause,
    base: baseOf(servers, operation, schemes),
    method: method.toUpperCase(),
    path,
    movesMoney: isMoving,
    parameters: inputs,
    body,
    authentication: access,
    success,
    payload: carried,
    pagination,
    unique: uniques(stated, success.schema, clause),
    askedFor: askedFor(stated, clause),
    bounds: bounds(inputs, body, isMoving),
    refusals: deriveRefusals(id, nodeOf(stated['responses']), clause),
  })
}

/** An operation without a clause of its own has that of the operations which the source gives no more than a name. */
function namedClause(document: Node, { summary }: StatedOperation['stated']): string {
  const named = namedOnly(document)
  const [first] = [...named.filter(({ name }) => name === summary), ...named.filter(({ method }) => method), ...named]
  return first?.clause ?? ''
}

function deriveSuccess(operation: string, stated: StatedOperation['stated'], clause: string): Success {
  const [status, response] = Object.entries(nodeOf(stated['responses'])).find(([key]) => /^2(\d\d|XX)$/i.test(key)) ?? []
  if (!status) throw new DocumentError(`${operation} has no success: expected a response with a status from 200 to 299.`)
  const content = nodeOf(response)['content']
  const [mediaType, media] = Object.entries(nodeOf(content))[0] ?? []
  if (!mediaType && content !== undefined)
    throw new DocumentError(
      `${operation}: the content of its success ${status} is empty; expected a media type with a schema, or no content.`,
    )
  if (status === '204' && mediaType)
    throw new DocumentError(`${operation}: a success 204 has no body, and its content says ${mediaType}; leave the content out.`)
  const schema = composed(nodeOf(nodeOf(media)['schema']) as Schema)
  const given = examples(nodeOf(media))
  const example = given[0]?.value
  return defined({
    status: Number(status.replace(/xx/i, '00')),
    mediaType: mediaType && essence(mediaType),
    schema,
    fields: mediaType ? responseFields(operation, schema, clause) : [],
    example,
    examples: given,
  })
}

const commonInErrors = new Set(['status', 'message', 'error', 'errors', 'code', 'success', 'detail'])

/** The marker of a success: declared, else the first list of objects, else the whole body. */
function payload(stated: Node, schema: Schema): Payload {
  const record = textOf(stated['record']) ?? firstRecord(schema)
  const properties = propertyNames(schemaAt(schema, record) ?? {})
  const marker = textOf(stated['marker'])
  const known = marker ? [marker] : record === '' ? properties.filter((name) => !commonInErrors.has(name)) : properties
  return {
    envelope: textOf(stated['envelope']) ?? record.replace(/\/\*.*$/, ''),
    record,
    known,
    least: Math.max(1, Math.min(3, Math.ceil(known.length / 2))),
  }
}

function propertyNames(schema: Schema): string[] {
  return [...new Set([...propertiesOf(schema).map(([name]) => name), ...allFormsOf(schema).flatMap(propertyNames)])]
}

function firstRecord(schema: Schema): string {
  if (schema.items) return '/*'
  for (const [name, property] of propertiesOf(schema)) {
    if (property.items?.properties) return `/${name}/*`
    const within = property.properties && firstRecord(property)
    if (within) return `/${name}${within}`
  }
  return ''
}

function uniques(stated: StatedOperation['stated'], schema: Schema, clause: string): Unique[] {
  const across = stated['x-unique']
  const declared = isObject(across) ? [unique('across', String(across['at']), across, clause)] : []
  return [...declared, ...uniqueWithin(schema, '', clause)]
}

function uniqueWithin(schema: Schema, at: string, clause: string): Unique[] {
  const here = isObject(schema['x-unique']) ? [unique('within', at, schema['x-unique'], clause)] : []
  return [...here, ...propertiesOf(schema).flatMap(([name, property]) => uniqueWithin(property, `${at}/${name}`, clause))]
}

function unique(scope: Unique['scope'], at: string, stated: Node, clause: string): Unique {
  const by = textOf(stated['by'])
  return defined({
    scope,
    at,
    by,
    clause: textOf(stated['clause']) ?? clause,
    text: textOf(stated['text']) ?? `No two share ${fieldNameAt(at)}.`,
  })
}
