import { expect, it } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { controlRoles } from '../probes/roles.ts'
import { exchange, listing, response } from './evidence.fixture.ts'
import { isThrottled, mayBeThrottled, saysTooMuch, throttledAmong } from './throttled-answers.ts'

/** A right request by its role, `!` for an unusual one, and the status that it got; `lost` where an answer was lost before. */
type Asked = readonly [role: string, status: number, lost?: number]

function throttled(...asked: readonly Asked[]): number {
  const right = asked.map(([named, status, lost]) => {
    const role = named.replace('!', '')
    const sent = { ...exchange(listing, role, response(status, { message: 'no' })), ...(lost === undefined ? {} : { lost }) }
    return { exchange: sent, operation: listing, isUnusual: named.startsWith('!'), isAccepted: status === 200 }
  })
  return throttledAmong(right).length
}

const many = (count: number): Asked[] => Array.from({ length: count }, () => ['among-1', 200])

it.each<[what: string, asked: readonly Asked[], count: number]>([
  [
    'a share of those that are like the others',
    [
      ['control', 200],
      ['among-1', 401],
      [controlRoles.after, 401],
    ],
    2,
  ],
  [
    'one of them, which may be chance',
    [
      ['control', 200],
      ['among-1', 401],
    ],
    0,
  ],
  ['two of very many', [...many(21), ['among-1', 401], [controlRoles.after, 401]], 0],
  [
    'those that ask something of their own',
    [
      ['control', 200],
      ['variety.a', 401],
      ['variety.b', 401],
    ],
    0,
  ],
  [
    'the same, with the status of crowds',
    [
      ['control', 200],
      ['variety.a', 409],
      ['variety.b', 409],
    ],
    2,
  ],
  [
    'the last ones alone',
    [
      ['among-1', 200],
      [controlRoles.after, 401],
      [controlRoles.after, 401],
    ],
    2,
  ],
  [
    'those among wrong ones alone',
    [
      ['control', 200],
      ['among-1', 401],
      ['among-2', 401],
    ],
    2,
  ],
  [
    'all of them',
    [
      ['control', 401],
      ['among-1', 401],
    ],
    0,
  ],
  [
    'unusual ones, which are refused for what they ask',
    [
      ['control', 200],
      ['!among-1', 401],
      ['!among-2', 401],
    ],
    0,
  ],
  [
    'unusual ones whose answers were lost',
    [
      ['control', 200],
      ['!among-1', 401, 1],
      ['!among-2', 401, 1],
    ],
    2,
  ],
  [
    'those that were accepted at last',
    [
      ['control', 200],
      ['among-1', 200, 1],
      ['among-2', 200, 1],
    ],
    2,
  ],
  [
    'those of an operation that takes unusual ones alone',
    [
      ['control', 401],
      ['among-1', 401],
      ['!variety.a', 200],
    ],
    0,
  ],
  [
    'those of one that takes what is sent again',
    [
      ['control', 401],
      ['among-1', 401],
      ['!client.again', 200],
    ],
    2,
  ],
])('right requests that are turned away: %s', (_, asked, count) => expect(throttled(...asked)).toBe(count))

it('one alone counts where it is told that it was too much', () => {
  const away = exchange(listing, 'variety.a', response(403, { message: 'Rate limit exceeded' }))
  const taken = exchange(listing, 'control', response(200, listing.success.example))
  const right = [away, taken].map((each) => ({ exchange: each, operation: listing, isUnusual: false, isAccepted: each === taken }))
  expect(throttledAmong(right)).toEqual([away])
})

const failing = (kind: NonNullable<Exchange['failure']>['kind']): Exchange => {
  const { response: _, ...unanswered } = exchange(listing, 'control')
  return { ...unanswered, failure: { kind, message: kind } }
}
const told = (status: number, body: unknown, headers: readonly (readonly [string, string])[] = []) =>
  exchange(listing, 'control', response(status, body, headers))

it.each<[what: string, sent: Exchange, isOne: boolean, mayBe: boolean]>([
  ['a broken connection', failing('reset'), true, true],
  ['a refused one', failing('refused'), true, true],
  ['a time-out', failing('time-out'), true, true],
  ['a name that nobody has', failing('name'), false, false],
  ['409', told(409, '{}'), true, true],
  ['a refusal', told(401, 'no'), false, true],
  ['a fault, whatever it says', told(500, 'too many requests'), false, false],
  ['a success that says nothing', told(200, { message: 'ok' }), false, true],
  ['a success that is no JSON', told(200, 'ok'), false, false],
  ['a page that asks for proof of a person', told(200, '<title>Just a moment...</title>'), false, true],
  ['one of a coding that is untrue', { ...told(200, '{}'), response: { ...response(200, '{}'), codingFault: 'untrue' } }, false, false],
])('tells what may be a limit: %s', (_, sent, isOne, mayBe) => expect([isThrottled(sent), mayBeThrottled(sent)]).toEqual([isOne, mayBe]))

it.each<[what: string, sent: Exchange, isSaid: boolean]>([
  ['nothing left', told(403, '', [['X-RateLimit-Remaining', ' 0 ']]), true],
  ['one left', told(403, '', [['X-RateLimit-Remaining', '1']]), false],
  ['when to come again', told(403, '', [['Retry-After', '5']]), true],
  ['a page that says it', told(302, '', [['Location', '/too-many_requests']]), true],
  ['words that are far too long to be read', told(403, `${'x '.repeat(6000)} too many`), false],
])('tells what says that it was too much: %s', (_, sent, isSaid) => expect(saysTooMuch(sent)).toBe(isSaid))
