import { expect, it } from 'vitest'
import { exchange, listing, response, signed } from '../../evidence/evidence.fixture.ts'
import { virtualClock } from '../virtual.fixture.ts'
import { Scheduler } from './scheduler.ts'

/** A request that nothing is known of. */
const ordinary = {
  isMoved: () => false,
  whyNot: () => undefined,
  priority: 'normal',
  absence: () => undefined,
  isAway: () => false,
  isIgnored: () => false,
} as const

it('a request that asks whether it is still "later" is not passed over each time by those that let it ask', async () => {
  const clock = virtualClock()
  const scheduler = new Scheduler({ clock, signal: new AbortController().signal, timeLeft: () => Number.POSITIVE_INFINITY, concurrency: 8 })
  let [answered, openAt] = [0, 0]
  // Says "later" for a second after each five answers.
  const status = () => {
    if (clock.now() < openAt) return 429
    answered += 1
    if (answered % 5 === 0) openAt = clock.now() + 1000
    return 401
  }
  const repeatsOf = async (operation: typeof listing) => {
    for (let repeats = 0; ; repeats += 1) {
      const send = async () => {
        const startedAt = clock.now()
        await clock.sleep(2)
        return { ...exchange(operation, 'role', response(status(), '')), startedAt, repeats }
      }
      const scheduled = await scheduler.run({ ...ordinary, operation: operation.id, repeats, send })
      if (!scheduled?.later) return repeats
    }
  }
  const many = Array.from({ length: 120 }, () => repeatsOf(signed))
  const [repeats] = await clock.until(Promise.all([repeatsOf(listing), ...many]))
  expect(repeats).toBeLessThan(10)
})

it('who is told "later" for its name goes out under another at once, and nobody waits', async () => {
  const clock = virtualClock()
  const signal = new AbortController().signal
  const scheduler = new Scheduler({ clock, signal, timeLeft: () => 60_000, concurrency: 1, onWait: () => expect.unreachable() })
  const send = async () => ({ ...exchange(listing, 'role', response(429, '')), startedAt: clock.now() })
  const task = { ...ordinary, operation: listing.id, repeats: 0, send, isIgnored: () => true }
  const run = (isRenamed: boolean) => clock.until(scheduler.run({ ...task, isMoved: (answer) => isRenamed && answer !== undefined }))
  expect([await run(false), await run(true)]).toMatchObject([{ later: false }, { later: true }])
})

it.each([
  ['one operation alone is away, as long as is guessed', false, 500],
  ['all of them are, no longer than they are awaited', true, 200],
])('nothing goes out where %s', async (_, isOfAll, pause) => {
  const clock = virtualClock()
  const start = clock.now()
  const scheduler = new Scheduler({ clock, signal: new AbortController().signal, timeLeft: () => 60_000, concurrency: 1 })
  const sentAt = async (status: number) => {
    const scheduled = await scheduler.run({
      ...ordinary,
      operation: listing.id,
      repeats: 0,
      send: async () => ({ ...exchange(listing, 'role', response(status, '')), startedAt: clock.now() }),
      absence: () => (status === 502 ? { until: start + 200, isOfAll, isOver: false } : undefined),
    })
    return (scheduled?.exchange.startedAt ?? Number.NaN) - start
  }
  expect([await clock.until(sentAt(502)), await clock.until(sentAt(200))]).toEqual([0, pause])
})

it('an operation that is away is not asked by all that waits at once, though another is answered', async () => {
  const clock = virtualClock()
  const start = clock.now()
  const scheduler = new Scheduler({ clock, signal: new AbortController().signal, timeLeft: () => 60_000, concurrency: 8 })
  const sentAt: number[] = []
  const ask = (operation: typeof listing, isAway: boolean) => {
    const send = async () => {
      if (isAway) sentAt.push(clock.now() - start)
      await clock.sleep(10)
      return { ...exchange(operation, 'role', response(200, '')), startedAt: clock.now() - 10 }
    }
    return scheduler.run({ ...ordinary, operation: operation.id, repeats: 0, send, isAway: () => isAway })
  }
  await clock.until(Promise.all([ask(signed, false), ...Array.from({ length: 5 }, () => ask(listing, true))]))
  expect(new Set(sentAt).size).toBeGreaterThan(2)
})
