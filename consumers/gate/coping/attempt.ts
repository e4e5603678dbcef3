import type { Exchange } from '../../../engine/exchange.ts'
import type { ProviderOptions } from '../../../provider/options.ts'
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

/** Runs the command and keeps what it asks, so that it can be told what another provider would have answered. */
export async function traced(options: GateOptions): Promise<Traced> {
  const requests = keepRequests()
  const gated = await gate({ ...options, onServed: requests.add })
  return { gated, requests, steps: stepsIn(requests, options, gated.run.target.bases) }
}

/** Runs the command against another provider, for as long as it may take. */
export async function runAttempt({ onOutput: _, ...options }: GateOptions, provider: ProviderOptions, patience: number): Promise<Attempt> {
  const requests = keepRequests()
  const serving = await openServing({ ...options, provider }, requests.add)
  const timeout = Math.min(options.timeout ?? Number.POSITIVE_INFINITY, patience)
  const ended = await attended({ ...options, provider, timeout }, serving)
  const { bases } = serving.provider
  return {
    ended,
    requests,
    get steps() {
      return stepsIn(requests, options, bases)
    },
  }
}

function stepsIn({ exchanges }: Requests, { contract }: GateOptions, bases: Readonly<Record<string, string>>): Exchange[] {
  return exchanges.map((exchange) => readSent(contract, bases, exchange).exchange)
}

/** The exchange after which a command went another way than at the plain provider: it did not cope with that answer. */
export function parting(plain: readonly Exchange[], other: readonly Exchange[]): Exchange | undefined {
  const at = other.findIndex((exchange, index) => plain[index]?.operation !== exchange.operation)
  const end = at < 0 ? other.length : at
  const strange = other.slice(0, end).find(({ response }, index) => response?.status !== plain[index]?.response?.status)
  return strange ?? other[end - 1]
}
