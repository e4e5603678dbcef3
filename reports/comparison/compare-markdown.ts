import type { Json } from '../../engine/judging/outcome.ts'
import { fewClauses } from '../conclusions/clauses.ts'
import { symbols } from '../conclusions/conclusion.ts'
import { inert, table } from '../text/markdown.ts'
import { valueText } from '../wording/observed-values.ts'
import { type Comparison, changeGroups, type VerdictChange } from './compare.ts'

/** A comparison as Markdown: new failures first. */
export function compareMarkdown(comparison: Comparison): string {
  const { before, after, newFailures, fixed, changed, differently, still, behaviour, unobserved, added, removed } = comparison
  const blocks = [
    `## ${inert(before.target)} → ${inert(after.target)}`,
    `From ${judgedBy(before)} to ${judgedBy(after)}.`,
    `${symbols[before.standing]} ${before.headline} → ${symbols[after.standing]} ${after.headline}`,
    ...changes('New failures', newFailures),
    ...changes('Fixed', fixed),
    ...changes('Other verdicts that changed', changed),
    ...changes('Failing in another way', differently),
    ...changes('Still failing', still),
    ...behaviourBlocks(behaviour),
    ...list('Only applied in the later run', added),
    ...list('Only applied in the earlier run', removed),
    ...list('Observed only in one of them', unobserved),
  ]
  const unchanged = [newFailures, fixed, changed, differently, behaviour, unobserved, added, removed].every(({ length }) => length === 0)
  return [...blocks, ...(unchanged ? ['Nothing has changed.'] : [])].map((block) => `${block}\n`).join('\n')
}

function judgedBy({ startedAt, assay, spec }: Comparison['before']): string {
  return inert(`${startedAt} (assay ${assay}, document ${spec})`)
}

function changes(title: string, changed: readonly VerdictChange[]): string[] {
  if (changed.length === 0) return []
  const rows = changeGroups(changed).map(({ clauses, words, before, after, why }) => [
    fewClauses(clauses),
    inert(words),
    `${before} → ${after}`,
    inert(why),
  ])
  return [`### ${title} (${changed.length})`, table(['clause', 'requirement', 'verdict', 'why'], rows)]
}

function behaviourBlocks(behaviour: Comparison['behaviour']): string[] {
  if (behaviour.length === 0) return []
  const shown = (value: Json) => inert(valueText(value))
  const rows = behaviour.map(({ id, title, before, after }) => [`${inert(title)} (${inert(id)})`, shown(before), shown(after)])
  return [`### Changed behaviour at open points (${behaviour.length})`, table(['open point', 'before', 'after'], rows)]
}

function list(title: string, checks: readonly string[]): string[] {
  return checks.length === 0 ? [] : [`### ${title} (${checks.length})`, checks.map((check) => `- ${inert(check)}`).join('\n')]
}
