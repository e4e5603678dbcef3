import { describe, expect, it } from 'vitest'
import { exchange, listing, response, signed } from '../../evidence/evidence.fixture.ts'
import type { Exchange } from '../../exchange.ts'
import { agentFiltersOf } from './agent-filters.ts'

const page = response(200, { status: 'success', message: '', data: [{ currency: { name: 'Bitcoin' }, rank: 1 }] })
const broken = { kind: 'reset', message: 'the connection broke' } as const

/** An exchange of a client of this name: answered, or broken off. */
function asked(name: string, role: string, answer: Exchange['response'] | typeof broken, startedAt: number): Exchange {
  const { response: _, failure: __, ...one } = exchange(listing, role, page)
  const request = { ...one.request, headers: [['user-agent', name] as const] }
  return { ...one, request, startedAt, ...(answer && 'kind' in answer ? { failure: answer } : { response: answer }) } as Exchange
}

function right(one: Exchange) {
  return { exchange: one, operation: listing, isUnusual: false, isAccepted: one.response !== undefined }
}

describe('a client whose connections break', () => {
  const rights = [
    asked('assay', 'control', page, 1),
    asked('got', 'one', broken, 2),
    asked('got', 'two', broken, 3),
    asked('assay', 'after', page, 4),
  ]
  const found = (...wrong: Exchange[]) => agentFiltersOf(rights.map(right), [...rights, ...wrong]).map(({ taken }) => taken)

  it('is turned away where none of its requests is answered', () =>
    expect(found(asked('got', 'none', broken, 5), asked('assay', 'none', response(401, {}), 6))).toEqual([['assay']]))
  it('is not where a wrong one of its requests is answered', () => expect(found(asked('got', 'none', response(401, {}), 5))).toEqual([]))
})

describe('a client whose right requests are refused', () => {
  const forbidden = response(403, {})
  const rights = [
    asked('got', 'control', forbidden, 1),
    asked('got', 'one', forbidden, 2),
    asked('assay', 'two', page, 3),
    asked('assay', 'after', page, 4),
  ]
  const found = (...wrong: Exchange[]) =>
    agentFiltersOf(
      rights.map((one) => ({ ...right(one), isAccepted: one.response === page })),
      [...rights, ...wrong],
    ).map(({ taken }) => taken)

  it('is turned away where its wrong ones are refused alike', () => expect(found(asked('got', 'none', forbidden, 5))).toEqual([['assay']]))
  it('is not where a wrong one of its requests is asked who it is', () =>
    expect(found(asked('got', 'none', response(401, {}), 5))).toEqual([]))
})

describe('a client with one right request that is refused', () => {
  const forbidden = response(403, {})
  const rights = [asked('assay', 'control', page, 1), asked('got', 'one', forbidden, 2), asked('assay', 'after', page, 3)]
  const asksWrongly = (name: string, answer: Exchange['response']) => ['none', 'other'].map((role, at) => asked(name, role, answer, 4 + at))
  const found = (...wrong: Exchange[]) =>
    agentFiltersOf(
      rights.map((one) => ({ ...right(one), isAccepted: one.response === page })),
      [...rights, ...wrong],
    ).map(({ taken }) => taken)

  it('is turned away where it gets the same to everything, and nobody else gets that', () =>
    expect(found(...asksWrongly('got', forbidden), ...asksWrongly('assay', response(401, {})))).toEqual([['assay']]))
  it('may be by chance where wrong requests of others are refused alike', () =>
    expect(found(...asksWrongly('got', forbidden), ...asksWrongly('assay', forbidden))).toEqual([]))
  it('may be by chance where nothing else is known of it', () => expect(found(...asksWrongly('assay', response(401, {})))).toEqual([]))
})

it('an operation turns away whom another does, though it served others only before', () => {
  const forbidden = response(403, {})
  const listed = [asked('got', 'one', forbidden, 2), asked('got', 'two', forbidden, 3), asked('assay', 'after', page, 4)]
  const withdrawn = [asked('assay', 'control', page, 1), asked('got', 'three', forbidden, 5)]
  const all = [...listed.map((one) => ({ one, operation: listing })), ...withdrawn.map((one) => ({ one, operation: signed }))]
  const rights = all.map(({ one, operation }) => ({ ...right(one), operation, isAccepted: one.response === page }))
  expect(
    agentFiltersOf(
      rights,
      rights.map(({ exchange }) => exchange),
    ).map(({ operation }) => operation),
  ).toEqual([listing, signed])
  const alone = rights.filter(({ operation }) => operation === signed)
  expect(agentFiltersOf(alone, withdrawn)).toEqual([])
})

it('clients are told apart without a look at all others for each, as a stranger may send very many', () => {
  let reads = 0
  const forbidden = response(403, {})
  const rights = Array.from({ length: 1000 }, (_, index) => {
    const one = asked(`client ${index}`, `role-${index}`, index % 2 === 0 ? forbidden : page, index)
    const get = () => {
      reads += 1
      return true
    }
    return Object.defineProperty({ ...right(one), isAccepted: one.response === page }, 'isUnusual', { get })
  })
  const exchanges = rights.map((one) => one.exchange)
  expect(agentFiltersOf(rights, exchanges).map(({ turned }) => turned.length)).toEqual([500])
  expect(reads).toBeLessThan(50 * 1000)
})
