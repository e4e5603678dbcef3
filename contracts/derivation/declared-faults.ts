import { type Node, nodeOf, nodesOf } from '../../text/json/node.ts'
import { isObject, pointerStep } from '../../text/json/pointer.ts'
import type { Contract, Operation } from '../contract.ts'
import { requestInputs } from '../fields.ts'
import { didYouMean } from '../suggestion.ts'

/** What a changed document declares for nobody, one sentence each: what a contract does not hold any more cannot be seen in it. */
export function declaredFaults(content: Node, contract: Contract, own: Contract): string[] {
  return [
    ...unsecured(contract, own),
    ...disbelieved(content, contract, own),
    ...repeated(content, contract),
    ...undecided(content),
    ...unjudged(content, contract, own),
    ...unsigned(content, contract),
    ...unheard(content),
    ...unfollowed(content),
    ...untimed(content, contract),
    ...unasked(content, own),
    ...bodiless(content),
    ...unlinked(content),
    ...uncited(contract, own),
  ]
}

/** A clause is one that the source has, or one that the overlay titles. */
function uncited({ clauses, requirements, openPoints }: Contract, own: Contract): string[] {
  const known = [...Object.keys(clauses), ...[...own.requirements, ...own.openPoints].map(({ clause }) => clause)]
  const isKnown = (clause: string) => known.some((each) => each === clause || each.startsWith(`${clause}.`))
  return [...requirements, ...openPoints]
    .filter(({ clause }) => !isKnown(clause))
    .map(
      ({ id, clause }) =>
        `${id} is of clause ${clause}, which the source does not have; name one of its clauses, or title it in x-clauses.`,
    )
}

/** Whoever moves money without a credential would be found to conform. */
function unsecured({ operations }: Contract, own: Contract): string[] {
  const moving = own.operations.filter(({ movesMoney }) => movesMoney)
  const open = operations.filter(({ authentication }) => authentication.kind === 'none')
  return open
    .filter(({ id, method, path }) => moving.some((each) => each.id === id || (each.method === method && each.path === path)))
    .map(({ id }) => `${id} moves money, and asks for no credentials any more, which no overlay takes back (security).`)
}

/** What is likely to move money is guarded whatever is said of it, and by what the document says of its own the others are known. */
function disbelieved(content: Node, { operations }: Contract, own: Contract): string[] {
  return placedOperations(content).flatMap(([at, stated]) => {
    const same = ({ method, path }: Operation) => at === `/paths/${pointerStep(path)}/${method.toLowerCase()}`
    const isGone = own.operations.some((each) => each.movesMoney && same(each)) && stated['x-money'] !== true
    const isIdle = stated['x-money'] === false && operations.some((each) => each.movesMoney && same(each))
    if (isGone) return [`${at}/x-money: it moves money, which no overlay takes back.`]
    return isIdle
      ? [`${at}/x-money: it is signed or asked for as what moves money is, and guarded like it whatever this says; leave it out.`]
      : []
  })
}

function repeated(content: Node, { operations, requirements }: Contract): string[] {
  const derived = requirements.find(({ id }, index) => requirements.findIndex((other) => other.id === id) < index)
  const twice = derived
    ? [sharedInput(derived.id, operations) ?? `Two requirements are called ${derived.id}; expected a different id for each.`]
    : []
  const stated = ['x-requirements', 'x-open'].flatMap((member) => {
    const ids = idsUnder(content, member)
    const again = [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]
    return again.map((id) => `Two entries of ${member} are called ${id}; expected a different id for each.`)
  })
  return [...stated, ...twice]
}

/** An input is known by its name, wherever it stands: of two of one name nobody could tell which is meant. */
function sharedInput(requirement: string, operations: readonly Operation[]): string | undefined {
  const shared = operations.flatMap((operation) => {
    const names = requestInputs(operation).map(({ name }) => name)
    const name = names.find((each, index) => names.indexOf(each) < index && requirement.startsWith(`${operation.id}.input.${each}.`))
    return name === undefined
      ? []
      : [`${operation.id}: two of its inputs are called ${name}, and something is asked of both; ask it of one.`]
  })
  return shared[0]
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

function placedOperations(content: Node): [at: string, stated: Node][] {
  return Object.entries(nodeOf(content['paths'])).flatMap(([path, item]) =>
    operationsIn(item).map(([method, stated]): [string, Node] => [`/paths/${pointerStep(path)}/${method}`, stated]),
  )
}

function placedResponses([at, stated]: readonly [at: string, stated: Node]): [at: string, answer: Node][] {
  return Object.entries(nodeOf(stated['responses'])).map(([status, answer]) => [`${at}/responses/${status}`, nodeOf(answer)])
}

function operationsIn(item: unknown): [method: string, stated: Node][] {
  return Object.entries(nodeOf(item)).flatMap(([method, stated]) => (isObject(stated) ? [[method, stated]] : []))
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

function idsUnder(content: Node, member: string): string[] {
  return entriesUnder(content, member).map(({ id }) => String(id))
}

function entriesUnder(part: unknown, member: string): Node[] {
  if (Array.isArray(part)) return part.flatMap((item) => entriesUnder(item, member))
  return Object.entries(nodeOf(part)).flatMap(([name, value]) => (name === member ? nodesOf(value) : entriesUnder(value, member)))
}
