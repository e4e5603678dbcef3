import type { Exchange } from '../../../engine/exchange.ts'
import type { ProviderOptions } from '../../../provider/options.ts'
import { memoryOf } from '../../traffic/keeping.ts'
import { readSent } from '../../traffic/sent-request.ts'
import type { Ended } from '../command.ts'
import { attended, type Gated, type GateOptions, gate } from '../gate.ts'
import { openServing } from '../session.ts'
import { keepRequests, type Requests } from './effects.ts'

/** A run of the command, and what it asked and was answered, in its order. */
export interface Traced {
  readonly gated: Gated
  readonly requests: Requests
  readonly steps: readonly Exchange[]
}

/** A run of the command that is judged only by how it ended. */
export interface Attempt extends Pick<Traced, 'requests' | 'steps'> {
  readonly ended: Ended
}

const mostSteps = 1_000
const mostBytes = 16 << 20

/** Runs the command and keeps what it asks, so that it can be told what another provider would have answered. */
export async function traced(options: GateOptions): Promise<Traced> {
  const requests = keepRequests()
  const steps = keepSteps()
  const gated = await gate({
    ...options,
    onServed: (served) => requests.add(served),
    onSent: ({ exchange }) => steps.add(exchange),
  })
  return { gated, requests, steps: steps.all }
}

/** Runs the command against another provider, for as long as it may take. */
export async function runAttempt({ onOutput: _, ...options }: GateOptions, provider: ProviderOptions, patience: number): Promise<Attempt> {
  const requests = keepRequests()
  const steps = keepSteps()
  const serving = await openServing({ ...options, provider }, (exchange, served) => {
    requests.add(served)
    steps.add(exchange)
  })
  const timeout = Math.min(options.timeout ?? Number.POSITIVE_INFINITY, patience)
  const ended = await attended({ ...options, provider, timeout }, serving)
  const { bases } = serving.provider
  return {
    ended,
    requests,
    get steps() {
      return steps.all.map((exchange) => readSent(options.contract, bases, exchange).exchange)
    },
  }
}

function keepSteps() {
  const all: Exchange[] = []
  let bytes = 0
  return {
    all,
    add: (exchange: Exchange) => {
      bytes += memoryOf(exchange)
      if (all.length < mostSteps && bytes < mostBytes) all.push(exchange)
    },
  }
}

/** The exchange after which a command went another way than at the plain provider: it did not cope with that answer. */
export function parting(plain: readonly Exchange[], other: readonly Exchange[]): Exchange | undefined {
  const at = other.findIndex((exchange, index) => plain[index]?.operation !== exchange.operation)
  const end = at < 0 ? other.length : at
  const strange = other.slice(0, end).find(({ response }, index) => response?.status !== plain[index]?.response?.status)
  return strange ?? other[end - 1]
}
