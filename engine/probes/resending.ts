import type { Contract } from '../../contracts/contract.ts'
import { UsageError } from '../../language/usage-error.ts'
import type { Client } from '../client/client.ts'
import type { Exchange } from '../exchange.ts'
import type { Catalogue } from '../judging/check.ts'
import type { Probe } from './probe.ts'
import { createRecorder } from './steps.ts'

/** The probe that an exchange of a report came from. @throws {UsageError} */
export function probeOf({ checks, observations }: Catalogue, contract: Contract, { id, probe, operation }: Exchange): Probe {
  if (contract.callbacks.some((callback) => callback.id === operation))
    throw new UsageError(`${id} came from the service, so it cannot be sent again. Run again with --listen.`)
  const found = [...checks, ...observations].find((each) => each.probe.id === probe)?.probe
  if (found) return found
  throw new UsageError(`There is no probe ${probe} any more, so its request cannot be built again.`)
}

/**
 * Sends one exchange of a report again: built by the recipe of its role, freshly signed, tampered with in the same way. Where it reuses
 * what another request sent, that one is sent first.
 */
export async function resend(catalogue: Catalogue, client: Client, saved: readonly Exchange[], wanted: Exchange): Promise<Exchange> {
  const probe = probeOf(catalogue, client.contract, wanted)
  const recorder = createRecorder(client, probe)
  const known = new Map(saved.filter((exchange) => exchange.probe === probe.id).map((exchange) => [exchange.role, exchange]))
  const send = async (role: string): Promise<Exchange> => {
    const step = probe.recipe(role, client, known)
    if (!step) throw new UsageError(`This version of Assay does not send ${probe.id}/${role}, so its request cannot be built again.`)
    const exchange = await recorder.send(step)
    known.set(role, exchange)
    return exchange
  }
  const reused = probe.reuses?.(wanted.role)
  if (reused !== undefined) await send(reused)
  return send(wanted.role)
}
