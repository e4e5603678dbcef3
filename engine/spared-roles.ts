import { isServerError, saysLater } from '../contracts/statuses.ts'
import type { Client } from './client/client.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Exchange } from './exchange.ts'
import type { PlannedProbe } from './plan.ts'
import { totalCost } from './probes/probe.ts'

/**
 * The roles that give way where more was sent than announced, since much followed from answers: first what only observes, then what only warns, by
 * their probes, all of which are still to run. A target that broke down is warned of, however much was sent.
 */
export function spareRoles(
  { sparing }: Client,
  probes: readonly PlannedProbe[],
  evidence: ReadonlyMap<string, Evidence>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const [done = [], late = []] = [true, false].map((isDone) => probes.filter(({ probe }) => evidence.has(probe.id) === isDone))
  const over = sparing.sent - totalCost(done.map(({ cost }) => cost)).ordinary
  const observing = late.flatMap(({ probe, wanted }) => (probe.observes?.(wanted) ?? []).map((role) => ({ probe: probe.id, role })))
  const warning = late.flatMap(({ probe, advised }) => (probe.observes ? [...advised].map((role) => ({ probe: probe.id, role })) : []))
  const isBroken = [...evidence.values()].some(({ exchanges }) => exchanges.values().some(isBreakdown))
  const yielding = isBroken ? observing : [...observing, ...warning]
  const spared = sparing.isAllowed ? yielding.slice(0, Math.max(0, over)) : []
  sparing.spared += spared.length
  return new Map([...Map.groupBy(spared, ({ probe }) => probe)].map(([probe, own]) => [probe, new Set(own.map(({ role }) => role))]))
}

function isBreakdown({ response }: Exchange): boolean {
  return isServerError(response?.status) && !saysLater(response?.status)
}
