import { type Node, nodeOf, nodesOf } from '../../text/json/node.ts'
import { isObject, pointerStep } from '../../text/json/pointer.ts'
import type { Contract } from '../contract.ts'
import { settingsOf } from '../needed-settings.ts'
import { didYouMean } from '../suggestion.ts'
import { operationsIn, placedOperations } from './placed-operations.ts'

/** What a changed document declares for nobody, one sentence each: what a contract does not hold any more cannot be seen in it. */
export function idleDeclarations(content: Node, contract: Contract, own: Contract): string[] {
  return [
    ...unsigned(content, contract),
    ...unheard(content),
    ...unfollowed(content),
    ...untimed(content, contract),
    ...unasked(content, own),
    ...bodiless(content),
    ...unlinked(content),
  ]
}

/** A part that no operation which signs so has a field for would be signed by nobody. */
function unsigned(content: Node, { operations }: Contract): string[] {
  const schemes = Object.values(nodeOf(nodeOf(content['components'])['securitySchemes'])).filter(isObject)
  return schemes.flatMap((scheme) => {
    const signing = operations.flatMap(({ authentication }) =>
      authentication.kind === 'signed' && authentication.signature.header === scheme['name'] ? [authentication.signature.construction] : [],
    )
    const parts = signing.length === 0 ? [] : nodesOf(nodeOf(scheme['x-signature'])['parts'])
    const idle = parts.filter(({ name }) => !signing.some((construction) => construction.parts.some((part) => part.name === name)))
    return idle.map(
      ({ name, body }) =>
        `x-signature: the part ${String(name)} is ${String(body ?? `/${String(name)}`)}, which no body of an operation that signs so has.`,
    )
  })
}

/** Of a callback is judged how it comes and what follows it, and nothing that it carries. */
function unheard(content: Node): string[] {
  return Object.entries(nodeOf(content['webhooks'])).flatMap(([name, item]) =>
    Object.entries(nodeOf(item)).flatMap(([method, stated]) => {
      if (!isObject(stated)) return []
      const at = `/webhooks/${name}/${method}`
      const unread = ['requestBody', 'parameters'].find((member) => member in stated)
      if (unread !== undefined) return [`${at}/${unread}: what a callback carries is not judged; leave it out.`]
      return 'x-followed-by' in stated ? [] : [`${at}: x-followed-by is missing, so that nothing of it would be judged.`]
    }),
  )
}

/** Only a callback is followed by something. */
function unfollowed(content: Node): string[] {
  return placedOperations(content).flatMap(([at, stated]) => {
    const idle = ['x-followed-by', 'x-stated-in'].find((member) => member in stated)
    return idle === undefined ? [] : [`${at}/${idle} is not read here; it belongs to a webhook.`]
  })
}

/** What is said of the time of signed requests stands at the scheme of a header that an operation signs with, if one is left. */
function untimed(content: Node, { operations }: Contract): string[] {
  const headers = operations.flatMap(({ authentication }) => (authentication.kind === 'signed' ? [authentication.timestamp.header] : []))
  const schemes = Object.entries(nodeOf(nodeOf(content['components'])['securitySchemes']))
  const timed = headers.length === 0 ? [] : schemes
  return timed
    .filter(([, scheme]) => 'x-timestamp' in nodeOf(scheme) && !headers.includes(String(nodeOf(scheme)['name'])))
    .map(([name]) => `/components/securitySchemes/${name}/x-timestamp: no operation is signed with that time, so that nothing reads it.`)
}

/** Servers of a path are for those of its operations that have none of their own, and of a list the first is asked. */
function unasked(content: Node, { bases }: Contract): string[] {
  const paths = Object.entries(nodeOf(content['paths']))
  const idle = paths
    .filter(([, item]) => 'servers' in nodeOf(item) && operationsIn(item).every(([, stated]) => 'servers' in nodeOf(stated)))
    .map(([path]) => `/paths/${pointerStep(path)}/servers: each of its operations has servers of its own, so that nothing reads these.`)
  const items = paths.map(([path, item]) => [`/paths/${pointerStep(path)}`, item] as const)
  const holders = [['', content] as const, ...items, ...placedOperations(content)]
  const servers = holders.map(([at, holder]) => [nodesOf(nodeOf(holder)['servers']), `${at}/servers`] as const)
  return [...idle, ...servers.flatMap(([all, at]) => [...behindFirst(all, at), ...unread(all, at, bases)])]
}

