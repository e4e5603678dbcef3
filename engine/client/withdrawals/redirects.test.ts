import { expect, it } from 'vitest'
import type { Exchange } from '../../exchange.ts'
import { inDoubt } from './redirects.ts'

/** An answer of 302 to a request for a path of a target. */
function redirected(path: string, location: string): Exchange {
  const request = { method: 'POST', url: `http://pay.example${path}`, headers: [] }
  const response = { status: 302, headers: [['location', location]], body: Buffer.alloc(0), truncated: false }
  return { id: `${path} ${location}`, request, response } as unknown as Exchange
}

it.each([
  { read: '/', withdrawal: '/', listed: 0 },
  { read: '/login?next=/read', withdrawal: '/login?next=/withdraw', listed: 0 },
  { read: 'https://new.example/read', withdrawal: 'https://new.example/withdraw', listed: 0 },
  { read: '/login', withdrawal: '/done', listed: 1 },
])('where a right read is redirected to $read, one to $withdrawal leaves withdrawals to look for: $listed', (each) => {
  const [read, sent] = [redirected('/read', each.read), redirected('/withdraw', each.withdrawal)]
  const unknown = [{ at: 0, exchange: sent.id, withdrawal: {} }]
  expect(inDoubt(unknown, [read, sent], [read])).toHaveLength(each.listed)
  expect(inDoubt(unknown, [read, sent], [])).toEqual(unknown)
})
