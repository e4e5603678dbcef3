import { expect, it } from 'vitest'
import { pathValues } from './path-template.ts'

it.each([
  ['/coins', '/coins', {}],
  ['/coins', '/coins/', undefined],
  ['/coins/{id}', '/coins/7', { id: '7' }],
  ['/coins/{id}', '/coins/a%20b', { id: 'a b' }],
  ['/coins/{id}', '/coins/', undefined],
  ['/coins/{id}', '/coins/7/8', undefined],
  ['/coins/{id}.json', '/coins/7.json', { id: '7' }],
  ['/coins/{id}.json', '/coins/7xjson', undefined],
  ['/{coin-id}/of/{chain}', '/7/of/BSC', { 'coin-id': '7', chain: 'BSC' }],
])('%s has in %s the values %j', (template, path, values) => expect(pathValues(template, path)).toEqual(values))
