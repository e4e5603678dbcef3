import { describe, expect, it, vi } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { requestFields } from '../../contracts/fields.ts'
import type { Exchange } from '../exchange.ts'
import { exchange, listing, paged, response, signed } from './evidence.fixture.ts'
import { classifyAmong, codesOf, isAlike } from './refusal-form.ts'

const coin = { currency: { name: 'Bitcoin' }, site: 'https://coin.example/', rank: 1, price: 1, birth_date: '2009-01-03' }
const given = exchange(listing, 'control', response(200, { status: 'success', message: '', data: [coin] }))
const registered = exchange(signed, 'control', response(200, { message: 'registered', data: { withdrawId: 7 } }), withdrawal())

const classified = (operation: Operation, wrong: Exchange, others: readonly Exchange[]) => classifyAmong(operation, wrong, others)

describe('a 2xx that holds nothing, of an operation that only gives something', () => {
  it.each([[{ error: 'no' }], [{ message: 'no' }], [{ status: 0 }], [[]], [{}], ['null'], [''], ['no'], ['<h1>Hello</h1>']])(
    'is a refusal: %j',
    (body) => {
      expect(classified(listing, exchange(listing, 'none', response(200, body)), [given])).toBe('refused')
    },
  )

  it('is a refusal of a list that is asked for by POST, too', () => {
    const list = exchange(paged, 'control', response(200, paged.success.example))
    expect(classified(paged, exchange(paged, 'none', response(200, {})), [list])).toBe('refused')
  })

  it.each([
    ['what was given, in another form', { rows: [['Bitcoin', 'https://coin.example/']] }],
    ['what was given, as text', 'name;site\nBitcoin;https://coin.example/'],
    ['a text that nobody can read', { payload: 'eyJkYXRhIjpbXX0'.repeat(20) }],
    ['bytes', Buffer.from([0, 1, 2, 0xff])],
    ['a long text', 'word '.repeat(4000)],
  ])('is none with %s', (_, body) => {
    expect(classified(listing, exchange(listing, 'none', response(200, body)), [given])).toBe('unanswered')
  })

  it('is no refusal if it was cut off', () => {
    const cut = { ...response(200, ' '), truncated: true }
    expect(classified(listing, exchange(listing, 'none', cut), [given])).toBe('unanswered')
  })
})

describe('a 2xx that holds nothing, of an operation that registers something', () => {
  const bodies: [unknown][] = [[{ error: 'no' }], [{ message: 'Received' }], [{ status: 0 }], [[]], [{}], ['null'], ['']]
  const wrong = (body: unknown) => exchange(signed, 'wrong', response(200, body), withdrawal())

  it.each(bodies)('tells nothing by itself: %j', (body) => {
    const refused = exchange(signed, 'body.null', response(400, { error: 'body' }), null)
    expect(classified(signed, wrong(body), [registered, refused])).toBe('unanswered')
  })

  it.each(bodies)('is a refusal where nothing to register is answered alike: %j', (body) => {
    expect(classified(signed, wrong(body), [registered, exchange(signed, 'body.null', response(200, body), null)])).toBe('refused')
  })

  it('is none where it was cut off: behind an excerpt may stand what was registered', () => {
    const cut = { ...response(200, '{'), truncated: true }
    const [long, nothing] = [exchange(signed, 'wrong', cut, withdrawal()), exchange(signed, 'body.null', cut, null)]
    expect(classified(signed, long, [registered, nothing])).toBe('unanswered')
  })

  it.each([201, 202])('is none with %i, which says that something was made', (status) => {
    const nothing = exchange(signed, 'body.null', response(status, ''), null)
    const wrong = exchange(signed, 'wrong', response(status, ''), withdrawal())
    expect(classified(signed, wrong, [registered, nothing])).toBe('unanswered')
  })

  it('is a refusal whatever time and request it tells', () => {
    const told = (id: number) => ({ code: 7, requestId: `r${id}`, timestamp: id })
    const nothing = exchange(signed, 'body.array', response(200, told(1)), [])
    expect(classified(signed, wrong(told(2)), [registered, nothing])).toBe('refused')
  })

  it.each([
    [{ c: 4 }, { c: 9 }, 'refused'],
    [{ m: 'signature' }, { m: 'body' }, 'refused'],
    [{ m: 'signature' }, { n: 'body' }, 'unanswered'],
    [{ c: 0 }, { c: 9 }, 'unanswered'],
    [{ m: 'Received' }, { m: 'body' }, 'unanswered'],
    [{ m: 'W-2026-1200771' }, { m: 'body' }, 'unanswered'],
    [{ m: 'دریافت شد' }, { m: 'body' }, 'unanswered'],
    [{ m: { id: 4 } }, { m: { id: 5 } }, 'unanswered'],
  ])('with other codes in the same members, %j beside %j, is %s', (own, its, want) => {
    const nothing = exchange(signed, 'body.array', response(200, its), [])
    expect(classified(signed, wrong(own), [registered, nothing])).toBe(want)
  })

  it('is no refusal if only a whole withdrawal is answered alike', () => {
    const body = { message: 'Received' }
    expect(classified(signed, wrong(body), [registered, exchange(signed, 'none', response(200, body), withdrawal())])).toBe('unanswered')
  })
})

function withdrawal(): Record<string, string> {
  return Object.fromEntries(requestFields(signed).map(({ name }) => [name, '1']))
}

it.each([
  ['{"error":{"code":"bad_signature","message":"found 3f9a where it has 64"},"id":"7f"}', '/error/code bad_signature'],
  ['{"errors":[{"code":"TOKEN.UNKNOWN"}]}', '/errors/0/code TOKEN.UNKNOWN'],
  ['{"code":40117,"errorCode":"-3","ret":-17,"secret":5,"time":1767225600,"data":null,"ok":false}', '/code 40117\n/errorCode -3\n/ret -17'],
  ['no', ''],
  [`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, ''],
])('the codes of a refusal are its words without spaces and its numbers that are called codes: %.60s', (body, codes) => {
  expect(codesOf({ status: 400, headers: [['content-type', 'application/json']], body: Buffer.from(body), truncated: false })).toBe(codes)
})

it('a long answer is read once, with however many others it is compared', () => {
  const [usual, ...others] = Array.from({ length: 20 }, (_, at) => response(400, `${'no '.repeat(20_000)}${at % 2}`))
  const read = others.map(({ body }) => vi.spyOn(body, 'toString'))
  const found = usual && [...others, ...others].map((other) => isAlike(usual, other))
  expect(found?.filter((alike) => alike)).toHaveLength(18)
  for (const { mock } of read) expect(mock.calls.length).toBeLessThanOrEqual(2) // as JSON, and as a text
})

it.each([
  ['its time and its id', { error: 'no', timestamp: 2, request_id: 'b' }, 400, true],
  ['what it says', { error: 'never', timestamp: 1, request_id: 'a' }, 400, false],
  ['its status', { error: 'no', timestamp: 1, request_id: 'a' }, 401, false],
])('an answer that differs in %s is alike or not', (_, body, status, alike) => {
  expect(isAlike(response(400, { error: 'no', timestamp: 1, request_id: 'a' }), response(status, body))).toBe(alike)
})
