import { createHash } from 'node:crypto'
import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Behaviour } from '../../provider/behaviour.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Notification } from '../../provider/notification.ts'
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

interface KeptRequest {
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

/** Tells what a fault changes of the answers to requests. */
export interface Effects {
  /** The same text for faults that change the same, undefined for one that changes nothing of what these requests are answered. */
  of(mutant: Mutant): string | undefined
}

/** Answers requests again, in this process: by a provider that is wrong, and by one that is not. */
export function effectsOn(requests: readonly KeptRequest[], setting: Setting): Effects {
  const plain = new Map<string, readonly string[]>()
  const answers = (behaviour: Behaviour | undefined, mutant?: Mutant): readonly string[] => {
    const { contract, settings } = setting
    const service = createService(defined({ contract, settings, behaviour, mutant }))
    const replies = requests.map(({ request, operations }) => digest(handle(service, operations, request)))
    return [...replies, notified(setting, mutant)]
  }
  return {
    of: (mutant) => {
      const key = JSON.stringify(mutant.behaviour ?? {})
      const right = plain.get(key) ?? answers(mutant.behaviour)
      plain.set(key, right)
      const wrong = answers(undefined, mutant)
      const changed = wrong.map((answer, at) => (answer === right[at] ? '' : answer))
      return changed.some((answer) => answer !== '') ? `${key} ${changed.join(' ')}` : undefined
    },
  }
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
