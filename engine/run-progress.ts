import type { Contract } from '../contracts/contract.ts'
import type { ClientOptions } from './client/client.ts'
import { classify } from './evidence/classification.ts'
import type { Exchange } from './exchange.ts'
import type { Plan } from './plan.ts'
import type { Probe } from './probes/probe.ts'

export interface RunProgress {
  readonly sent: number
  /** How many will be sent where nothing is long. */
  readonly planned: number
  /** What ended; left out where the target is waited for. */
  readonly exchange?: Exchange
  /** How long it asked to wait, in milliseconds. */
  readonly asked?: number | undefined
  /** How many wrong requests were accepted so far: the run fails, whatever else comes. */
  readonly wronglyAccepted: number
}

/** Tells of each exchange as it ends, and of each wait. */
export function progressOf(
  { requirements }: Contract,
  { checks, cost }: Pick<Plan, 'checks'> & { readonly cost: Pick<Plan['cost'], 'ordinary'> },
  onProgress: ((progress: RunProgress) => void) | undefined,
): Pick<ClientOptions, 'onExchange' | 'onWait'> {
  if (!onProgress) return {}
  const musts = new Set(requirements.flatMap(({ id, level }) => (level === 'MUST' ? [id] : [])))
  const wrong = new Map<string, Probe>()
  for (const { requirement, probe, roles } of checks)
    if (probe.phase === 'judging' && musts.has(requirement))
      for (const role of roles) if (!probe.isRight(role)) wrong.set(`${probe.id}/${role}`, probe)
  let [sent, wronglyAccepted] = [0, 0]
  const tell = (what: Pick<RunProgress, 'exchange' | 'asked'>) =>
    onProgress({ sent, planned: Math.max(cost.ordinary, sent), wronglyAccepted, ...what })
  return {
    onWait: (asked) => tell({ asked }),
    onExchange: (exchange) => {
      const probe = wrong.get(`${exchange.probe}/${exchange.role}`)
      sent += 1
      if (probe && classify(probe.operation, exchange) === 'accepted') wronglyAccepted += 1
      tell({ exchange })
    },
  }
}
