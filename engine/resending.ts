import type { Contract } from '../contracts/contract.ts'
import type { Catalogue } from './catalogue.ts'
import type { Client } from './client/client.ts'
import type { Exchange } from './exchange.ts'
import type { Probe } from './probe.ts'

/** An exchange cannot be sent again; the message says why. */
export class ResendError extends Error {}

/** The probe that an exchange of a report came from. @throws {ResendError} */
export function probeOf({ checks, observations }: Catalogue, contract: Contract, { id, probe, operation }: Exchange): Probe {
  if (contract.callbacks.some((callback) => callback.id === operation))
    throw new ResendError(`${id} came from the service, so it cannot be sent again. Run again with --listen.`)
  const found = [...checks, ...observations].find((each) => each.probe.id === probe)?.probe
  if (found) return found
  throw new ResendError(`There is no probe ${probe} any more, so its request cannot be built again.`)
}

/**
 * Sends one exchange again as its probe built it: freshly signed, tampered with in the same way. The probe runs with what
 * the report holds in the place of answers, and only the wanted role goes out, with those whose sent values it reuses.
 */
export async function resend(catalogue: Catalogue, client: Client, saved: readonly Exchange[], wanted: Exchange): Promise<Exchange> {
  const probe = probeOf(catalogue, client.contract, wanted)
  const live = new Set([wanted.role, ...(probe.reuses?.(wanted.role) ?? [])])
  const known = new Map(saved.filter((exchange) => exchange.probe === probe.id).map((exchange) => [exchange.role, exchange]))
  const replaying: Client = {
    ...client,
    received: async () => [...known.values()].filter(({ operation }) => operation !== wanted.operation),
    send: async (draft) => {
      const answer = known.get(draft.role)
      if (answer && !live.has(draft.role)) {
        draft.build() // what was signed has to be made, although it is not sent
        return answer
      }
      return live.has(draft.role) ? client.send(draft) : unsent(wanted, draft.role)
    },
  }
  const evidence = await probe.run(replaying, new Set([wanted.role]))
  const exchange = evidence.exchanges.get(wanted.role)
  if (exchange) return exchange
  throw new ResendError(
    `${wanted.id} was not reached again: a right request before it, ${[...evidence.exchanges.keys()].at(-1)}, was not accepted.`,
  )
}

function unsent({ probe, operation }: Exchange, role: string): Exchange {
  const failure = { kind: 'other' as const, message: 'it was not sent, since another exchange was asked for' }
  return {
    id: `${probe}/${role}`,
    probe,
    role,
    operation,
    request: { method: 'GET', url: 'about:blank', headers: [] },
    failure,
    startedAt: 0,
    durationMs: 0,
    repeats: 0,
  }
}
