import type { Operation } from '../../contracts/contract.ts'
import { queryParameters } from '../../contracts/fields.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
import { type Headers, queryOf, type SentRequest, withParameters } from '../../engine/exchange.ts'
import type { Seed } from '../../engine/seed.ts'
import { membersOf } from '../../provider/received.ts'
import { compressed } from './edited-request.ts'
import { claimMembers } from './forwarded-claims.ts'
import type { RequestSeen } from './listed-forms.ts'

/** Inputs as few clients write them: a guard may read something else than the service does, or nothing at all. */
export interface OddInputs {
  /** Stable: part of a mutant's name. */
  readonly id: string
  /** In words that finish "sent …, with …". */
  readonly words: string
  readonly change: (request: SentRequest, seed: Seed) => SentRequest
  readonly isSeen: (request: RequestSeen) => boolean
}

/** None where money moves: there such a body is malformed anyway. */
export function oddInputs({ body, parameters, movesMoney }: Operation): readonly OddInputs[] {
  if (movesMoney) return []
  if (body) return oddBodies.filter(({ id }) => id !== retyped || body.fields.some(({ schema }) => isNumeric(schema)))
  return queryParameters({ parameters }).length > 0 ? oddQueries : []
}

const retyped = 'retyped'

/** In an order by which those that a service may take go with the likelier wrong values. */
const oddBodies: readonly OddInputs[] = [
  inBody('listed-body', 'its body in a list', [(text) => `[${text}]`], (text) => text.startsWith('[')),
  inBody(
    retyped,
    'texts for the numbers in its body, perhaps numbers for its texts',
    [eachNumber(String), (text) => eachNumber(String)(eachText(asNumber)(text))],
    (text) => valuesIn(text).some((value) => typeof value === 'string' && /^\d{1,3}$/.test(value)),
  ),
  inBody('doubled-keys', 'each of its keys twice', [(text) => `${text.slice(0, -1)},${text.slice(1)}`], (text) =>
    /^\{(.+),\1\}$/.test(text),
  ),
  inBody(
    'claimed-rights',
    'claims of rights in its body',
    [(text) => JSON.stringify({ ...claimMembers, role: 'admin', ...membersOf(Buffer.from(text)) })],
    (text) => text.includes('"isAdmin":true'),
  ),
  inBody(
    'nested-values',
    'lists or operators of a database for the texts in its body',
    [eachText((value) => [value]), eachText(() => ({ $ne: '' }))],
    (text) => valuesIn(text).some((value) => typeof value === 'object' && value !== null),
  ),
  inBody('null-values', 'null for the values in its body, or nothing in its texts', [eachMember(() => null), eachText(() => '')], (text) =>
    valuesIn(text).some((value) => value === null || value === ''),
  ),
  { id: 'compressed', words: 'its body compressed', change: compressed, isSeen: ({ headers }) => headers['content-encoding'] === 'gzip' },
]

const oddQueries: readonly OddInputs[] = [
  inQuery(
    'doubled-query',
    'each value twice in its query',
    (pairs) => [...pairs, ...pairs],
    (pairs) => new Set(pairs.map(String)).size < pairs.length,
  ),
  inQuery(
    'bracketed-query',
    'brackets behind the names in its query',
    (pairs) => pairs.map(([name, value]) => [`${name}[]`, value]),
    (pairs) => pairs.some(([name]) => name.endsWith('[]')),
  ),
  inQuery(
    'empty-query',
    'nothing for the values in its query',
    (pairs) => pairs.map(([name]) => [name, '']),
    (pairs) => pairs.length > 0 && pairs.every(([, value]) => value === ''),
  ),
  inQuery(
    'wild-query',
    'a star for the values in its query',
    (pairs) => pairs.map(([name]) => [name, '*']),
    (pairs) => pairs.some(([, value]) => value === '*'),
  ),
  inQuery(
    'long-query',
    'much more in its query',
    (pairs) => [...pairs, ['_', 'x'.repeat(longQuery)]],
    (pairs) => pairs.some(([, value]) => value.length >= longQuery),
  ),
]

/** Longer than what caches look at of an address, shorter than what servers refuse. */
const longQuery = 2500

type Write = (text: string) => string

/** The seed chooses one of the ways. */
function inBody(id: string, words: string, ways: readonly Write[], isSeen: (text: string) => boolean): OddInputs {
  return {
    id,
    words,
    change: ({ body = Buffer.alloc(0), ...request }, seed) => ({
      ...request,
      body: Buffer.from(seed.pick(`odd/${id}`, ways)(body.toString('utf8'))),
    }),
    isSeen: ({ body }) => isSeen(body.toString('utf8')),
  }
}

function inQuery(id: string, words: string, change: (pairs: Headers) => Headers, isSeen: (pairs: Headers) => boolean): OddInputs {
  return {
    id,
    words,
    change: (request) => ({ ...request, url: withParameters(request.url, change(queryOf(request.url))) }),
    isSeen: ({ query }) => isSeen([...query]),
  }
}

function eachMember(change: (value: unknown) => unknown): Write {
  return (text) =>
    JSON.stringify(Object.fromEntries(Object.entries(membersOf(Buffer.from(text))).map(([name, value]) => [name, change(value)])))
}

function eachNumber(change: (value: number) => unknown): Write {
  return eachMember((value) => (typeof value === 'number' ? change(value) : value))
}

function eachText(change: (value: string) => unknown): Write {
  return eachMember((value) => (typeof value === 'string' ? change(value) : value))
}

function asNumber(text: string): unknown {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
}

function valuesIn(text: string): unknown[] {
  return Object.values(membersOf(Buffer.from(text)))
}
