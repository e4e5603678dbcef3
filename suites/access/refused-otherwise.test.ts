import { expect, it } from 'vitest'
import { signed, target } from '../../engine/evidence/evidence.fixture.ts'
import { whereTold } from './refused-otherwise.ts'
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
