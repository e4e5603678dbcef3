import { everyValue, type Headers } from '../../../engine/exchange.ts'
import { asText, asWritten } from '../../../text/json/as-text.ts'
import { jsonValue } from '../../../text/json/json-text.ts'
import { type Node, nodeOf } from '../../../text/json/node.ts'
import { isObject } from '../../../text/json/pointer.ts'
import type { ClientRequest } from '../../client-request.ts'

export interface ConsumerPact {
  readonly file: string
  readonly version: 3 | 4
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly ConsumerInteraction[]
}

/** One interaction; `message` where it is no request and response. */
export interface ConsumerInteraction {
  readonly description: string
  /** The provider's states that it asks for, as text: two interactions in one state have the same. */
  readonly states: string
  readonly message: boolean
  readonly request: ConsumerRequest
  readonly response: ConsumerResponse
}

export interface ConsumerMessage {
  readonly headers: Headers
  readonly body: ConsumerBody
  readonly rules: readonly PlacedRule[]
  readonly generators: readonly PlacedGenerator[]
}

export interface ConsumerRequest extends ConsumerMessage, ClientRequest {
  readonly method: string
  readonly path: string
}

export interface ConsumerResponse extends ConsumerMessage {
  readonly status: number
  readonly raw: Node
}

interface ConsumerBody {
  /** Undefined if there is none; a text where it is no JSON. */
  readonly value: unknown
  readonly contentType: string | undefined
  /** The media type that the body itself has in version 4, by which Pact compares it, whatever the header says. */
  readonly ownType?: string | undefined
}

/** A matching rule: of the body by path (`*` any step), of a header or parameter by its name, of the path or the status by nothing. */
export interface PlacedRule {
  readonly part: string
  readonly path: readonly string[]
  readonly combine: 'AND' | 'OR'
  readonly matchers: readonly Node[]
}

/** A generator: what it makes is sent in the place of an example. */
export interface PlacedGenerator {
  readonly part: string
  readonly path: readonly string[]
  readonly generator: Node
}

/** Reads one interaction of a pact file, HTTP or message, forgiving what is left out. */
export function readInteraction(stated: Node, version: 3 | 4): ConsumerInteraction {
  const [request, response] = [nodeOf(stated['request']), nodeOf(stated['response'])]
  const { description = 'without a description', providerStates, providerState = null } = stated
  const type = asText(stated['type'] ?? 'Synchronous/HTTP')
  return {
    description: asWritten(description),
    states: JSON.stringify(Array.isArray(providerStates) ? providerStates : [providerState]),
    message: !/^synchronous\/http$/i.test(type) || !isObject(stated['request']),
    request: {
      method: asWritten(request['method'] ?? 'GET').toUpperCase(),
      path: asWritten(request['path'] ?? '/'),
      query: queryOf(request['query']),
      headers: fieldsOf(request['headers']),
      body: consumerBody(request, version),
      rules: rulesOf(request['matchingRules']),
      generators: generatorsOf(request['generators']),
    },
    response: {
      status: typeof response['status'] === 'number' ? response['status'] : response['status'] === undefined ? 200 : 0,
      headers: fieldsOf(response['headers']),
      body: consumerBody(response, version),
      rules: rulesOf(response['matchingRules']),
      generators: generatorsOf(response['generators']),
      raw: response,
    },
  }
}

export function listedHeader({ headers }: Pick<ConsumerMessage, 'headers'>, name: string): string | undefined {
  const values = everyValue(headers, name)
  return values.length > 0 ? values.join(', ') : undefined
}

/** The names of headers or parameters, each spelling once. */
export function namesOf(fields: Headers): string[] {
  return [...new Set(fields.map(([name]) => name))]
}

/** The steps of a JSON path, `$` left out: `$.data[*]['a b']` as `data`, `*`, `a b`. */
export function stepsOf(path: string): string[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+|\*)\]|\['([^']*)'\]|\["([^"]*)"\]/g)
  return [...steps].map(([, name, index, single, double]) => name ?? index ?? single ?? double ?? '')
}

function queryOf(query: unknown): Headers {
  return typeof query === 'string' ? [...new URLSearchParams(query)] : fieldsOf(query)
}

function fieldsOf(stated: unknown): Headers {
  return Object.entries(nodeOf(stated)).flatMap(([name, value]) => [value].flat().map((each) => [name, asWritten(each)] as const))
}

function consumerBody(part: Node, version: 3 | 4): ConsumerBody {
  const header = listedHeader({ headers: fieldsOf(part['headers']) }, 'content-type')
  const { body } = part
  if (version === 3 || !isObject(body)) return { value: bodyValue(body), contentType: header }
  const type = typeof body['contentType'] === 'string' ? body['contentType'] : undefined
  return { value: decoded(body), contentType: header ?? type, ownType: type }
}

function decoded({ content, encoded }: Node): unknown {
  const isBase64 = encoded === true || (typeof encoded === 'string' && encoded.toLowerCase() === 'base64')
  return bodyValue(isBase64 && typeof content === 'string' ? Buffer.from(content, 'base64').toString('utf8') : content)
}

/** A body that is written as a text may be JSON all the same. */
function bodyValue(content: unknown): unknown {
  if (typeof content !== 'string') return content
  const value = jsonValue(content)
  return value === undefined && content !== '' ? content : value
}

function rulesOf(stated: unknown): PlacedRule[] {
  return placed(stated, (part, held) => part === 'path' || (part === 'status' && Array.isArray(held['matchers']))).map(
    ({ part, path, held: { combine, matchers } }) => ({
      part,
      path,
      combine: combine === 'OR' ? 'OR' : 'AND',
      matchers: Array.isArray(matchers) ? matchers.filter(isObject) : [],
    }),
  )
}

function generatorsOf(stated: unknown): PlacedGenerator[] {
  return placed(stated, (part) => part === 'path').map(({ part, path, held }) => ({ part, path, generator: held }))
}

/** What stands by part and place, or by part alone where a part has no places. */
function placed(stated: unknown, isWhole: (part: string, held: Node) => boolean): { part: string; path: string[]; held: Node }[] {
  return Object.entries(nodeOf(stated)).flatMap(([part, each]) => {
    const held = nodeOf(each)
    if (isWhole(part, held)) return [{ part, path: [], held }]
    return Object.entries(held).map(([at, inner]) => ({ part, path: stepsIn(part, at), held: nodeOf(inner) }))
  })
}

/** Of a header or a parameter its name, however a library says which of its values is meant. */
function stepsIn(part: string, at: string): string[] {
  if (part === 'body') return at.startsWith('$') ? stepsOf(at) : [at]
  return [at.startsWith('$') ? (stepsOf(at)[0] ?? at) : at.replace(/\[(\d+|\*)\]$/, '')]
}
