import { agentOf } from '../../engine/client/user-agents.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { someOf } from '../../text/counted.ts'
import { excerpt } from '../../text/excerpt.ts'
import { preferenceRoles, preferences } from './probe.ts'

/** Findings in the answers to right requests that say to which clients alone these were given, if that sets them apart from all others. */
export function* withClients(findings: readonly Finding[], answers: readonly Exchange[]): Generator<Finding> {
  const showing = new Set(findings.map(({ exchange }) => exchange))
  const { true: some = [], false: others = [] } = Object.groupBy(answers, ({ id }) => String(showing.has(id)) as 'true' | 'false')
  const clients = some.length > 0 && others.length > 0 ? clientsOf(some, others) : ''
  for (const finding of findings) yield { ...finding, actual: finding.actual + clients }
}

/** Which ones, as an explanation; empty if nothing is known. One answer alone to a user agent is chance. */
function clientsOf(some: readonly Exchange[], others: readonly Exchange[]): string {
  const preference = preferenceRoles.find((role) => some.every((exchange) => exchange.role === role))
  if (preference) return `; of the right requests only the one ${preferences[preference].title}`
  const these = agentsOf(some)
  const those = agentsOf(others)
  const isChance = Math.min(some.length, others.length) < leastAlike || Math.min(these.size, those.size) > 1
  if (isChance || !these.isDisjointFrom(those)) return ''
  return `; where the user agent is ${someOf([...these], mostNamed, excerpt)}, and not where it is ${someOf([...those], mostNamed, excerpt)}`
}

const mostNamed = 3
const leastAlike = 2

function agentsOf(exchanges: readonly Exchange[]): Set<string> {
  return new Set(exchanges.map(({ request }) => agentOf(request)))
}
