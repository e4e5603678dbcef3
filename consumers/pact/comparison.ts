import { createRequire } from 'node:module'
import type { Contract, Operation, Schema } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { formatCalled, wholePattern } from '../../contracts/formats/formats.ts'
import { signaturePattern } from '../../contracts/pacts/pacts.ts'
import { defined } from '../../spec/defined.ts'
import { isHeaderName, isHeaderValue } from '../../spec/header-field.ts'
import { memoized } from '../../spec/memoized.ts'
import { findingValue, must, type PactFinding } from './finding.ts'
import type { ConsumerInteraction, ConsumerRequest, JsonObject } from './reading/interaction.ts'

interface Comparator {
  compare(pact: unknown): AsyncIterable<{ type: string; message: string; mockDetails?: { location: string; value: unknown } }>
}

// Its types do not compile under nodenext.
const require = createRequire(import.meta.url)

/**
 * What openapi-pact-comparator finds wrong with interactions: a second opinion, from an implementation that is not ours. It
 * compares examples only.
 */
export async function compared(
  contract: Contract,
  interactions: readonly ConsumerInteraction[],
): Promise<ReadonlyMap<ConsumerInteraction, PactFinding[]>> {
  const found = new Map<ConsumerInteraction, PactFinding[]>()
  const own = interactions.filter(({ message }) => !message)
  for await (const { type, message, mockDetails } of comparatorOf(contract).compare(plainPact(own))) {
    const [, index, place = ''] = /interactions\[(\d+)\]\.?(.*)$/.exec(mockDetails?.location ?? '') ?? []
    const interaction = own[Number(index)]
    if (type !== 'error' || !interaction) continue
    const finding: PactFinding = must(pointerOf(place), message, findingValue(mockDetails?.value))
    found.set(interaction, [...(found.get(interaction) ?? []), finding])
  }
  return found
}

const comparatorOf = memoized((contract: Contract): Comparator => {
  const { Comparator } = require('@pactflow/openapi-pact-comparator') as {
    Comparator: new (options: { readonly oas: unknown }) => Comparator
  }
  return new Comparator({ oas: comparable(contract) })
})

/** The comparator takes `filter[state]` for a member of an object called filter, whatever is declared. */
function isBracketed(name: string): boolean {
  return /[[\]]/.test(name)
}

/** The interactions in the plainest form of a pact: bodies decoded, values alone. */
function plainPact(interactions: readonly ConsumerInteraction[]): unknown {
  const plain = (headers: ConsumerRequest['headers'], { contentType }: ConsumerRequest['body']) => {
    const given = Object.entries(headers).map(([name, values]) => [name.toLowerCase(), values.join(', ')] as const)
    const fields = contentType === undefined ? given : [['content-type', contentType] as const, ...given]
    return Object.fromEntries(fields.filter(([name, value]) => isHeaderName(name) && isHeaderValue(value)))
  }
  return {
    interactions: interactions.map(({ description, request, response }) => ({
      description,
      request: {
        method: request.method,
        path: request.path,
        query: Object.fromEntries(Object.entries(request.query).filter(([name]) => !isBracketed(name))),
        headers: plain(request.headers, request.body),
        body: request.body.value,
      },
      response: { status: response.status, headers: plain(response.headers, response.body), body: response.body.value },
    })),
    metadata: { pactSpecification: { version: '3.0.0' } },
  }
}

/**
 * The document as the comparator can read all of it: credentials as required headers with patterns, because it knows neither
 * `Token` nor several headers at once, and formats as patterns.
 */
function comparable({ spec, operations }: Contract): JsonObject {
  const paths = Map.groupBy(operations, ({ path }) => path)
  return {
    openapi: '3.1.0',
    info: { title: spec.title, version: spec.version },
    paths: Object.fromEntries(
      [...paths].map(([path, group]) => [path, Object.fromEntries(group.map((each) => [each.method.toLowerCase(), described(each)]))]),
    ),
  }
}

function described(operation: Operation): JsonObject {
  const { id, body, success } = operation
  const parameters = operation.parameters.filter(({ name }) => !isBracketed(name))
  const content = success.mediaType === undefined ? {} : { content: { [success.mediaType]: { schema: withPatterns(success.schema) } } }
  return defined({
    operationId: id,
    parameters: [
      ...parameters.map(({ name, in: place, required, schema }) => ({ name, in: place, required, schema: withPatterns(schema) })),
      ...credentials(operation).map(([name, pattern]) => ({ ...placeNamed(name), required: true, schema: { type: 'string', pattern } })),
    ],
    requestBody: body && { required: body.required, content: { [body.mediaType]: { schema: withPatterns(body.schema) } } },
    responses: { [success.status]: { description: id, ...content } },
  })
}

function credentials({ authentication }: Operation): [name: string, pattern: string][] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme')
    return [[authentication.header, `^${authentication.scheme ? `${authentication.scheme} ` : ''}\\S+$`]]
  const { key, timestamp, signature } = authentication
  return [
    [key.header, '^\\S+$'],
    [timestamp.header, '^[0-9]+$'],
    [signature.header, `^${signaturePattern(signature.construction)}$`],
  ]
}

function withPatterns(schema: Schema): Schema {
  const { format, properties, items, ...rest } = schema
  const pattern = formatCalled(format)?.pattern
  return defined({
    ...rest,
    pattern: pattern === undefined ? undefined : wholePattern(pattern),
    items: items && withPatterns(items),
    properties: properties && Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, withPatterns(property)])),
  })
}

/** `response.body.data[0].rank` as `response body /data/0/rank`. */
function pointerOf(location: string): string {
  const [side = '', part = '', ...rest] = location.split(/[.[\]]+/).filter(Boolean)
  const name = part === 'headers' ? 'header' : part
  if (rest.length === 0) return `${side} ${name}`.trim()
  return part === 'body' ? `${side} body /${rest.join('/')}` : `${side} ${name} ${rest[0]}`
}
