import type { Contract } from '../contracts/contract.ts'
import { classify } from './evidence/classification.ts'
import type { Exchange } from './exchange.ts'
import type { Plan } from './plan.ts'
import type { Probe } from './probes/probe.ts'

export interface RunProgress {
  readonly sent: number
  /** How many will be sent where nothing is long. */
  readonly planned: number
  readonly exchange: Exchange
  /** How many wrong requests were accepted so far: the run fails, whatever else comes. */
  readonly wronglyAccepted: number
}

/** Tells of each exchange as it ends. */
export function progressOf(
  { requirements }: Contract,
  planned: Plan,
  onProgress: ((progress: RunProgress) => void) | undefined,
): ((exchange: Exchange) => void) | undefined {
  if (!onProgress) return undefined
  const musts = new Set(requirements.flatMap(({ id, level }) => (level === 'MUST' ? [id] : [])))
  const wrong = new Map<string, Probe>()
  for (const { requirement, probe, roles } of planned.checks)
    if (probe.phase === 'judging' && musts.has(requirement))
      for (const role of roles) if (!probe.isRight(role)) wrong.set(`${probe.id}/${role}`, probe)
  let [sent, wronglyAccepted] = [0, 0]
  return (exchange) => {
    const probe = wrong.get(`${exchange.probe}/${exchange.role}`)
    sent += 1
    if (probe && classify(probe.operation, exchange) === 'accepted') wronglyAccepted += 1
    onProgress({ sent, planned: Math.max(planned.cost.ordinary, sent), exchange, wronglyAccepted })
  }
}
