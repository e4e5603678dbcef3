import type { Contract, Operation } from '../../../contracts/contract.ts'
import { hashed } from '../../../contracts/hashing.ts'
import type { Notification } from '../../../provider/callbacks/notification.ts'
import { hooksOf, type Mutant } from '../../../provider/mutant.ts'
import type { ProviderOptions } from '../../../provider/options.ts'
import type { Received } from '../../../provider/received.ts'
import type { Reply } from '../../../provider/reply.ts'
import { createService, handle, operationReached } from '../../../provider/service.ts'
import type { Served } from '../../../provider/witness.ts'
import { defined } from '../../../spec/defined.ts'
import { getOrInsert } from '../../../spec/get-or-insert.ts'

/** The requests of a command, as far as they are kept: enough to tell what another provider would have answered. */
export type Requests = ReturnType<typeof keepRequests>

/** A request, and the operations of the port at which it came in. */
export interface KeptRequest {
  readonly request: Received
  readonly operations: readonly Operation[]
}

const mostRequests = 2_000
const mostBytes = 8 << 20

export function keepRequests() {
  const kept: KeptRequest[] = []
  let [bytes, count] = [0, 0]
  return {
    add: ({ request, operations, isWhole }: Served) => {
      count += isWhole ? 1 : 2
      bytes += request.body.length
      if (kept.length < mostRequests && bytes < mostBytes) kept.push({ request, operations })
    },
    /** False if there were more than are kept. */
    isWhole: () => kept.length === count,
    all: (): readonly KeptRequest[] => kept,
  }
}

/** How a provider is made for a comparison. */
export interface Setting {
  readonly contract: Contract
  readonly settings: Readonly<Record<string, string>>
  readonly callback?: Notification
}

/** How a provider may differ whose answers are made again. */
type Differing = Pick<ProviderOptions, 'behaviour' | 'mutant'>

/** What a provider changes: the same text for those that change the same; undefined for one that answers all requests unchanged. */
export type Effect = (provider: Differing) => string | undefined

/**
 * Answers requests again, in this process: by another provider, and by the right one that it is compared with. That is the plain one;
 * for a mutant that shows only with a certain behaviour, one of that behaviour.
 */
export function effectOn(requests: readonly KeptRequest[], setting: Setting): Effect {
  const right = new Map<string, readonly Reply[]>()
  const plain = createService({ contract: setting.contract, settings: setting.settings })
  const reached = Map.groupBy(requests, ({ request, operations }) => operationReached(plain, operations, request)?.id)
  return (provider) => {
    const operation = concerned(provider, setting)
    const asked = operation === undefined ? requests : (reached.get(operation) ?? [])
    const behaviour = provider.mutant?.behaviour
    const key = JSON.stringify([operation, behaviour])
    const replies = getOrInsert(right, key, () => answers(asked, setting, defined({ behaviour })))
    const changed = answers(asked, setting, provider).map((reply, at) =>
      isSame(reply, replies[at]) ? '' : hashed('sha256', JSON.stringify([reply.status, reply.headers]), reply.body).toString('base64'),
    )
    const callback = notified(setting, provider.mutant)
    const isCallback = callback !== notified(setting)
    if (!isCallback && changed.every((answer) => answer === '')) return undefined
    return [key, ...changed, isCallback ? callback : ''].join(' ')
  }
}

function answers(requests: readonly KeptRequest[], { contract, settings }: Setting, provider: Differing): readonly Reply[] {
  const service = createService({ contract, settings, ...provider })
  return requests.map(({ request, operations }) => handle(service, operations, request))
}

/** The one operation whose answers alone a provider may change; undefined if it may change any. */
function concerned({ behaviour, mutant }: Differing, setting: Setting): string | undefined {
  const operation = setting.contract.operations.find(({ id }) => id === mutant?.operation)
  return behaviour || hooksOf(mutant, setting).route ? undefined : operation?.id
}

function isSame(one: Reply, other: Reply | undefined): boolean {
  if (one.status !== other?.status || !one.body.equals(other.body)) return false
  return JSON.stringify(one.headers) === JSON.stringify(other.headers)
}

function notified(setting: Setting, mutant?: Mutant): string {
  const { callback } = setting
  if (!callback) return ''
  const sent = hooksOf(mutant, setting).notify?.(callback) ?? callback
  return JSON.stringify([sent.method, sent.headers, sent.body.toString('base64')])
}