/** Servers of one base are one to us, such as those for production and for development; another behind them was meant to be asked. */
function behindFirst([first, ...others]: readonly Node[], at: string): string[] {
  const base = first?.['x-base']
  const index = base === undefined ? -1 : others.findIndex((server) => server['x-base'] !== base)
  return index < 0 ? [] : [`${at}/${index + 1}: the first server is asked, and no other; remove what is there in an action of its own.`]
}

/** The address of one of the document's bases comes from the settings: one that is written out beside its name is asked by nobody. */
function unread([first]: readonly Node[], at: string, bases: readonly string[]): string[] {
  const [url, base] = [String(first?.['url']), String(first?.['x-base'])]
  if (!first || !bases.includes(base) || url.startsWith('{')) return []
  return [
    `${at}/0/url: the settings say where ${base} is, so that nothing reads ${url}; remove x-base from it, or leave the address as it was.`,
  ]
}

/** HTTP answers HEAD without a body, whatever is declared, and gives one of GET or HEAD no meaning: gateways drop or refuse it. */
function bodiless(content: Node): string[] {
  const readers = placedOperations(content).filter(([at]) => /\/(get|head)$/.test(at))
  const answers = readers.filter(([at]) => at.endsWith('/head')).flatMap(placedResponses)
  return [
    ...readers.flatMap(([at, stated]) =>
      'requestBody' in stated
        ? [`${at}/requestBody: GET and HEAD are sent without a body; expected parameters in the query, or POST.`]
        : [],
    ),
    ...answers.flatMap(([at, answer]) => ('content' in answer ? [`${at}/content: an answer to HEAD has no body; leave it out.`] : [])),
  ]
}

/** A link is for people, who would look for the operation in vain. */
function unlinked(content: Node): string[] {
  const operations = placedOperations(content)
  const ids = operations.flatMap(([, { operationId }]) => (typeof operationId === 'string' ? [operationId] : []))
  return operations.flatMap(placedResponses).flatMap(([at, answer]) =>
    Object.entries(nodeOf(answer['links'])).flatMap(([name, link]) => {
      const { operationId } = nodeOf(link)
      if (operationId === undefined || ids.includes(String(operationId))) return []
      return [`${at}/links/${pointerStep(name)}: there is no operation ${String(operationId)}.${didYouMean(String(operationId), ids)}`]
    }),
  )
}

function placedResponses([at, stated]: readonly [at: string, stated: Node]): [at: string, answer: Node][] {
  return Object.entries(nodeOf(stated['responses'])).map(([status, answer]) => [`${at}/responses/${status}`, nodeOf(answer)])
}

/** What a changed document adds for others to use and nobody uses, one sentence each: it asks for nothing, and nobody would notice. */
export function unusedDeclarations(content: Node, own: Node, { operations }: Contract): string[] {
  const used = new Set(mentioned(content))
  const needed = new Set(operations.flatMap(settingsOf))
  const components = Object.keys(nodeOf(content['components'])).flatMap((kind) =>
    added(nodeOf(content['components'])[kind], nodeOf(own['components'])[kind]).map((name) => componentAt(kind, name)),
  )
  return [
    ...components
      .filter((at) => !used.has(at))
      .map((at) => `${at.slice(1)}: nothing refers to it, so that it asks for nothing; refer to it, or leave it out.`),
    ...added(content['x-settings'], own['x-settings'])
      .filter((name) => !needed.has(name))
      .map((name) => `/x-settings/${pointerStep(name)}: no request takes a value from it; name it as x-setting, or leave it out.`),
  ]
}

function added(all: unknown, own: unknown): string[] {
  return Object.keys(nodeOf(all)).filter((name) => !Object.hasOwn(nodeOf(own), name))
}

function componentAt(kind: string, name: string): string {
  return `#/components/${kind}/${pointerStep(name)}`
}

/** The components that something within a value names: by a reference, into one as well, or as a security scheme. */
function mentioned(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(mentioned)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === '$ref' && typeof member === 'string') return [member.split('/').slice(0, 4).join('/')]
    const schemes = name === 'security' && Array.isArray(member) ? member.flatMap((each) => Object.keys(nodeOf(each))) : []
    return [...schemes.map((scheme) => componentAt('securitySchemes', scheme)), ...mentioned(member)]
  })
}
