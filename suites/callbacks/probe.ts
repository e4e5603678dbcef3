import type { Callback, Operation } from '../../contracts/contract.ts'
import { mostReceived, type ReceivedCallback } from '../../engine/callbacks/receiver.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { rightRequest } from '../../engine/probes/request.ts'
import { keepOfRight, type Step } from '../../engine/probes/steps.ts'

export const callbackRoles: readonly string[] = Array.from({ length: mostReceived }, (_, index) => `callback-${index + 1}`)

export const followingRole = 'following'
const askingRoles: readonly string[] = ['before', followingRole]

/**
 * Waits for a callback, and asks again as a merchant is expected to. Where nothing was asked before, it asks first, for services that report
 * payments only to clients that asked for them.
 */
export function callbackProbe(callback: Callback, operation: Operation): Probe {
  const step = (role: string): Step => ({ role, keep: keepOfRight, build: ({ target }) => rightRequest(operation, target) })
  return {
    id: callback.id,
    operation,
    phase: 'listening',
    isRight: (role) => askingRoles.includes(role),
    cost: () => ({ requests: 2, signed: 0, registers: 0, mayRegister: 0, chain: 2 }),
    recipe: (role) => (askingRoles.includes(role) ? step(role) : undefined),
    run: async ({ client, recorder }) => {
      if (client.sparing.sent === 0) await recorder.send(step('before'))
      const received = await client.received()
      if (received.length > 0) await recorder.send(step(followingRole))
      for (const exchange of named(callback, received)) recorder.note(exchange)
    },
  }
}

export function receivedOf({ exchanges }: Evidence): Exchange[] {
  return callbackRoles.flatMap((role) => exchanges.get(role) ?? [])
}

export function receivedBody({ body = Buffer.alloc(0), truncated = false }: Exchange['request']) {
  return { body, truncated }
}

/** The callbacks among what came in. What may only look whether an address is there (RFC 9110, 9.2.1) counts where nothing else came. */
export function callbacksOf(evidence: Evidence): Exchange[] {
  const all = receivedOf(evidence)
  const telling = all.filter(({ request }) => !safeMethods.has(request.method))
  return telling.length > 0 ? telling : all
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** What came in under the roles of its order; what is more than there are roles for is left out. */
function named({ id }: Callback, received: readonly ReceivedCallback[]): Exchange[] {
  return callbackRoles.flatMap((role, index) => {
    const each = received[index]
    return each ? { ...each, id: `${id}/${role}`, probe: id, role, operation: id, repeats: 0 } : []
  })
}
