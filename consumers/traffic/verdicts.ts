import type { Contract, Level } from '../../contracts/contract.ts'
import { requirementOf } from '../../contracts/requirement-index.ts'
import { reasonOf } from '../../engine/judging/judge.ts'
import { type Finding, type Outcome, type Ruling, rulingOf } from '../../engine/judging/outcome.ts'
import { defined } from '../../language/defined.ts'
import { type Briefing, type ConsumerCheck, noFindings } from './consumer-check.ts'
import type { Sent } from './sent-request.ts'

/** Why a check is not judged: it was left out on purpose, or something is missing for it. */
export interface Exemption {
  readonly leftOut?: string
  readonly missing?: string
}

export type Tally = ReturnType<typeof createTally>

/** How many findings of a check are kept apart; later ones only add to the count of the first similar one. */
const mostFindings = 20

export function createTally(contract: Contract, check: ConsumerCheck, briefing: Briefing, told: (finding: Finding) => void) {
  const judging = check.begin(briefing)
  const found = createFindings()
  const evidence: string[] = []
  let shown = 0
  let reason: string | undefined
  const taking = (judge: () => Iterable<Finding> | undefined, exchange?: string): boolean => {
    try {
      const findings = judge()
      if (findings === undefined) return false
      if (exchange !== undefined) shown += 1
      if (exchange !== undefined && evidence.length < 10) evidence.push(exchange)
      if (findings === noFindings) return false
      const news = [...findings].filter((finding) => found.add(defined({ exchange, ...finding })))
      for (const finding of news) told(finding)
      return news.length > 0
    } catch (cause) {
      reason ??= reasonOf(cause)
      return false
    }
  }
  return {
    check,
    /** Judges a request; true if that gave a new finding. */
    see: (sent: Sent) => taking(() => judging.see(sent), sent.exchange.id) || judging.isNeeded?.(sent.exchange.id) === true,
    /** `gaps` say why not every request was seen: then nothing passes, and no check judges the whole. */
    outcome: ({ leftOut, missing }: Exemption, gaps?: string): Outcome => {
      if (leftOut === undefined && missing === undefined && gaps === undefined) taking(() => judging.end?.())
      const why = missing ?? reason ?? (shown > 0 ? gaps : unshown)
      const { id, requirement, operation, title } = check
      const { level = 'MUST', clause = '' } = requirementOf(contract, requirement) ?? {}
      return { check: id, requirement, level, clause, operation, title, ...judged(level, found.all(), leftOut, why), evidence }
    },
  }
}

/** Why a check is inconclusive about which no request tells. */
export const unshown = 'No request showed it.'

function judged(level: Level, findings: readonly Finding[], leftOut: string | undefined, reason: string | undefined): Ruling {
  if (leftOut !== undefined) return { verdict: 'inapplicable', findings: [], reason: leftOut }
  return rulingOf(level, findings, defined({ verdict: reason === undefined ? 'passed' : 'inconclusive', findings, reason }))
}

interface CountedFinding {
  readonly finding: Finding
  count: number
}

/** Findings without repetition: each once, with the number of requests that gave it. */
function createFindings() {
  const known = new Map<string, CountedFinding>()
  const alike = ({ at, expected }: Finding): CountedFinding | undefined => {
    const all = [...known.values()]
    return all.find(({ finding }) => finding.at === at && finding.expected === expected) ?? all[0]
  }
  return {
    /** True if it is new, and there is room for it. */
    add: (finding: Finding): boolean => {
      const key = JSON.stringify([finding.at, finding.expected, finding.actual])
      const before = known.get(key) ?? (known.size >= mostFindings ? alike(finding) : undefined)
      if (before) before.count += finding.count ?? 1
      else known.set(key, { finding, count: finding.count ?? 1 })
      return before === undefined
    },
    all: (): Finding[] => [...known.values()].map(({ finding, count }) => defined({ ...finding, count: count > 1 ? count : undefined })),
  }
}
