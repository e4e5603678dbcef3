import type { Contract } from '../../contracts/contract.ts'
import { UsageError } from '../../language/usage-error.ts'
import type { Client } from '../client/client.ts'
import { notSent } from '../client/transport/failure.ts'
import { classify } from '../evidence/classification.ts'
import { describe } from '../evidence/evidence.ts'
import type { Exchange } from '../exchange.ts'
import type { Catalogue } from '../judging/check.ts'
import type { Probe } from './probe.ts'
import { createRecorder, type Step } from './steps.ts'

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
 * what another request sent, that one is sent first; a right withdrawal that was not accepted then may be registered all the same, or is refused
 * for a reason of its own, and a wrong one that was not refused may be too: nothing is sent after these.
 */
export async function resend(catalogue: Catalogue, client: Client, saved: readonly Exchange[], wanted: Exchange): Promise<Exchange> {
  const probe = probeOf(catalogue, client.contract, wanted)
  const recorder = createRecorder(client, probe)
  const known = new Map(saved.filter((exchange) => exchange.probe === probe.id).map((exchange) => [exchange.role, exchange]))
  const stepOf = (role: string): Step => {
    const step = probe.recipe(role, client, known)
    if (step) return step
    throw new UsageError(`This version of Assay does not send ${probe.id}/${role}, so its request cannot be built again.`)
  }
  const reused = probe.reuses?.(wanted.role)
  if (reused === undefined) return recorder.send(stepOf(wanted.role))
  const first = await recorder.send(stepOf(reused))
  known.set(reused, first)
  const [step, classification] = [stepOf(wanted.role), classify(probe.operation, first)]
  const expected = probe.isRight(reused) ? 'accepted' : 'refused'
  if (!probe.operation.movesMoney || classification === expected) return recorder.send(step)
  const failure = notSent(`the withdrawal that it repeats was not ${expected} (${describe(probe.operation, first, classification)})`)
  const { response: _, ...unanswered } = wanted
  return { ...unanswered, request: step.build(client), failure, startedAt: client.clock.now(), durationMs: 0, repeats: 0 }
}

/** How many requests are sent for one exchange of a report. */
export function resentCount(probe: Probe, { role }: Exchange): number {
  return probe.reuses?.(role) === undefined ? 1 : 2
}
