import type { Json } from '../../engine/judging/outcome.ts'
import { fewClauses } from '../conclusions/clauses.ts'
import { symbols } from '../conclusions/conclusion.ts'
import { inert, markdownOf, table } from '../text/markdown.ts'
import { valueText } from '../wording/observed-values.ts'
import type { Comparison, VerdictChange } from './compare.ts'
import { changeGroups, changeSections, onlyInOne } from './sections.ts'

/** A comparison as Markdown: new failures first. */
export function compareMarkdown(comparison: Comparison): string {
  const { before, after, still, behaviour } = comparison
  const [changed, only] = [changeSections(comparison), onlyInOne(comparison)]
  const isUnchanged = changed.every(([, changes]) => changes === still) && behaviour.length + only.length === 0
  return markdownOf([
    `## ${inert(before.target)} → ${inert(after.target)}`,
    `From ${judgedBy(before)} to ${judgedBy(after)}.`,
    `${symbols[before.standing]} ${before.headline} → ${symbols[after.standing]} ${after.headline}`,
    ...changed.flatMap(([title, changes]) => changeBlocks(title, changes)),
    ...behaviourBlocks(behaviour),
    ...only.flatMap(([title, names]) => [`### ${title} (${names.length})`, names.map((name) => `- ${inert(name)}`).join('\n')]),
    ...(isUnchanged ? ['Nothing has changed.'] : []),
  ])
}

function judgedBy({ startedAt, assay, spec }: Comparison['before']): string {
  return inert(`${startedAt} (assay ${assay}, document ${spec})`)
}

function changeBlocks(title: string, changed: readonly VerdictChange[]): string[] {
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
