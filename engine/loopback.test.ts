import { expect, it } from 'vitest'
import { isLoopback } from './loopback.ts'

it.each([
  ['http://127.0.0.1:4010', true],
  ['https://127.9.9.9/prefix', true],
  ['http://[::1]:4010', true],
  ['http://localhost', true],
  ['http://127.0.0.1.example', false],
  ['http://localhost.example', false],
  ['http://me.localhost', false],
  ['http://10.0.0.1', false],
  ['http://0.0.0.0', false],
  ['no address', false],
])('%s is an address on this machine: %s', (address, want) => expect([isLoopback(address), isLoopback(address)]).toEqual([want, want]))

it('an address is still classified after many others', () => {
  for (let port = 1; port <= 100; port += 1) expect(isLoopback(`http://127.0.0.1:${port}`)).toBe(true)
  expect([isLoopback('http://127.0.0.1:100'), isLoopback('http://10.0.0.1:100')]).toEqual([true, false])
})
