import { expect, it } from 'vitest'
import type { Exchange, SentRequest } from '../exchange.ts'
import { exchange, listing, response } from './evidence.fixture.ts'
import { droppedAmong } from './long-requests.ts'

/** A request with a body of so many bytes, and its answer. */
const sent = (length: number, at: number, received?: Exchange['response'], repeats = 1): Exchange => {
  const role = `at-${at}`
  const made = exchange(listing, role, received)
  return { ...made, id: `${made.id}/${length}`, request: { ...made.request, body: Buffer.alloc(length) }, startedAt: at, repeats }
}

const answer = response(401, 'No.')
const shortOnes = Array.from({ length: 10 }, (_, index) => sent(100 + index, index * 2, answer))
const [one, other] = [sent(200, 3), sent(300, 5)] as const

it.each([
  { what: 'each time, and shorter ones are answered before and after', all: [...shortOnes, one, other], want: true },
  { what: 'by a status of what stands before', all: [...shortOnes, sent(200, 3, response(502, '')), other], want: true },
  { what: 'alone', all: [...shortOnes, one], want: false },
  { what: 'and a longer one is answered', all: [...shortOnes, one, other, sent(250, 1, answer)], want: false },
  { what: 'and is as long as one that is answered', all: [...shortOnes, sent(109, 3), other], want: false },
  { what: 'and nothing is answered any more', all: [...shortOnes, sent(200, 20), sent(300, 21)], want: false },
  { what: 'again when nothing is answered any more', all: [...shortOnes, one, { ...one, startedAt: 21 }, other], want: false },
  { what: 'beside the last that is answered', all: [...shortOnes, sent(200, 19), sent(300, 19), sent(100, 19, answer)], want: false },
  { what: 'and few are answered', all: [...shortOnes.slice(1), one, other], want: false },
  { what: 'the first time', all: [...shortOnes, one, sent(300, 5, undefined, 0)], want: false },
])('a request is dropped for its length or not: it is lost $what', ({ all, want }) => {
  const lost = all.find(({ startedAt, request: { body } }) => body && body.length > 108 && startedAt % 2 === (startedAt < 20 ? 1 : 0))
  expect(lost && droppedAmong(all)(lost)).toBe(want)
})

it.each<[part: string, stretched: (request: SentRequest, by: number) => Partial<SentRequest>]>([
  ['address', ({ url }, by) => ({ url: `${url}?${'x'.repeat(by)}` })],
  ['head', ({ headers }, by) => ({ headers: [...headers, ['x-long', 'x'.repeat(by)]] })],
  ['body', (_, by) => ({ body: Buffer.alloc(100 + by) })],
])('a request may be too long by its %s alone', (_, stretched) => {
  const all = [...shortOnes, one, other].map((each) => {
    const request = { ...each.request, body: Buffer.alloc(100) }
    return each.response ? { ...each, request } : { ...each, request: { ...request, ...stretched(request, 50) } }
  })
  expect(all.map(droppedAmong(all)).filter(Boolean)).toHaveLength(2)
})

it('what was waited for in vain is not sent again to see that', () => {
  const failure = { kind: 'time-out', message: 'no answer' } as const
  const late = [one, other].map((exchanged) => ({ ...exchanged, failure, repeats: 0 }))
  expect(late.map(droppedAmong([...shortOnes, ...late]))).toEqual([true, true])
})

it.each([
  ['lost between shorter ones', 200, 100, 1000, 500],
  ['lost behind all others', 200, 2000, 1000, 0],
  ['short, and lost between others', 50, 100, 1000, 0],
  ['answered after others that were sent later', 200, 100, 50, 0],
])('among many that are %s, few are looked at for each, as a stranger may send such a report', (_, length, from, until, dropped) => {
  let reads = 0
  const counting = (exchange: Exchange, id: string) => {
    const { request, startedAt } = exchange
    const read = <Value>(value: Value) => ({
      get: () => {
        reads += 1
        return value
      },
    })
    return Object.defineProperties({ ...exchange, id }, { request: read(request), startedAt: read(startedAt) })
  }
  const many = Array.from({ length: 500 }, (_, index) => counting(sent(length, from + index), `lost/${index}`))
  const longer = Array.from({ length: 500 }, (_, index) => counting(sent(300, 3000 + index), `longer/${index}`))
  const answered = Array.from({ length: 500 }, (_, index) =>
    counting({ ...sent(100, until - index / 1000, answer), durationMs: 5000 }, `answered/${index}`),
  )
  const isDropped = droppedAmong([...shortOnes, ...many, ...longer, ...answered])
  expect(many.filter(isDropped)).toHaveLength(dropped)
  expect(longer.filter(isDropped)).toHaveLength(dropped)
  expect(reads).toBeLessThan(50 * 1500)
})
