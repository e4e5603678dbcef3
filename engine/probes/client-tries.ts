import type { Client } from '../client/client.ts'
import { commonAgents } from '../client/user-agents.ts'
import { classify } from '../evidence/classification.ts'
import { isAlike } from '../evidence/refusal-form.ts'
import { type Exchange, headerValue, withHeaders } from '../exchange.ts'
import { isThrottled } from '../turned-away/throttling.ts'
import { clientRoles } from './roles.ts'
import { keepOfRight, type Recorder, type Step } from './steps.ts'

/** How long to leave a target alone that may have been asked too fast, in milliseconds: most limits count per second. */
const moment = 1000

/**
 * Sends a right read that was refused once more and, if it is refused again, with the user agents of common clients: a gateway may turn away only
 * clients that it does not know. If the request before it was answered differently, it may have come too fast, so it is repeated a moment later.
 */
export async function tryOtherClients(recorder: Recorder, client: Client, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  const isRefused = (exchange: Exchange) => classify(operation, exchange) === 'refused' && (exchange.response?.status ?? 0) < 500
  if (operation.movesMoney || !isRefused(control)) return
  const [again, ...others] = clientRoles
  if (isThrottled(control) && isNewAnswer(recorder, control)) await client.pause(moment)
  if (isRefused(await recorder.send(clientStep(again, control, right))))
    await recorder.sendAll(others.map((role) => clientStep(role, control, right)))
}

/** True for an answer that differs from the answer to an earlier request. */
function isNewAnswer({ sent }: Recorder, { role, response: own }: Exchange): boolean {
  return [...sent.values()].some((other) => other.role !== role && own && other.response && !isAlike(own, other.response))
}

/** The right request as one of these clients sends it; the first is the one that sent the control. */
export function clientStep(role: (typeof clientRoles)[number], control: Exchange, right: Step['build']): Step {
  const name = [headerValue(control.request.headers, 'user-agent'), ...commonAgents][clientRoles.indexOf(role)] ?? ''
  return {
    role,
    keep: keepOfRight,
    build: (client) => withHeaders(right(client), [['user-agent', name]]),
  }
}
