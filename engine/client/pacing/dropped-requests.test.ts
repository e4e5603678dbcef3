import { expect, it } from 'vitest'
import { exchange, listing, response } from '../../evidence/evidence.fixture.ts'
import { LongRequests } from '../../evidence/long-requests.ts'
import type { Exchange } from '../../exchange.ts'
import { virtualClock } from '../virtual.fixture.ts'
import { Presence } from './presence.ts'
import { type Kind, RetryPolicy } from './retry-policy.ts'

const broken: Exchange = { ...exchange(listing, 'long'), failure: { kind: 'reset', message: 'the connection broke' } }
const lost = { exchange: broken, later: false, jumped: false }

it.each([
  ['is not sent again', true],
  ['is, where others that are as long are answered', false],
])('a request that is dropped for its length %s', async (_, isDropped) => {
  const clock = virtualClock()
  const long = new LongRequests()
  const longer = { ...broken, request: { ...broken.request, body: Buffer.alloc(500) } }
  for (let number = 0; number < 2; number += 1) long.note({ ...longer, id: `lost-${number}`, startedAt: number, repeats: 1 })
  const request = isDropped ? broken.request : longer.request
  const answered = { ...exchange(listing, 'short', response(401, 'No.')), request, startedAt: 5 }
  for (let number = 0; number < 10; number += 1) long.note(answered)
  const options = { clock, signal: new AbortController().signal, timeLeft: () => 60_000 }
  const { mayGoOn } = new RetryPolicy(options, new Presence(new Map()), long).retriesOf({ operation: listing }, 'right')
  expect(await clock.until(mayGoOn({ exchange: longer, later: false, jumped: false }))).toBe(!isDropped)
})

it.each([
  ['right', true, 40],
  ['right', false, 12],
  ['wrong', true, 12],
] as const)(
  'of the %s requests of an operation (answered before: %s), %i are sent again that are lost, and the others as well',
  async (kind, isKnown, most) => {
    const clock = virtualClock()
    const options = { clock, signal: new AbortController().signal, timeLeft: () => 60_000 }
    const policy = new RetryPolicy(options, new Presence(new Map(isKnown ? [[listing.id, { isAccepted: true }]] : [])), new LongRequests())
    const isRepeated = async (own: Kind) => {
      const retries = policy.retriesOf({ operation: listing }, own)
      return clock.until(retries.mayGoOn(lost)).finally(retries.end)
    }
    let repeated = 0
    for (let number = 0; number < 50; number += 1) repeated += Number(await isRepeated(kind))
    expect([repeated, await isRepeated(kind === 'right' ? 'wrong' : 'right')]).toEqual([most, true])
  },
)

it.each([
  ['answered', true],
  ['lost as well', false],
])('more than that wait for the repeats under way, and go on if these are %s: %s', async (_, isAnswered) => {
  const clock = virtualClock()
  const options = { clock, signal: new AbortController().signal, timeLeft: () => 60_000 }
  const policy = new RetryPolicy(options, new Presence(new Map()), new LongRequests())
  const retries = Array.from({ length: 30 }, () => policy.retriesOf({ operation: listing }, 'wrong'))
  const repeated = retries.map(async ({ note, mayGoOn, end }) => {
    const isRepeated = await mayGoOn(lost)
    if (isRepeated && isAnswered) note({ ...lost, exchange: exchange(listing, 'refused', response(401, 'No.')) })
    end()
    return isRepeated
  })
  const all = await clock.until(Promise.all(repeated))
  expect(all.filter(Boolean).length).toBe(isAnswered ? 30 : 12)
})

it.each([
  ['what matters little', { place: 'aside' }, [true, false]],
  ['an ordinary request', {}, [false, false]],
] as const)('a 503 that is about no pace is no answer to %s alone, which is sent again once: %j', async (_, own, want) => {
  const clock = virtualClock()
  const options = { clock, signal: new AbortController().signal, timeLeft: () => 60_000 }
  const policy = new RetryPolicy(options, new Presence(new Map()), new LongRequests())
  const { mayGoOn } = policy.retriesOf({ operation: listing, ...own }, 'right')
  const attempt = { exchange: exchange(listing, 'odd', response(503, '')), later: false, jumped: false }
  expect([await clock.until(mayGoOn(attempt)), await clock.until(mayGoOn(attempt))]).toEqual(want)
})
