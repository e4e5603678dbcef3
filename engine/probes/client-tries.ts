import type { Client } from '../client/client.ts'
import { commonAgents } from '../client/user-agents.ts'
import { classify } from '../evidence/classification.ts'
import { isAlike } from '../evidence/refusal-form.ts'
import { type Exchange, headerValue } from '../exchange.ts'
import { isOfCrowds } from '../turned-away/crowding.ts'
import { clientRoles } from './roles.ts'
import { keepOfRight, type Recorder, type Step } from './steps.ts'

/** How long a target is left alone that may be asked too fast, in milliseconds: what it counts is of a second, mostly. */
const moment = 1000

/**
 * A right read that is refused is asked once more, and if that is no chance, as common clients ask: a gateway may turn away those alone whose
 * names it does not know. Where it is refused otherwise than what came before it, as one that comes too fast, it is asked a moment later.
 */
export async function tryOtherClients(recorder: Recorder, client: Client, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  const isRefused = (exchange: Exchange) => classify(operation, exchange) === 'refused' && (exchange.response?.status ?? 0) < 500
  if (operation.movesMoney || !isRefused(control)) return
  const [again, ...others] = clientRoles
  if (isOfCrowds(control) && isNewAnswer(recorder, control)) await client.pause(moment)
  if (isRefused(await recorder.send(clientStep(again, control, right))))
    await recorder.sendAll(others.map((role) => clientStep(role, control, right)))
}

/** True for an answer that differs from one to a request before it. */
function isNewAnswer({ sent }: Recorder, { role, response: own }: Exchange): boolean {
  return [...sent.values()].some((other) => other.role !== role && own && other.response && !isAlike(own, other.response))
}

/** The right request as one of these clients asks it; the first is the one that sent the control. */
export function clientStep(role: (typeof clientRoles)[number], control: Exchange, right: Step['build']): Step {
  const name = [headerValue(control.request.headers, 'user-agent'), ...commonAgents][clientRoles.indexOf(role)] ?? ''
  return {
    role,
    keep: keepOfRight,
    build: (client) => {
      const request = right(client)
      return { ...request, headers: [...request.headers, ['user-agent', name]] }
    },
  }
}
