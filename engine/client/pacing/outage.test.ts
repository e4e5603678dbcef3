import { expect, it } from 'vitest'
import { exchange, listing, response } from '../../evidence/evidence.fixture.ts'
import { LongRequests } from '../../evidence/long-requests.ts'
import type { Exchange } from '../../exchange.ts'
import { virtualClock } from '../virtual.fixture.ts'
import { Presence } from './presence.ts'
import { RetryPolicy } from './retry-policy.ts'

const { response: _, ...sent } = exchange(listing, 'right', response(200, ''))

/** For how long a target is waited for that fails so to be reached, in seconds. */
async function patience(kind: NonNullable<Exchange['failure']>['kind'], { isKnown = false, wait = 0, deadline = 3600, set = 0 } = {}) {
  const clock = virtualClock()
  let ahead = 0
  const own = { ...clock, now: () => clock.now() + ahead, awake: clock.now }
  const options = { clock: own, signal: new AbortController().signal, timeLeft: () => deadline * 1000, wait: wait * 1000 }
  const { note, mayGoOn } = new RetryPolicy(options, new Presence(new Map()), new LongRequests()).retriesOf({ operation: listing }, 'right')
  const answered = exchange(listing, 'right', response(200, ''))
  if (isKnown) note({ exchange: answered, later: false, jumped: false })
  const began = clock.now()
  const away = { exchange: { ...sent, failure: { kind, message: 'away', unconnected: true } } as const, later: false, jumped: false }
  const isTriedAgain = () => {
    note(away)
    return clock.until(mayGoOn(away))
  }
  while (await isTriedAgain()) ahead = set * 1000
  return Math.round((clock.now() - began) / 100) / 10
}

it.each([
  { given: 'that does not listen', kind: 'refused', options: {}, seconds: 2.1 },
  { given: 'that did before', kind: 'refused', options: { isKnown: true }, seconds: 15.1 },
  { given: 'that did before, with little time', kind: 'refused', options: { isKnown: true, deadline: 10 }, seconds: 2.1 },
  { given: 'that may take its time', kind: 'refused', options: { wait: 5 }, seconds: 5.1 },
  { given: 'that may take its time, while the clock is set', kind: 'refused', options: { wait: 5, set: 3600 }, seconds: 5.1 },
  { given: 'that did before, while the clock is set back', kind: 'refused', options: { isKnown: true, set: -3600 }, seconds: 15.1 },
  { given: 'of which no address is known', kind: 'name', options: {}, seconds: 0 },
  { given: 'whose certificate is not trusted', kind: 'tls', options: {}, seconds: 0 },
  { given: 'to which nothing may be sent', kind: 'unsent', options: {}, seconds: 0 },
] as const)('a target $given is waited for $seconds seconds', async ({ kind, options, seconds }) => {
  expect(await patience(kind, options)).toBe(seconds)
})
