import type { Operation } from '../contracts/contract.ts'
import { isNoAnswer, isServerError } from '../contracts/statuses.ts'
import type { Client } from './client/client.ts'
import { isOfUnknownMethod } from './evidence/classification.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Exchange } from './exchange.ts'
import type { PlannedProbe } from './plan.ts'
import { totalCost } from './probes/probe.ts'

/** By the ids of probes. */
export type SparedRoles = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The roles that give way where more was sent than announced, since much followed from answers: first what only observes, then what only warns,
 * by probes that are still to run, and last what is right, as its answer is judged. A target that broke down is warned of, however much was
 * sent.
 */
export function spareRoles({ sparing }: Client, probes: readonly PlannedProbe[], evidence: ReadonlyMap<string, Evidence>): SparedRoles {
  const [done = [], late = []] = [true, false].map((isDone) => probes.filter(({ probe }) => evidence.has(probe.id) === isDone))
  const ordinary = (own: readonly PlannedProbe[]) => totalCost(own.map(({ cost }) => cost)).ordinary
  // From what is still to be sent, as much more will follow.
  const share = ordinary(late) / Math.max(1, ordinary(done))
  const over = Math.ceil((sparing.sent - ordinary(done)) * (1 + share))
  const observed = late.flatMap(({ probe, wanted }) =>
    (probe.observes?.(wanted) ?? []).map((role) => ({ probe: probe.id, role, isRight: probe.isRight(role) })),
  )
  const warning = late.flatMap(({ probe, advised }) => (probe.observes ? [...advised].map((role) => ({ probe: probe.id, role })) : []))
  const first = [...observed.filter(({ isRight }) => !isRight), ...(breaksDown(probes, evidence) ? [] : warning)]
  const last = observed.filter(({ isRight }) => isRight)
  const isAskedAgain = [...evidence.values()].some(({ exchanges }) => exchanges.values().some(({ repeats }) => repeats > 0))
  const further = isAskedAgain ? leastAgain : 0
  const yielding = [...first.slice(0, Math.max(0, over + further)), ...last.slice(0, Math.max(0, over - first.length))]
  const spared = sparing.isAllowed ? yielding : []
  sparing.spared += spared.length
  return new Map([...Map.groupBy(spared, ({ probe }) => probe)].map(([probe, own]) => [probe, new Set(own.map(({ role }) => role))]))
}

/** So many are sent again later on, where some were before: each burst meets a limit anew. No right one gives way to that. */
const leastAgain = 4

/** True if an operation broke down that refuses otherwise: one that refuses so whatever is wrong is warned of by then. */
function breaksDown(probes: readonly PlannedProbe[], evidence: ReadonlyMap<string, Evidence>): boolean {
  const refusing = new Set(
    probes.flatMap(({ probe: { id, operation, opening } }) => {
      const first = opening && evidence.get(id)?.exchanges.get(opening.role)
      return first && isBreakdown(operation, first) ? [operation] : []
    }),
  )
  return [...evidence.values()].some(
    ({ operation, exchanges }) => !refusing.has(operation) && exchanges.values().some((exchange) => isBreakdown(operation, exchange)),
  )
}

function isBreakdown(operation: Operation, exchange: Exchange): boolean {
  const status = exchange.response?.status
  return isServerError(status) && !isNoAnswer(status) && !isOfUnknownMethod(operation, exchange)
}
