import { distanceWithin } from '../../text/distance.ts'
import { asText } from '../../text/json/as-text.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject, pointerStep } from '../../text/json/pointer.ts'
import { extensions, kinds, type Members } from './grammar-members.ts'
import { nameFaults } from './grammar-names.ts'
import { shownValue, sortFault } from './grammar-values.ts'

/** Something in a document that nothing reads: where it stands, and what is read there. */
interface Misunderstood {
  readonly at: string
  readonly message: string
}

/** Every part of a document that OpenAPI 3.1 does not know and this package does not read: misspelt, it would ask for nothing. */
export function misunderstood(document: Node): Misunderstood[] {
  return within('document', document, '')
}

function within(kind: string, part: unknown, at: string): Misunderstood[] {
  if (kind === 'schema' && typeof part === 'boolean') return booleanSchema(part, at)
  if (kind === 'security') return security(part, at)
  if (!isObject(part)) return [{ at, message: `expected a mapping, found ${shownValue(part)}.` }]
  const { members = {}, needs = [] } = kinds[kind] ?? {}
  const missing = '$ref' in part ? [] : needs.filter((name) => !name.split('|').some((each) => each in part))
  return [
    ...missing.map((name) => ({ at, message: `${name.replace('|', ' or ')} is missing.` })),
    ...Object.entries(part).flatMap(([name, value]) => member(members, name, value, `${at}/${pointerStep(name)}`)),
  ]
}

/** What closes or opens a schema may be said in one word; what stands in it is said as a mapping. */
function booleanSchema(part: boolean, at: string): Misunderstood[] {
  if (/\/(additionalProperties|unevaluated\w+)$/.test(at)) return []
  if (at.endsWith('/schema') && !part) return [{ at, message: 'no value could be right.' }]
  return [{ at, message: `expected a mapping, such as {} for any value, found ${part}.` }]
}

function member(members: Members, name: string, value: unknown, at: string): Misunderstood[] {
  if (name === '$ref') return typeof value === 'string' ? [] : [{ at, message: `expected a text, found ${shownValue(value)}.` }]
  const inner = [members, extensions].find((known) => Object.hasOwn(known, name))?.[name]
  return inner === undefined ? [unknown(name, at, Object.keys(members))] : inside(inner, value, at)
}

function inside(inner: string, value: unknown, at: string): Misunderstood[] {
  const [how = '', kind = ''] = inner.split(' ')
  if (how === 'one') return within(kind, value, at)
  if (how === 'list' && kind !== '') {
    if (!Array.isArray(value)) return [{ at, message: `expected a list, found ${shownValue(value)}.` }]
    return [...value.flatMap((item, index) => within(kind, item, `${at}/${index}`)), ...asList(kind, value, at)]
  }
  if (how === 'map' || how === 'responses' || how === 'content') return mapped(how, kind, value, at)
  const expected = sortFault(inner, value)
  return expected === undefined ? [] : [{ at, message: `expected ${expected}, found ${shownValue(value)}.` }]
}

function asList(kind: string, value: readonly unknown[], at: string): Misunderstood[] {
  if (kind === 'parameter') return [...repeated(value, at), ...joined(value, at), ...spared(value, at)]
  if (['askedFor', 'schema'].includes(kind) && value.length === 0) return [{ at, message: 'it is empty, and would ask for nothing.' }]
  if (kind !== 'security' || value.length < 2) return []
  return [{ at: `${at}/1`, message: 'another way to be let in would be taken for a failure; expected one, with all that it needs.' }]
}

function mapped(how: string, kind: string, value: unknown, at: string): Misunderstood[] {
  if (!isObject(value)) return [{ at, message: `expected a mapping, found ${shownValue(value)}.` }]
  const stated = Object.entries(value).filter(([name]) => !(kind === 'pathItem' && name.startsWith('x-')))
  const names = stated.map(([name]) => name)
  const isPaths = at === '/paths'
  return [
    ...nameFaults(isPaths ? 'paths' : how, names).map(({ name, message }) => ({
      at: `${at}/${isPaths ? name : pointerStep(name)}`,
      message,
    })),
    ...stated.flatMap(([name, item]) => within(kind, item, `${at}/${pointerStep(name)}`)),
  ]
}

function security(part: unknown, at: string): Misunderstood[] {
  const isRight = isObject(part) && Object.values(part).every((roles) => Array.isArray(roles) && roles.length === 0)
  return isRight
    ? []
    : [{ at, message: `expected a mapping such as { nameOfAScheme: [] } (roles and scopes are not judged), found ${shownValue(part)}.` }]
}

/** A parameter that is declared twice in one list: only one of them would be read. */
function repeated(list: readonly unknown[], at: string): Misunderstood[] {
  const keys = list.map((each) => (isObject(each) && !('$ref' in each) ? `${asText(each['name'])} in ${asText(each['in'])}` : undefined))
  const index = keys.findIndex((key, position) => key !== undefined && keys.indexOf(key) < position)
  return index < 0 ? [] : [{ at: `${at}/${index}`, message: `the parameter ${keys[index]} is declared twice.` }]
}

/** A list in a query is sent as a parameter for each of its elements. */
function joined(list: readonly unknown[], at: string): Misunderstood[] {
  return list.flatMap((each, index) => {
    const { in: place, explode, schema } = nodeOf(each)
    if (place !== 'query' || explode !== false || ![nodeOf(schema)['type']].flat().includes('array')) return []
    return [{ at: `${at}/${index}/explode`, message: 'a list is sent as a parameter for each of its elements; leave it out.' }]
  })
}

/** No path can be sent without one of its parameters. */
function spared(list: readonly unknown[], at: string): Misunderstood[] {
  const index = list.map(nodeOf).findIndex(({ in: place, required }) => place === 'path' && required === false)
  return index < 0 ? [] : [{ at: `${at}/${index}/required`, message: 'expected true: a path has all of its parameters.' }]
}

function unknown(name: string, at: string, members: readonly string[]): Misunderstood {
  const owners = Object.entries(kinds).flatMap(([kind, { members: own }]) => (name.startsWith('x-') && name in own ? [kind] : []))
  if (owners.length > 0)
    return { at, message: `${JSON.stringify(name)} is not read here; it belongs to ${owners.map(kindWords).join(' or ')}.` }
  const known = name.startsWith('x-') ? [...Object.keys(extensions), ...members.filter((member) => member.startsWith('x-'))] : members
  const most = name.length < 4 ? 1 : 2
  const near = known.filter((member) => distanceWithin(most, member.toLowerCase(), name.toLowerCase()) !== undefined)
  const expected = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `expected one of ${known.join(', ')}.`
  return { at, message: `${JSON.stringify(name)} is not understood; ${expected}` }
}

function kindWords(kind: string): string {
  return `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind.replace(/([A-Z])/g, ' $1').toLowerCase()}`
}
