import type { Operation } from '../contracts/contract.ts'
import { requestInputs } from '../contracts/fields.ts'
import { isSigned } from '../contracts/operation-kinds.ts'
import type { Client } from './client/client.ts'
import { classify } from './evidence/classification.ts'
import type { Evidence } from './evidence/evidence.ts'
import { saysTheSame } from './evidence/refusal-form.ts'
import { rightExchanges } from './evidence/right-exchanges.ts'
import { bodyMembers, queryOf, type SentRequest } from './exchange.ts'
import type { PlannedProbe } from './plan.ts'
import { controlRoles } from './probes/roles.ts'
import { type Recorder, workThrough } from './probes/steps.ts'
import type { Target } from './target.ts'

/**
 * A target may refuse in one way whatever it does not expect. No refusal tells there whether it looked at a credential, or at what else is
 * unusual in a request: all that would follow if that were told is sent after all else, but for withdrawals, which ask for nobody's records. Gives
 * what each probe recorded then.
 */
export async function askUntold(
  client: Client,
  probes: readonly PlannedProbe[],
  evidence: ReadonlyMap<string, Evidence>,
  recorderOf: (planned: PlannedProbe) => Recorder,
): Promise<Evidence[]> {
  const asked = probes.map(async (planned) => {
    const { probe } = planned
    const { id, operation, opening } = probe
    const known = evidence.get(id)
    const usual = opening && known?.exchanges.get(opening.role)?.response
    if (!known || !usual || operation.movesMoney || !isServed(known)) return []
    const right = rightExchanges(
      probes,
      [...evidence.values()].flatMap(({ exchanges }) => [...exchanges.values()]),
    )
    const isOneWay = right.some(
      ({ exchange: { request, response }, operation: its, isAccepted }) =>
        its === operation && !isAccepted && response && saysTheSame(response, usual) && asksForAnother(operation, client.target, request),
    )
    if (!isOneWay) return []
    const recorder = recorderOf(planned)
    const roles = probe.untold?.(client.target, known.exchanges) ?? []
    const steps = roles.flatMap((role) => probe.recipe(role, client, known.exchanges) ?? [])
    await workThrough(steps, isSigned(operation) && client.order.insists === true, recorder.send)
    return [{ ...known, exchanges: new Map([...known.exchanges, ...recorder.sent]) }]
  })
  return (await Promise.all(asked)).flat()
}

function isServed({ operation, exchanges }: Evidence): boolean {
  return Object.values(controlRoles).every((role) => {
    const control = exchanges.get(role)
    return control !== undefined && classify(operation, control) === 'accepted'
  })
}

/** True for a request with another text than the one that is configured, as somebody else's terminal. */
function asksForAnother(operation: Operation, { settings }: Target, request: SentRequest): boolean {
  const given: Readonly<Record<string, unknown>> = { ...Object.fromEntries(queryOf(request.url)), ...bodyMembers(request) }
  return requestInputs(operation).some((input) => {
    const right = 'setting' in input.value ? settings[input.value.setting] : undefined
    const own = given[input.name]
    return right !== undefined && typeof own === 'string' && own !== '' && own !== right
  })
}
