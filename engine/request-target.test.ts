import { expect, it } from 'vitest'
import { requestTarget } from './request-target.ts'

it.each([
  ['http://host:1/a/./b/../c/%2e%2E//d?e=f&e=', '/a/./b/../c/%2e%2E//d?e=f&e='],
  ['https://user:word@HOST//a', '//a'],
  ['http://host', '/'],
  ['http://host?a', '/?a'],
  ['http://host/a b/../ü#c', '/%C3%BC'],
])('%s is asked for as %s', (url, target) => expect(requestTarget(url)).toBe(target))
