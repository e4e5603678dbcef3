import { unitEscapes } from '../contracts/escapes.ts'
import { isDenial, isOfClient, isOfWrongInput } from '../contracts/statuses.ts'
import { classify } from '../engine/evidence/classification.ts'
import { holdsTooMuch } from '../engine/evidence/parsed-size.ts'
import { headerValue } from '../engine/exchange.ts'
import type { Catalogue, ObservedBound } from '../engine/judging/check.ts'
import type { Json, Observed } from '../engine/judging/outcome.ts'
import { defined } from '../language/defined.ts'
import { refusalNames } from '../suites/behaviour/observations.ts'
import { dayOf } from '../text/day.ts'
import { jsonValue } from '../text/json/json-text.ts'
import { jsonType } from '../text/json/json-type.ts'
import { type Node, nodeOf, nodesOf } from '../text/json/node.ts'
import { isObject } from '../text/json/pointer.ts'
import type { ReportedExchange } from './exchanges/reported-exchange.ts'
import { storedBytes } from './exchanges/stored-bodies.ts'
import { fromReport } from './parsing.ts'
import type { LedgerOperation, Report } from './report.ts'
import { cropped, plain } from './text/plain.ts'
import { valueText } from './wording/observed-values.ts'

/** What a target did at its open points, as an overlay holds others to it. */
export interface Pinned {
  /** The overlay, in YAML; what showed each action stands before it. */
  readonly text: string
  readonly count: number
  /** What no overlay can state, in a sentence each. */
  readonly left: readonly string[]
}

/** One action of an overlay, and what showed that it holds. */
interface Action {
  readonly target: string
  readonly update: Json
  readonly shown: readonly string[]
  readonly states: readonly string[]
}

/** Writes what a target did where the source is silent as an overlay of the document. */
export function pinned(report: Report, document: Node, catalogue: Catalogue): Pinned {
  const actions = report.ledger.operations.flatMap((operation) => {
    const place = placeOf(document, operation)
    return place ? [...refusals(report, operation, place, catalogue), ...bounds(report, operation, place, catalogue)] : []
  })
  const stated = new Set(actions.flatMap(({ states }) => states))
  const left = report.observations.filter(({ id }) => !stated.has(id)).map(notPinned)
  return { text: overlayText(report, actions, left), count: actions.length, left }
}

interface Place {
  readonly operation: string
  readonly body?: string
  readonly node: Node
}

function placeOf(document: Node, { id }: LedgerOperation): Place | undefined {
  for (const [path, item] of Object.entries(nodeOf(document['paths']))) {
    for (const [method, node] of Object.entries(nodeOf(item))) {
      if (!isObject(node) || node['operationId'] !== id) continue
      const operation = `$.paths[${jsonPathQuoted(path)}].${method}`
      return defined({ operation, node, body: bodyPlace(operation, nodeOf(nodeOf(node['requestBody'])['content'])) })
    }
  }
  return undefined
}

/** Where the schema of a body stands: at its reference, or in the operation itself. */
function bodyPlace(operation: string, content: Node): string | undefined {
  const [first] = Object.entries(content)
  if (!first) return undefined
  const [mediaType, media] = first
  const reference = nodeOf(nodeOf(media)['schema'])['$ref']
  if (typeof reference === 'string') return `$.${reference.replace(/^#\//, '').replaceAll('/', '.')}`
  return `${operation}.requestBody.content[${jsonPathQuoted(mediaType)}].schema`
}

/** The statuses of refused credentials, and what all refusals of one hold. */
function refusals(report: Report, { id }: LedgerOperation, { operation }: Place, catalogue: Catalogue): Action[] {
  const refused = refusedCredentials(report, id, catalogue)
  const statuses = [...new Set(refused.map(({ response }) => String(response?.status)))]
  const isStatable = statuses.length > 0 && [isDenial, isOfWrongInput].some((isOne) => statuses.every((status) => isOne(Number(status))))
  if (!isStatable) return []
  return statuses.map((status) => {
    const found = refused.filter(({ response }) => response?.status === Number(status))
    const content = contentOf(report, found)
    return {
      target: `${operation}.responses`,
      update: { [status]: defined({ description: 'A refusal that was observed.', content }) },
      shown: found.slice(0, 1).map((exchange) => exchangeText(report, exchange)),
      states: [`${id}.${refusalNames.status}`, ...(content ? [`${id}.${refusalNames.body}`] : [])],
    }
  })
}

function refusedCredentials(report: Report, id: string, { checks }: Catalogue): ReportedExchange[] {
  const probe = checks.find((check) => check.id === `${id}.accepted`)?.probe
  if (!probe) return []
  const answers = new Map(fromReport(report).map((exchange) => [exchange.id, exchange]))
  return report.exchanges.filter((exchange) => {
    const answer = answers.get(exchange.id)
    if (exchange.probe !== probe.id || !answer || probe.isRight(exchange.role) || probe.isOpen?.(exchange.role)) return false
    return classify(probe.operation, answer) === 'refused'
  })
}

