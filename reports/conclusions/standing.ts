import type { Requirement } from '../../contracts/contract.ts'
import type { Verdict } from '../../engine/judging/outcome.ts'
import { counted, grouped } from '../../text/counted.ts'
import type { Report } from '../report.ts'
import { causesOf, causeText } from './causes.ts'
import { type Claim, claimOf } from './claim.ts'
import { explanations, unwaived, verdicts, worst } from './conclusion.ts'
import { reasonsOf } from './reasons.ts'

/** What is kept of one of many targets: enough for a page of all of them, and none of its evidence. */
export interface Standing extends Claim {
  readonly name: string
  readonly href: string
  /** What to look at first: the worst cause, or what kept it from being judged; empty if it conforms. */
  readonly gist: string
  readonly summary: Report['summary']
  readonly clauses: Readonly<Record<string, string>>
  readonly requirements: readonly Requirement[]
  /** By requirement, what needs attention most, and the check that found it. */
  readonly verdicts: ReadonlyMap<string, { readonly verdict: Verdict; readonly check: string }>
}

export function standingOf(report: Report, href: string): Standing {
  const groups = Map.groupBy(report.outcomes, ({ requirement }) => requirement)
  const worstOf = [...groups].flatMap(([requirement, outcomes]) => {
    const verdict = worst(outcomes.map((outcome) => outcome.verdict))
    const shown = outcomes.find((outcome) => outcome.verdict === verdict)
    return verdict && shown ? [[requirement, { verdict, check: shown.check }] as const] : []
  })
  return {
    ...claimOf(report),
    name: report.target.name,
    href,
    gist: gistOf(report),
    summary: report.summary,
    clauses: report.ledger.clauses,
    requirements: report.ledger.requirements.filter(({ id }) => groups.has(id)),
    verdicts: new Map(worstOf),
  }
}

/** Targets with the worst first: by their answer, then by how much failed, then by how much is not judged; those alike in the order given. */
export function gravestFirst(standings: readonly Standing[]): Standing[] {
  return standings.toSorted(
    (one, other) =>
      verdicts.indexOf(one.standing) - verdicts.indexOf(other.standing) ||
      other.summary.failed - one.summary.failed ||
      other.summary.inconclusive - one.summary.inconclusive,
  )
}

export interface Fleet {
  readonly standings: readonly Standing[]
  readonly unjudged: readonly string[]
}

/** How many targets have which conclusion, with what limits it, the worst first; then how many have none. */
export function talliesOf({ standings, unjudged }: Fleet): Tally[] {
  const groups = Map.groupBy(gravestFirst(standings), ({ standing, headline }) => JSON.stringify([standing, headline]))
  const judged = [...groups.values()].map(([{ standing, headline }, ...others]): Tally => {
    const words = others.length > 0 ? headline.replace(/^does\b/, 'do').replace(/^conforms\b/, 'conform') : headline
    return { standing, words: `${grouped(1 + others.length)} ${words}` }
  })
  return unjudged.length === 0 ? judged : [...judged, { standing: 'inconclusive', words: `${grouped(unjudged.length)} not judged` }]
}

interface Tally {
  readonly standing: Verdict
  readonly words: string
}

function gistOf(report: Report): string {
  if (report.exitCode === 0) return ''
  const [diagnosis] = explanations(report).first
  if (diagnosis) return diagnosis.problem
  const [cause, ...others] = causesOf(report, unwaived(report, 'failed'))
  if (cause)
    return others.length > 0 ? `${causeText(cause).replace(/\.$/, '')} (and ${counted(others.length, 'more cause')})` : causeText(cause)
  return reasonsOf(unwaived(report, 'inconclusive'))[0]?.reason ?? ''
}
