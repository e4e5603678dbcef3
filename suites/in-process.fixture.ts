import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../engine/client/clock.ts'
import { decodeBody } from '../engine/client/transport/decoding.ts'
import { headerValue } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { createService, handle } from '../provider/service.ts'
import { receivedAt } from './access/simulation.ts'
import { type RunOptions, run } from './run.ts'

const address = 'http://127.0.0.1:1'
/** One for all: what it gave is kept. */
const seed = createSeed('in process')

/** Judges a provider without a network and without waiting: what is asked and answered is the same, but for how it travels. */
export async function judgeInProcess(
  { contract, ...provider }: Provided,
  { operations, ...options }: Omit<RunOptions, 'contract' | 'target'> & { readonly operations: readonly string[] },
): Promise<Run> {
  const { target, ...given } = inProcess({ contract, ...provider })
  return run({ contract, target: { ...target, operations }, seed, ...given, ...options })
}

type Provided = ProviderOptions & Pick<RunOptions, 'contract'>

/** A provider as a run sees it that needs no network: its clock goes on with every pause. */
export function inProcess({ contract, ...provider }: Provided): Required<Pick<RunOptions, 'target' | 'clock' | 'transport'>> {
  const clock = hastyClock()
  const service = createService({ ...provider, contract, clock: clock.now })
  const transport: RunOptions['transport'] = {
    send: async (request, { keep, signal }) => {
      if (signal.aborted) return { failure: { kind: 'deadline', message: 'the run reached its deadline first' } }
      await clock.sleep(provider.behaviour?.latency ?? leastLatency, signal).catch(() => undefined)
      const reply = handle(service, contract.operations, receivedAt(clock.now(), request))
      const headers = Object.entries({ date: new Date(clock.now()).toUTCString(), ...reply.headers }).filter(([, value]) => value !== '')
      const isEmpty = request.method === 'HEAD' || reply.status === 204 || reply.status === 304
      const sent = { bytes: isEmpty ? Buffer.alloc(0) : reply.body.subarray(0, keep), truncated: !isEmpty && reply.body.length > keep }
      const { bytes, ...kept } = await decodeBody(sent, headerValue(headers, 'content-encoding'), keep)
      return { response: { status: reply.status, headers, body: bytes, ...kept } }
    },
    close: async () => {},
  }
  const bases = Object.fromEntries(contract.bases.map((base) => [base, address]))
  const operations = contract.operations.map(({ id }) => id)
  const target = { name: 'in process', bases, settings: service.state.settings, operations, allowWithdrawals: false }
  return { target, clock, transport }
}

/** In milliseconds: one answer comes after another by the clock as well. */
const leastLatency = 1

const longestPause = 60_000

/** A clock by which every pause is over at once; what is longer than a pause, as a deadline, is never reached. */
export function hastyClock(): Clock {
  let now = Date.UTC(2026, 0, 1)
  return {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      const end = now + Math.ceil(milliseconds)
      if (milliseconds > longestPause) return pending(signal)
      await setImmediate()
      signal?.throwIfAborted()
      now = Math.max(now, end)
    },
  }
}

function pending(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