/** The media type and the members that all of these answers have, each always of one type; undefined if they have none in common. */
function contentOf(report: Report, exchanges: readonly ReportedExchange[]): Json | undefined {
  const types = new Set(
    exchanges.map(({ response }) =>
      headerValue(response?.headers ?? [], 'content-type')
        ?.split(';')[0]
        ?.trim()
        .toLowerCase(),
    ),
  )
  const [type] = types
  if (types.size !== 1 || type === undefined || !/json$/.test(type)) return undefined
  const common = commonTypes(
    report,
    new Set(exchanges.flatMap(({ request, response }) => (request.method === 'HEAD' ? [] : response?.body))),
  )
  const properties = Object.fromEntries([...common].map(([name, found]) => [name, { type: found }]))
  return common.size === 0 ? undefined : { [type]: { schema: { type: 'object', required: [...common.keys()], properties } } }
}

/** The members that all bodies have, each always of one type: one body is parsed at a time. */
function commonTypes({ bodies }: Report, keys: ReadonlySet<string | undefined>): Map<string, string> {
  let common: Map<string, string> | undefined
  for (const key of keys) {
    const bytes = storedBytes(key, bodies)
    const body = bytes && !holdsTooMuch(bytes) ? jsonValue(bytes.toString('utf8')) : undefined
    if (!isObject(body)) return new Map()
    const types = new Map(Object.entries(body).map(([name, value]) => [name, jsonType(value)]))
    common = common ? new Map([...common].filter(([name, type]) => types.get(name) === type)) : types
  }
  return common ?? new Map()
}

/** What the document would say of inputs, by the requests that were refused: one that is required, a bound of a size or a page's number. */
function bounds(report: Report, { id }: LedgerOperation, place: Place, { observations }: Catalogue): Action[] {
  const refused = new Set(report.observations.filter(({ value }) => isRefused(value)).map((observed) => observed.id))
  return observations.flatMap(({ id: observation, bound, probe }) => {
    const stated = probe.operation.id === id && bound && refused.has(observation) ? statedBound(place, bound) : undefined
    if (!stated) return []
    const exchanges = report.exchanges.filter(({ operation, role }) => operation === id && role === bound?.role)
    return [{ ...stated, shown: exchanges.map((exchange) => exchangeText(report, exchange)), states: [observation] }]
  })
}

/** A bound as an action of an overlay: at the parameter, or at the field of the body; undefined if there is neither. */
function statedBound(
  { operation, body, node }: Place,
  { input, keyword, value }: ObservedBound,
): Pick<Action, 'target' | 'update'> | undefined {
  if (nodesOf(node['parameters']).some(({ name }) => name === input)) {
    const parameter = `${operation}.parameters[?@.name == ${jsonPathQuoted(input)}]`
    return { target: keyword === 'required' ? parameter : `${parameter}.schema`, update: { [keyword]: value } }
  }
  if (body === undefined) return undefined
  if (keyword === 'required') return { target: body, update: { required: [input] } }
  return { target: `${body}.properties[${jsonPathQuoted(input)}]`, update: { [keyword]: value } }
}

/** True for a plain refusal; a failure of the target makes no rule. */
function isRefused(value: Json): boolean {
  const { answer, status } = nodeOf(value)
  return answer === 'refused' && isOfClient(Number(status))
}

function notPinned({ id, title, value }: Observed): string {
  return `${plain(title)} (${plain(id)}): ${cropped(plain(valueText(value)), 160)}`
}

function overlayText(report: Report, actions: readonly Action[], left: readonly string[]): string {
  const written = actions.map(({ target, update, shown }) =>
    [...shown.map((text) => `  # Shown by ${text}`), `  - target: ${json(target)}`, `    update: ${json(update)}`].join('\n'),
  )
  const head = [
    `# What ${plain(report.target.name)} did on ${dayOf(report.startedAt)} where the source is silent.`,
    '# Hold another to it: assay run … --overlay FILE',
    'overlay: 1.1.0',
    `info: { title: ${json(`The behaviour of ${report.target.name}`)}, version: ${json(dayOf(report.startedAt))} }`,
  ]
  const rest = left.length > 0 ? ['# Not pinned, since an overlay has no word for it:', ...left.map((text) => `#   ${text}`)] : []
  const body = written.length > 0 ? ['actions:', ...written] : ['actions: []']
  return `${[...head, ...body, ...rest].join('\n')}\n`
}

function exchangeText(report: Report, { id, request, response }: ReportedExchange): string {
  const [sent, answer] = [request.body, response?.body].map((key) => (key === undefined ? '' : ` ${cropped(storedText(report, key), 200)}`))
  return plain(`${id}: ${request.method} ${request.url}${sent} -> ${response?.status ?? 'no answer'}${answer}`)
}

/** In bytes: more than is shown of a body. */
const mostRead = 1000

function storedText({ bodies }: Report, key: string | undefined): string {
  return storedBytes(key, bodies)?.subarray(0, mostRead).toString('utf8') ?? ''
}

function jsonPathQuoted(name: string): string {
  return `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A value on one line, as both JSON and YAML read it. */
function json(value: Json): string {
  return JSON.stringify(value).replace(/[^ -~]/g, unitEscapes)
}
