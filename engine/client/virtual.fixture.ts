import { setImmediate } from 'node:timers/promises'
import type { Service } from '../../provider/service.ts'
import { answerOf, receivedAt } from '../../suites/access/simulation.ts'
import type { ReceivedResponse, SentRequest } from '../exchange.ts'
import type { Clock } from './clock.ts'
import type { Transport } from './transport/transport.ts'

/** A clock that stands still while anything can go on, and then jumps to the next thing that somebody waits for. */
interface VirtualClock extends Clock {
  /** Lets time pass until a promise is settled. @throws where nobody waits for anything any more, and it never will be. */
  until<T>(promise: Promise<T>): Promise<T>
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A virtual clock that begins at a time in milliseconds since the Unix epoch. */
export function virtualClock(start: number = Date.UTC(2026, 0, 1)): VirtualClock {
  const sleepers = new Set<Sleeper>()
  let now = start
  const next = () => [...sleepers].reduce<Sleeper | undefined>((first, other) => (first && first.at <= other.at ? first : other), undefined)
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { at: now + Math.ceil(milliseconds), wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => sleepers.delete(sleeper) && reject(signal.reason), { once: true })
      }),
    until: async (promise) => {
      let settled = false
      const done = () => {
        settled = true
      }
      promise.then(done, done)
      for (let idle = 0; !settled; ) {
        await setImmediate()
        const sleeper = settled ? undefined : next()
        idle = sleeper ? 0 : idle + 1
        if (idle > 1000) throw new Error('nothing is waited for, and yet it is not over')
        if (!sleeper) continue
        sleepers.delete(sleeper)
        now = Math.max(now, sleeper.at)
        sleeper.wake()
      }
      return promise
    },
  }
}

/** Answers a request at a virtual time, `number` counting from 1. */
export type Handler = (request: SentRequest, number: number) => ReceivedResponse

interface VirtualTransport extends Transport {
  /** When requests came in, in milliseconds since the Unix epoch. */
  readonly arrivals: readonly number[]
  readonly mostAtOnce: () => number
}

/** Carries requests to a handler without a network: half of the latency there, half of it back. */
export function virtualTransport(clock: Clock, latency: number, handle: Handler): VirtualTransport {
  const arrivals: number[] = []
  let underway = 0
  let most = 0
  return {
    arrivals,
    mostAtOnce: () => most,
    send: async (request, { signal }) => {
      underway += 1
      most = Math.max(most, underway)
      try {
        await clock.sleep(latency / 2, signal)
        arrivals.push(clock.now())
        const response = handle(request, arrivals.length)
        await clock.sleep(latency / 2, signal)
        return { response }
      } catch {
        return { failure: { kind: 'deadline', message: 'the run reached its deadline first' } }
      } finally {
        underway -= 1
      }
    },
    close: async () => {},
  }
}

/** What a service answers to a request that comes in at a time. */
export function servedAt(service: Service, at: number, request: SentRequest): ReceivedResponse {
  return answerOf(service, receivedAt(at, request))
}
