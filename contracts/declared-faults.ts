import { isNode, type Node, nodeOf, nodesOf } from '../spec/node.ts'
import { pointerStep } from '../spec/pointer.ts'
import type { Contract } from './contract.ts'

/** What a changed document declares for nobody, one sentence each: what a contract does not hold any more cannot be seen in it. */
export function declaredFaults(content: Node, contract: Contract, own: Contract): string[] {
  return [
    ...unsecured(contract, own),
    ...repeated(content, contract),
    ...undecided(content),
    ...unjudged(content, contract, own),
    ...unsigned(content, contract),
    ...unheard(content),
    ...unfollowed(content),
    ...untimed(content, contract),
    ...unasked(content),
  ]
}

/** Whoever moves money without a credential would be found to conform. */
function unsecured({ operations }: Contract, own: Contract): string[] {
  const moving = own.operations.filter(({ movesMoney }) => movesMoney)
  const open = operations.filter(({ authentication }) => authentication.kind === 'none')
  return open
    .filter(({ id, method, path }) => moving.some((each) => each.id === id || (each.method === method && each.path === path)))
    .map(({ id }) => `${id} moves money, and asks for no credentials any more, which no overlay takes back (security).`)
}

function repeated(content: Node, { requirements }: Contract): string[] {
  const derived = requirements.find(({ id }, index) => requirements.findIndex((other) => other.id === id) < index)
  const twice = derived ? [`Two requirements are called ${derived.id}; expected an id of its own for each.`] : []
  const stated = ['x-requirements', 'x-open'].flatMap((member) => {
    const ids = idsUnder(content, member)
    const again = [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]
    return again.map((id) => `Two entries of ${member} are called ${id}; expected an id of its own for each.`)
  })
  return [...stated, ...twice]
}

/** A requirement that no check of Assay's own is about has to say which judges it, or why none can. */
function unjudged(content: Node, { requirements }: Contract, own: Contract): string[] {
  const [stated, known] = [new Set(idsUnder(content, 'x-requirements')), new Set(own.requirements.map(({ id }) => id))]
  return requirements
    .filter(({ id, judgedBy, untestable }) => stated.has(id) && !known.has(id) && judgedBy === undefined && untestable === undefined)
    .map(({ id }) => `The requirement ${id} would be judged by nothing; expected judged-by with a check, or untestable with the reason.`)
}

/** One of two words says that something is judged or observed, the other why it is not. */
function undecided(content: Node): string[] {
  return [...bothIn(content, 'x-requirements', 'judged-by', 'untestable'), ...bothIn(content, 'x-open', 'observed-by', 'unobservable')]
}

function bothIn(content: Node, member: string, ...words: readonly [string, string]): string[] {
  const both = entriesUnder(content, member).filter((entry) => words.every((word) => word in entry))
  return both.map(({ id }) => `${member}: ${String(id)} has ${words.join(' and ')}, which exclude each other.`)
}

/** A part that no operation which signs so has a field for would be signed by nobody. */
function unsigned(content: Node, { operations }: Contract): string[] {
  const schemes = Object.values(nodeOf(nodeOf(content['components'])['securitySchemes'])).filter(isNode)
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
      if (!isNode(stated)) return []
      const at = `/webhooks/${name}/${method}`
      const unread = ['requestBody', 'parameters'].find((member) => member in stated)
      if (unread !== undefined) return [`${at}/${unread}: what a callback carries is not judged; leave it out.`]
      return 'x-followed-by' in stated ? [] : [`${at}: x-followed-by is missing, so that nothing of it would be judged.`]
    }),
  )
}

/** Only a callback is followed by something. */
function unfollowed(content: Node): string[] {
  return Object.entries(nodeOf(content['paths'])).flatMap(([path, item]) =>
    operationsIn(item).flatMap(([method, stated]) => {
      const idle = ['x-followed-by', 'x-stated-in'].find((member) => member in stated)
      return idle === undefined ? [] : [`/paths/${pointerStep(path)}/${method}/${idle} is not read here; it belongs to a webhook.`]
    }),
  )
}

/** What is said of the time of signed requests stands at the scheme of a header that an operation signs with. */
function untimed(content: Node, { operations }: Contract): string[] {
  const headers = operations.flatMap(({ authentication }) => (authentication.kind === 'signed' ? [authentication.timestamp.header] : []))
  const schemes = Object.entries(nodeOf(nodeOf(content['components'])['securitySchemes']))
  return schemes
    .filter(([, scheme]) => 'x-timestamp' in nodeOf(scheme) && !headers.includes(String(nodeOf(scheme)['name'])))
    .map(([name]) => `/components/securitySchemes/${name}/x-timestamp: no operation is signed with that time, so that nothing reads it.`)
}

/** Servers of a path are for those of its operations that have none of their own, and of a list the first is asked. */
function unasked(content: Node): string[] {
  const paths = Object.entries(nodeOf(content['paths']))
  const idle = paths
    .filter(([, item]) => 'servers' in nodeOf(item) && operationsIn(item).every(([, stated]) => 'servers' in nodeOf(stated)))
    .map(([path]) => `/paths/${pointerStep(path)}/servers: each of its operations has servers of its own, so that nothing reads these.`)
  const operations = paths.flatMap(([path, item]) =>
    operationsIn(item).map(([method, stated]) => [`/paths/${pointerStep(path)}/${method}`, stated] as const),
  )
  const holders = [['', content] as const, ...paths.map(([path, item]) => [`/paths/${pointerStep(path)}`, item] as const), ...operations]
  return [...idle, ...holders.flatMap(([at, holder]) => behindFirst(nodesOf(nodeOf(holder)['servers']), `${at}/servers`))]
}

function operationsIn(item: unknown): [method: string, stated: Node][] {
  return Object.entries(nodeOf(item)).flatMap(([method, stated]) => (isNode(stated) ? [[method, stated]] : []))
}

/** Servers of one base are one to us, such as those for production and for development; another behind them was meant to be asked. */
function behindFirst([first, ...others]: readonly Node[], at: string): string[] {
  const base = first?.['x-base']
  const index = base === undefined ? -1 : others.findIndex((server) => server['x-base'] !== base)
  return index < 0 ? [] : [`${at}/${index + 1}: the first server is asked, and no other; remove what is there in an action of its own.`]
}

function idsUnder(content: Node, member: string): string[] {
  return entriesUnder(content, member).map(({ id }) => String(id))
}

function entriesUnder(part: unknown, member: string): Node[] {
  if (Array.isArray(part)) return part.flatMap((item) => entriesUnder(item, member))
  return Object.entries(nodeOf(part)).flatMap(([name, value]) => (name === member ? nodesOf(value) : entriesUnder(value, member)))
}
