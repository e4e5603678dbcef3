import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { exchange, listing, paged, response, signed, target } from '../../engine/evidence/evidence.fixture.ts'
import { behindRole, openingRole } from '../../engine/probes/roles.ts'
import { allWrongCredentials } from '../credentials/probe.ts'
import { orPlain, whereTold } from './refused-otherwise.ts'
import type { WrongRequest } from './wrong-request.ts'

const wrong = (role: string, omitted?: string): WrongRequest => ({
  role,
  requirement: 'own',
  title: role,
  omitted: () => omitted,
  build: () => ({ method: signed.method, url: 'http://127.0.0.1:1/', headers: [] }),
})

it('what may not be sent to a target does not follow from any answer either', () => {
  const [first, ...further] = whereTold(wrong('places'), [wrong('query'), wrong('own', 'It goes to its origin alone.')], () => true)
  expect(first?.next?.(target).map(({ role }) => role)).toEqual(['query'])
  expect(further.map(({ role, within }) => [role, within])).toEqual([
    ['query', 'places'],
    ['own', 'places'],
  ])
})

it.each([behindRole, 'none.far-page'])('what is told of the plain form of %s names nothing else that was unusual in it', (role) => {
  const { title = '', plainTitles = [] } = allWrongCredentials(contract, paged).find((each) => each.role === role) ?? {}
  expect(title.replace(plainTitles[0] ?? '', '…')).toMatch(/^…, with nothing in its body$|^… for a page /)
})

it('other words of one status for all tell nothing where each refusal has words of its own', () => {
  const words = ['ash', 'beech', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine']
  const refused = (role: string, error: string) => exchange(listing, role, response(400, { error }))
  const unusual = orPlain(listing, wrong('unusual'), wrong('plain'))
  const isFollowed = (others: readonly string[]) => {
    const sent = [refused(openingRole, 'yew'), ...others.map((word) => refused(word, word))]
    return unusual.onAnswer?.(refused('unusual', 'willow'), new Map(sent.map((each) => [each.role, each])))
  }
  expect([isFollowed(words), isFollowed(words.map(() => 'yew'))]).toEqual([false, true])
})

it.each([
  ['middle-changed', listing],
  ['middle-changed.early', listing],
  ['whole.middle-changed', signed],
  ['whole.middle-changed.early', signed],
])(
  'another status tells nothing where the same wrong value is refused with several, as by one server and then by another: %s',
  (again, operation) => {
    const refused = (role: string, status: number) => exchange(operation, role, response(status, { error: 'no' }))
    const unusual = orPlain(operation, wrong('plain'), wrong('unusual'))
    const isFollowed = (status: number, other = 400) => {
      const sent = [refused(openingRole, 401), refused(again, status), refused('truncated', other)]
      return unusual.onAnswer?.(refused('unusual', 403), new Map(sent.map((each) => [each.role, each])))
    }
    expect([isFollowed(401), isFollowed(403), isFollowed(400), isFollowed(429), isFollowed(500)]).toEqual([true, false, false, true, true])
  },
)

it('what lacks the headers of a signature is a measure of others only where most are refused like it', () => {
  const usual: readonly (readonly [string, string])[] = [['x-api-key', 'key']]
  const refused = (role: string, status: number, headers = usual) => {
    const { request, ...rest } = exchange(signed, role, response(status, { error: 'refused' }))
    return { ...rest, request: { ...request, headers } }
  }
  const unusual = orPlain(signed, wrong('plain'), wrong('unusual'))
  const isFollowed = (others: readonly number[]) => {
    const sent = [refused(openingRole, 401), refused(behindRole, 400, []), ...others.map((status, at) => refused(`other-${at}`, status))]
    return unusual.onAnswer?.(refused('unusual', 400), new Map(sent.map((each) => [each.role, each])))
  }
  expect([isFollowed([]), isFollowed([401, 401, 400]), isFollowed([400, 400, 401])]).toEqual([true, true, false])
})

it('of an operation that signs nothing, what lacks a credential behind a right request, with nothing in its body, measures no other', () => {
  const unusual = orPlain(listing, wrong('unusual'), wrong('plain'))
  const refused = (role: string, status: number) => exchange(listing, role, response(status, { error: 'refused' }))
  const sent = [refused(openingRole, 401), refused('none', 401), refused(behindRole, 400)]
  expect(unusual.onAnswer?.(refused('unusual', 400), new Map(sent.map((each) => [each.role, each])))).toBe(true)
})
