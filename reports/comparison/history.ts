import { ownerOf } from '../../contracts/fields.ts'
import { counted, someOf } from '../../text/counted.ts'
import { minuteOf } from '../../text/day.ts'
import { type Claim, claimOf } from '../conclusions/claim.ts'
import { type Conclusion, symbols } from '../conclusions/conclusion.ts'
import type { Report } from '../report.ts'
import { colouredLines, hanging, type TerminalStyle } from '../text/lines.ts'
import { plain } from '../text/plain.ts'
import { type Comparison, compareReports, type VerdictChange } from './compare.ts'
import { changeGroups } from './sections.ts'

export interface SavedRun {
  readonly path: string
  /** The address of its page, as the page of the history reaches it. */
  readonly page?: string | undefined
  readonly report: Report
}

/** The runs against one target, earliest first. */
export interface History {
  readonly target: string
  readonly runs: readonly PastRun[]
}

/** A run of a history, and what changed since the one before it. */
export interface PastRun extends Pick<Report, 'startedAt' | 'assay' | 'summary'>, Pick<Claim, 'headline' | 'limits' | 'standing'> {
  readonly path: string
  readonly page?: string | undefined
  readonly answer: Conclusion
  readonly newFailures: readonly string[]
  readonly fixed: readonly string[]
  readonly changed: readonly string[]
  /** Open points at which the target does something else. */
  readonly behaviour: readonly string[]
  /** What changed, a few words each; nothing if nothing did. */
  readonly changes: readonly string[]
}

/** Cuts reports down to what a comparison needs, with shared parts kept once, so that thousands fit into memory. */
export function comparable(): (report: Report) => Report {
  const known = new Map<string, unknown>()
  const shared = <T>(value: T): T => {
    const key = JSON.stringify(value)
    if (!known.has(key)) known.set(key, value)
    return known.get(key) as T
  }
  return (report) => ({
    ...report,
    exchanges: [],
    bodies: {},
    ledger: shared(report.ledger),
    outcomes: report.outcomes.map((outcome) => shared({ ...outcome, evidence: [] })),
    observations: report.observations.map(shared),
  })
}

/** The history of each target, those with the latest run first. */
export function historiesOf(saved: readonly SavedRun[]): History[] {
  const sorted = saved.toSorted((one, other) => Date.parse(one.report.startedAt) - Date.parse(other.report.startedAt))
  const groups = Map.groupBy(sorted.toReversed(), ({ report }) => `${report.side ?? 'provider'} ${report.target.name}`)
  return [...groups.values()].map((latestFirst) => {
    const runs = latestFirst.toReversed()
    return { target: latestFirst[0].report.target.name, runs: runs.map((run, index) => pastRun(run, runs[index - 1])) }
  })
}

function pastRun({ path, page, report }: SavedRun, before: SavedRun | undefined): PastRun {
  const { startedAt, assay, summary } = report
  const { conclusion, headline, limits, standing } = claimOf(report)
  const compared = before && compareReports(before.report, report)
  const idsOf = (changes: Comparison['fixed'] = []) => changes.map(({ check }) => check)
  return {
    path,
    page,
    startedAt,
    assay,
    summary,
    answer: conclusion,
    headline,
    limits,
    standing,
    newFailures: idsOf(compared?.newFailures),
    fixed: idsOf(compared?.fixed),
    changed: idsOf(compared?.changed),
    behaviour: compared?.behaviour.map(({ id }) => id) ?? [],
    changes: compared ? changeWords(compared) : [],
  }
}

function changeWords({ newFailures, fixed, changed, behaviour, before, after }: Comparison): string[] {
  const words = (title: string, names: readonly string[]) => (names.length === 0 ? [] : [`${title}: ${someOf(names, shown, String, '; ')}`])
  const said = [
    ...words('newly failed', namesOf(newFailures)),
    ...words('fixed', namesOf(fixed)),
    ...words('not judged any more', namesOf(changed.filter(isLost))),
    ...words('judged again, not judged before', namesOf(changed.filter(isRegained))),
    ...words('judged differently', namesOf(changed.filter((change) => !isLost(change) && !isRegained(change)))),
    ...words(
      'behaves differently',
      [...Map.groupBy(behaviour, ({ title }) => title)].map(([title, same]) => `${title} (${someOf(same, 3, ({ id }) => ownerOf(id))})`),
    ),
  ]
  return said.length === 0 && before.headline !== after.headline ? [`answer changed: ${before.headline} → ${after.headline}`] : said
}

function isLost({ after }: VerdictChange): boolean {
  return after === 'inconclusive'
}

function isRegained({ before }: VerdictChange): boolean {
  return before === 'inconclusive'
}

/** Checks by their ids; those that one thing explains in its words, whatever was known of them before. */
function namesOf(changes: Comparison['fixed']): string[] {
  return changeGroups(changes.map((change) => ({ ...change, before: change.after }))).map(({ words, checks: [first = '', ...others] }) =>
    others.length > 0 ? words : first,
  )
}

const shown = 5

/** Histories for people: a line of verdicts for each target, and under it what changed when. */
export function historyText(histories: readonly History[], style: TerminalStyle): string {
  return `${histories.map((history) => historyLines(history, style).join('\n')).join('\n\n')}\n`
}

function historyLines({ target, runs }: History, style: TerminalStyle): string[] {
  const headline = runs.at(-1)?.headline
  const line = runs.slice(-Math.min(longestLine, style.width - 2)).map(({ standing }) => symbols[standing])
  const changes = runs.flatMap((run) => run.changes.map((words) => ({ run, words })))
  return [
    ...colouredLines(style, 'bold', `${target} (${counted(runs.length, 'run')}): ${headline ?? 'no run'}`),
    `  ${line.join('')}`,
    ...changes.flatMap(({ run, words }) => hanging(`  ${minuteOf(run.startedAt)}  `, plain(words), style)),
    ...(changes.length === 0 && runs.length > 1 ? ['  Nothing changed.'] : []),
  ]
}

/** How many of the latest runs fit into a line. */
const longestLine = 100
