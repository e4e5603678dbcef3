import { expect, it } from 'vitest'
import { readInteraction } from '../reading/interaction.ts'
import { contradictions } from './contradiction.ts'

const right = { method: 'POST', path: '/a', query: 'b=1&c=2', headers: { 'X-A': '1', 'X-B': '2' }, body: { a: 1, b: [{ c: 1, d: 2 }] } }

function told(second: object, whole: object = {}) {
  const asked = (request: object, answer: object) => readInteraction({ ...whole, request, response: { body: answer } }, 3)
  const all = [asked(right, { n: 1 }), asked({ ...right, ...second }, { n: 2 })]
  return [...contradictions(all).values()].flat().map(({ at }) => at)
}

it.each([
  ['the same request', {}],
  ['one whose parameters come in another order', { query: 'c=2&b=1' }],
  ['one whose headers do, and are spelt otherwise', { headers: { 'x-b': '2', 'x-a': '1' } }],
  ['one whose fields do', { body: { b: [{ d: 2, c: 1 }], a: 1 } }],
])('two answers to %s contradict one another', (_, second) => expect(told(second)).toEqual(['response body /n']))

it.each([
  ['another method', { method: 'PUT' }],
  ['another path', { path: '/b' }],
  ['another parameter', { query: 'b=1' }],
  ['another header', { headers: { 'X-A': '2', 'X-B': '2' } }],
  ['another field', { body: { a: 1 } }],
  ['a list in another order', { body: { a: 1, b: [{ d: 2 }, { c: 1 }] } }],
  ['no body', { body: undefined }],
  ['what a generator makes', { generators: { body: { '$.a': { type: 'RandomInt' } } } }],
])('a request with %s may have another answer', (_, second) => expect(told(second)).toEqual([]))

it('messages contradict nothing', () => expect(told({}, { type: 'Asynchronous/Messages' })).toEqual([]))

it('rules where either leaves open what the other knows contradict nothing', () => {
  const rules = { matchingRules: { body: { '$.n': { matchers: [{ match: 'type' }] } } } }
  const [one, other] = [1, 2].map((n) => readInteraction({ request: right, response: { body: { n }, ...(n === 2 ? rules : {}) } }, 3))
  expect([...contradictions([one, other].flatMap((each) => each ?? [])).values()].flat()).toEqual([])
})
