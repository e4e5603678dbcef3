import { expect, it } from 'vitest'
import type { Node } from '../../text/json/node.ts'
import { declaredScheme, settingOf } from './declared-scheme.ts'

const declared = (scheme: Node) => declaredScheme('pays', { key: scheme }, 'key')
const http = (scheme: string) => declared({ type: 'http', scheme })

it.each(['bearer', 'Basic', 'token', 'beaver-dam', 'bar'])('a scheme of HTTP may be called %s', (scheme) => {
  expect(http(scheme)).toEqual({ name: 'key', scheme: { type: 'http', scheme } })
})

it.each([
  ['bearr', 'bearer'],
  ['Baerer', 'bearer'],
  ['basics', 'basic'],
])('%s is taken for a slip of the pen', (scheme, meant) => {
  expect(() => http(scheme)).toThrow(`pays: the security scheme key is ${scheme}, which nothing is called; did you mean ${meant}?`)
})

it('a key stands in a header of its own, in the query or in a cookie', () => {
  const key = (place: string, name: string) => () => declared({ type: 'apiKey', in: place, name })
  for (const place of ['header', 'query', 'cookie']) expect(key(place, 'x-own')().name).toBe('key')
  expect(key('query', 'content-length')().name).toBe('key')
  expect(key('header', 'Content-Length')).toThrow('is the header Content-Length, which says something else in every request')
  expect(key('body', 'x-own')).toThrow('is neither `type: http` with a scheme, nor `type: apiKey`')
})

it('its credential is the setting of its name, unless it says which', () => {
  expect(settingOf(http('bearer'))).toBe('key')
  expect(settingOf(declared({ type: 'http', scheme: 'bearer', 'x-setting': 'own' }))).toBe('own')
})
