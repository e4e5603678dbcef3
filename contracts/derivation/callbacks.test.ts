import { expect, it } from 'vitest'
import { loadDocument } from '../../spec/document.ts'
import { callbackRequirements, derive, deriveCallbacks } from './derive.ts'

const { content } = await loadDocument()
const { operations, callbacks, requirements } = derive(await loadDocument())

it('a callback has an id, a method, and an operation that follows it', () => {
  expect(callbacks.map(({ id, method }) => [id, method])).toEqual([['notifyPayment', 'POST']])
  expect(operations.map(({ id }) => id)).toContain(callbacks[0]?.followedBy)
})

it('what binds it is required of providers, each in the clause that states it', () => {
  const own = callbacks.flatMap(callbackRequirements)
  expect(own.map(({ id, clause }) => [id, clause])).toEqual([
    ['notifyPayment.method', '4.4'],
    ['notifyPayment.json', '0'],
    ['notifyPayment.followed', '6.1'],
  ])
  expect(own.every(({ level, binds }) => level === 'MUST' && binds === 'provider')).toBe(true)
  expect(requirements).toEqual(expect.arrayContaining(own))
})

it('a webhook that nothing follows is ignored, and one that is followed by a missing operation is refused', () => {
  const hook = (stated: object) => ({ ...content, webhooks: { other: { put: { operationId: 'tell', ...stated } } } })
  expect(deriveCallbacks(hook({}), operations)).toEqual([])
  expect(deriveCallbacks(hook({ 'x-followed-by': operations[0]?.id }), operations)).toMatchObject([
    { id: 'tell', method: 'PUT', clause: operations[0]?.clause },
  ])
  expect(() => deriveCallbacks(hook({ 'x-followed-by': 'nothing' }), operations)).toThrow(
    /tell: x-followed-by is nothing; expected one of get/,
  )
})
