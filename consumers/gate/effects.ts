import { createHash } from 'node:crypto'
import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Behaviour } from '../../provider/behaviour.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Notification } from '../../provider/notification.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import type { Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import type { Served } from '../../provider/served.ts'
import { createService, handle } from '../../provider/service.ts'
import { defined } from '../../spec/defined.ts'

/** The requests of a command, as far as they are kept: enough to tell what another provider would have answered. */
export interface Requests {
  add(served: Served): void
  /** False where there were more than are kept. */
  isWhole(): boolean
  all(): readonly KeptRequest[]
}

/** A request, and the operations of the port at which it came in. */
export interface KeptRequest {
  readonly request: Received
  readonly operations: readonly Operation[]
}

const mostRequests = 2_000
const mostBytes = 8 << 20

/** Begins to keep requests. */
export function keepRequests(): Requests {
  const kept: KeptRequest[] = []
  let [bytes, count] = [0, 0]
  return {
    add: ({ request, operations, isWhole }) => {
      count += isWhole ? 1 : 2
      bytes += request.body.length
      if (kept.length < mostRequests && bytes < mostBytes) kept.push({ request, operations })
    },
    isWhole: () => kept.length === count,
    all: () => kept,
  }
}

/** How a provider is made for a comparison. */
export interface Setting {
  readonly contract: Contract
  readonly settings: Readonly<Record<string, string>>
  readonly callback?: Notification
}

/** Tells what another provider changes of the answers to requests. */
export interface Effects {
  /** The same text for providers that change the same, undefined for one that changes nothing of what these requests are answered. */
  of(provider: Pick<ProviderOptions, 'behaviour' | 'mutant'>): string | undefined
}

/**
 * Answers requests again, in this process: by another provider, and by the right one that it is compared with. That is the plain one;
 * for a mutant that shows only with a certain behaviour, one of that behaviour.
 */
export function effectsOn(requests: readonly KeptRequest[], setting: Setting): Effects {
  const right = new Map<string, readonly Reply[]>()
  const answers = (provider: Pick<ProviderOptions, 'behaviour' | 'mutant'>): readonly Reply[] => {
    const { contract, settings } = setting
    const service = createService({ contract, settings, ...provider })
    return requests.map(({ request, operations }) => handle(service, operations, request))
  }
  const rightOf = (behaviour: Behaviour | undefined) => {
    const key = JSON.stringify(behaviour ?? {})
    const replies = right.get(key) ?? answers(defined({ behaviour }))
    right.set(key, replies)
    return { key, replies }
  }
  return {
    of: (provider) => {
      const { key, replies } = rightOf(provider.mutant?.behaviour)
      const changed = answers(provider).map((reply, at) => (isSame(reply, replies[at]) ? '' : digest(reply)))
      const callback = notified(setting, provider.mutant)
      const isCallback = callback !== notified(setting, undefined)
      if (!isCallback && changed.every((answer) => answer === '')) return undefined
      return [key, ...changed, isCallback ? callback : ''].join(' ')
    },
  }
}

function isSame(one: Reply, other: Reply | undefined): boolean {
  if (one.status !== other?.status || !one.body.equals(other.body)) return false
  return JSON.stringify(one.headers) === JSON.stringify(other.headers)
}

function digest({ status, headers, body }: Reply): string {
  return createHash('sha256')
    .update(JSON.stringify([status, headers]))
    .update(body)
    .digest('base64')
}

function notified({ contract, settings, callback }: Setting, mutant: Mutant | undefined): string {
  if (!callback) return ''
  const operation = contract.operations.find(({ id }) => id === mutant?.operation)
  const sent = (operation && mutant?.hooks({ contract, operation, settings }).notify?.(callback)) ?? callback
  return JSON.stringify([sent.method, sent.headers, sent.body.toString('base64')])
}
