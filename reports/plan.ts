import type { Plan } from '../suites/plan.ts'
import type { Target } from '../suites/target.ts'
import { hanging, painted, type TerminalStyle } from './lines.ts'

/** What a run would send, for people: every probe with its requests, what it may register, and what is left out. */
export function planSummary(
  { probes, cost, admissions, checks }: Plan,
  target: Target,
  options: TerminalStyle & { readonly deadline: number },
): string {
  const judged = [...admissions.values()].filter(({ verdict }) => verdict === 'judged').length
  const lines = [
    painted(options, 'bold', `A run against ${target.name} would send at most ${cost.requests} requests, ${cost.signed} of them signed`),
    ...probes.map(({ probe, cost: { requests, signed, registers, mayRegister } }) => {
      const money = registers > 0 ? `; registers ${registers} withdrawals if the target conforms, ${mayRegister} at most` : ''
      return `  ${probe.id.padEnd(34)} ${String(requests).padStart(4)} requests, ${signed} signed${money}`
    }),
    `  The longest chain of requests that wait for one another: ${cost.chain}.`,
    `  ${judged} of ${checks.length} checks would be judged, within ${options.deadline} s.`,
    ...[...Map.groupBy(admissions.values(), (admission) => ('reason' in admission ? admission.reason : ''))]
      .filter(([reason]) => reason !== '')
      .flatMap(([reason, group]) => hanging('  ', `Not judged (${group.length}): ${reason}`, options)),
  ]
  return `${lines.join('\n')}\n`
}
