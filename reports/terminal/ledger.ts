import type { Contract } from '../../contracts/contract.ts'
import type { Covered, CoveredRequirement } from '../../suites/coverage.ts'
import { counted } from '../../text/counted.ts'
import { compareClauses } from '../conclusions/clauses.ts'
import { symbols, worst } from '../conclusions/conclusion.ts'
import { sectionTitle } from '../conclusions/coverage.ts'
import { coloured, hanging, type TerminalStyle, wrapped } from '../text/lines.ts'

/** The ledger for people: by clause, every requirement with its checks and verdict, every open point, and what is known by name only. */
export function coverageSummary(contract: Contract, entries: readonly Covered[], style: TerminalStyle): string {
  const clauseOf = (entry: Covered) => (entry.kind === 'requirement' ? entry.requirement.clause : entry.openPoint.clause)
  const groups = [...Map.groupBy(entries, clauseOf)].sort(([a], [b]) => compareClauses(a, b))
  const sections = groups.map(([clause, group]) => {
    const title = sectionTitle(clause, contract.clauses)
    return [
      coloured(style, 'bold', `${clause} ${title}`),
      ...group.flatMap((entry) => lines(entry, style)),
      ...named(contract, clause, style),
    ].join('\n')
  })
  return `${[...sections, wrapped(totals(contract, entries), style.width).join('\n')].join('\n\n')}\n`
}

function lines(entry: Covered, style: TerminalStyle): string[] {
  if (entry.kind === 'requirement') return requirementLines(entry, style)
  const { openPoint, observations } = entry
  const how = observations.length > 0 ? `observed by ${observations.join(', ')}` : (openPoint.unobservable ?? 'not observed yet')
  return hanging('  ○ ', `open: ${openPoint.text} ${how}`, style)
}

function requirementLines({ requirement, checks, outcomes }: CoveredRequirement, style: TerminalStyle): string[] {
  const verdict = worst(outcomes.map((outcome) => outcome.verdict))
  const mark = verdict ? symbols[verdict] : '·'
  const binds = requirement.binds === 'consumer' ? ' [consumer]' : ''
  const how =
    checks.length > 0
      ? counted(checks.length, 'check')
      : (requirement.untestable ?? (requirement.binds === 'consumer' ? "judged on the consumer's side" : 'NO CHECK'))
  return [
    ...hanging(`  ${mark} `, `${requirement.level}${binds} ${requirement.text}`, style),
    ...hanging('      ', `${requirement.id}: ${how}`, style, 'dim'),
  ]
}

function named({ namedOnly }: Contract, clause: string, style: TerminalStyle): string[] {
  return namedOnly
    .filter((entry) => entry.clause === clause)
    .flatMap(({ area, name, method }) =>
      hanging('  – ', `${area}: ${name}${method ? ` (${method})` : ''}: named only, nothing to judge`, style),
    )
}

function totals({ namedOnly }: Contract, entries: readonly Covered[]): string {
  const requirements = entries.filter((entry) => entry.kind === 'requirement')
  const judged = requirements.filter(({ checks }) => checks.length > 0).length
  const checks = new Set(requirements.flatMap((entry) => entry.checks)).size
  const open = entries.filter((entry) => entry.kind === 'open point')
  const observed = open.filter(({ observations }) => observations.length > 0).length
  return `${requirements.length} requirements, ${judged} of them judged by ${checks} checks; ${open.length} open points, ${observed} of them observed; ${namedOnly.length} operations and areas known by name only.`
}
