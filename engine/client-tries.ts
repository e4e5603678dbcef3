import { commonAgents } from './client/user-agents.ts'
import { classify } from './evidence/classification.ts'
import { type Exchange, headerValue } from './exchange.ts'
import { clientRoles } from './roles.ts'
import { keepOfRight, type Recorder, type Step } from './steps.ts'

/**
 * A right read that is refused is asked once more, and if that is no chance, as common clients ask: a gateway may turn away those alone whose
 * names it does not know.
 */
export async function tryOtherClients(recorder: Recorder, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  const isRefused = (exchange: Exchange) => classify(operation, exchange) === 'refused' && (exchange.response?.status ?? 0) < 500
  if (operation.movesMoney || !isRefused(control)) return
  const [again, ...others] = clientRoles
  if (isRefused(await recorder.send(clientStep(again, control, right))))
    await recorder.sendAll(others.map((role) => clientStep(role, control, right)))
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
