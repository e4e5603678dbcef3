import type { Contract } from '../contracts/contract.ts'
import type { Outcome, Verdict } from '../engine/judging/outcome.ts'
import { summary } from '../engine/run.ts'
import { defined } from '../language/defined.ts'
import own from '../package.json' with { type: 'json' }
import { someOf } from '../text/counted.ts'
import type { Report } from './report.ts'
import { colouredLines, hanging, type TerminalStyle } from './text/lines.ts'
import { plain } from './text/plain.ts'

/**
 * Outcomes of judging saved evidence again, without what only the redaction did: where a secret was taken out of an answer that a
 * check judges, a verdict that differs shows nothing of the target. A failure stands then; what passed cannot be said any more.
 */
export function standingOutcomes({ exchanges, outcomes: saved }: Report, outcomes: readonly Outcome[]): Outcome[] {
  const probes = new Set(exchanges.flatMap(({ probe, response }) => (response?.redacted ? [probe] : [])))
  const redacted = new Set(exchanges.flatMap(({ id, probe }) => (probes.has(probe) ? [id] : [])))
  const before = new Map(saved.map((outcome) => [outcome.check, outcome]))
  return outcomes.map((outcome) => {
    const was = before.get(outcome.check)
    if (!was || was.verdict === outcome.verdict || ![...was.evidence, ...outcome.evidence].some((id) => redacted.has(id))) return outcome
    const { findings: _, ...rest } = outcome
    if (was.verdict !== 'passed') return defined({ ...rest, verdict: was.verdict, findings: was.findings, reason: was.reason })
    return { ...rest, verdict: 'inconclusive', findings: [], reason: withheld }
  })
}

const withheld = 'A secret was taken out of the answer that it judges, so it cannot be judged again.'

/** What judging a report's evidence again finds to differ: nothing, by the same suite. A check that only one knows has one verdict. */
export function replayDifferences(report: Report, outcomes: readonly Outcome[]) {
  const saved = new Map(report.outcomes.map((outcome) => [outcome.check, outcome]))
  const now = new Map(outcomes.map((outcome) => [outcome.check, outcome]))
  return [...new Set([...saved.keys(), ...now.keys()])].flatMap((check) => {
    const [before, after] = [saved.get(check), now.get(check)]
    if (before?.verdict === after?.verdict) return []
    const reason = after?.reason ?? after?.findings[0]?.actual
    return [{ check, saved: before?.verdict, now: after?.verdict, reason }]
  })
}

function changeOf({ saved, now, reason }: ReturnType<typeof replayDifferences>[number]): string {
  return `was ${saved ?? 'not there'}, is ${now ?? 'not there'}${reason === undefined ? '' : `: ${plain(reason)}`}`
}

/** How many checks are named whose verdicts differ in the same way. */
const mostNamed = 5

/** What a replay found, for people: whether the verdicts are the same, and those that are not; alike ones together. */
export function replaySummary(report: Report, outcomes: readonly Outcome[], spec: Contract['spec'], style: TerminalStyle): string {
  const differences = replayDifferences(report, outcomes)
  const other =
    report.spec.sha256 === spec.sha256 ? [] : [`The report was judged by another document (${report.spec.sha256.slice(0, 12)}).`]
  const counts = (Object.entries(summary({ outcomes })) as [Verdict, number][]).filter(([, count]) => count > 0)
  const answer =
    differences.length === 0
      ? 'The verdicts are the same'
      : `${differences.length} ${differences.length === 1 ? 'verdict differs' : 'verdicts differ'}`
  return `${[
    ...other,
    ...[...Map.groupBy(differences, changeOf)].flatMap(([change, alike]) =>
      hanging('  ', `${someOf(alike, mostNamed, ({ check }) => check)}: ${change}`, style),
    ),
    ...colouredLines(style, 'bold', `${answer}: ${report.exchanges.length} exchanges judged again with assay ${own.version}`),
    ...hanging('  ', counts.map(([verdict, count]) => `${count} ${verdict}`).join(', '), style),
  ].join('\n')}\n`
}
