import type { Operation } from '../../contracts/contract.ts'
import { requirementOf } from '../../contracts/requirement-index.ts'
import { isLike } from '../../contracts/wildcard.ts'
import { begun, systemClock } from '../../engine/client/clock.ts'
import { forgetParsed } from '../../engine/evidence/body.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Finding, Outcome } from '../../engine/judging/outcome.ts'
import { nothingFound, type Run } from '../../engine/run.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { shortened } from '../../text/excerpt.ts'
import { originOf } from './address.ts'
import { consumerChecks } from './consumer-catalogue.ts'
import type { Briefing, ConsumerCheck } from './consumer-check.ts'
import { createKeeping } from './keeping.ts'
import { createObserving } from './observations.ts'
import { type Lacks, readSent, type Sent } from './sent-request.ts'
import { createTally, type Exemption, type Tally, unshown } from './verdicts.ts'

export interface TrafficOptions {
  readonly briefing: Briefing
  readonly operations: readonly string[]
  /** Patterns of checks and requirements that are left out, `*` for anything. */
  readonly except?: readonly string[]
  readonly answers?: readonly ConsumerCheck[]
  readonly onFinding?: (check: ConsumerCheck, finding: Finding) => void
}

export type Traffic = ReturnType<typeof createTraffic>

interface Passed extends Pick<Run, 'side' | 'notes'>, Pick<Target, 'name' | 'allowWithdrawals' | 'connection'> {
  /** Why not every request was seen. */
  readonly gaps?: string
}

export interface JudgedTraffic {
  readonly run: Run
  readonly requests: number
}

/** Parsed answers are needed only while they are judged: the cache is emptied after this many requests. */
const forgetting = 500

/** Judges requests as they come; its memory does not grow with their number. */
export function createTraffic({ briefing, operations, except = [], answers = [], onFinding }: TrafficOptions) {
  const { contract, bases, settings } = briefing
  const { startedAt, finishedAt } = begun(systemClock)
  const checks = [...consumerChecks(contract), ...answers]
  const tallies = checks.map((check) => createTally(contract, check, briefing, (finding) => onFinding?.(check, finding)))
  const byOperation = new Map<string | undefined, Tally[]>()
  const concerned = (operation: string | undefined) =>
    getOrInsert(byOperation, operation, () => tallies.filter(({ check }) => check.everywhere || check.operation === operation))
  const keeping = createKeeping()
  const observing = createObserving(briefing)
  const counts = { all: 0, of: new Map<string, number>() }
  const known = Object.values(bases).map(originOf)
  const elsewhere = new Set<string>()
  const found = (gaps?: string) => {
    const exchanges = keeping.kept()
    const kept = new Set(exchanges.map(({ id }) => id))
    const outcomes = tallies.map((tally) => {
      const outcome = tally.outcome(exemption(tally.check, { briefing, operations, except }), gaps)
      return { ...outcome, evidence: outcome.evidence.filter((id) => kept.has(id)) }
    })
    return { outcomes: withReasons(outcomes, contract.operations, counts.of, elsewhere), observations: observing.observed(), exchanges }
  }
  return {
    counts: counts as { readonly all: number; readonly of: ReadonlyMap<string, number> },
    see: (exchange: Exchange, lacks?: Lacks): Sent => {
      const sent = readSent(contract, bases, exchange, lacks)
      counts.all += 1
      if (sent.operation) counts.of.set(sent.operation.id, (counts.of.get(sent.operation.id) ?? 0) + 1)
      const origin = originOf(exchange.request.url)
      if (origin !== '' && known.length > 0 && !known.includes(origin) && elsewhere.size < mostNamed) elsewhere.add(shortened(origin))
      let isNews = false
      for (const tally of concerned(sent.operation?.id)) isNews = tally.see(sent) || isNews
      observing.see(sent)
      keeping.keep(sent, isNews)
      if (counts.all % forgetting === 0) forgetParsed()
      return sent
    },
    found,
    conclude: ({ side, notes, gaps, ...passed }: Passed): JudgedTraffic => {
      const target: Target = defined({ ...passed, bases, settings, operations })
      const judged = found(gaps)
      const run = { ...nothingFound, contract, side, target, startedAt, finishedAt: finishedAt(), complete: true, notes, ...judged }
      return { run: defined<Run>(run), requests: counts.all }
    },
  }
}

function exemption(
  { id, requirement, operation, needs = [] }: ConsumerCheck,
  { briefing, operations, except }: Required<Pick<TrafficOptions, 'briefing' | 'operations' | 'except'>>,
): Exemption {
  const { contract, settings, callbacks } = briefing
  if (!operations.includes(operation)) return { leftOut: `${operation} was left out (--operations).` }
  const pattern = except.find((each) => isLike(each, id) || isLike(each, requirement))
  if (pattern !== undefined) return { leftOut: `It was left out (--except ${pattern}).` }
  const stated = requirementOf(contract, requirement)
  const isOfCallback = contract.callbacks.some((callback) => callback.id === stated?.operation)
  if (isOfCallback && callbacks.length === 0 && !briefing.awaitsCallback)
    return { leftOut: 'No callback was sent: only `assay gate --callback` sends one.' }
  const missing = contract.settings.filter(({ name }) => needs.includes(name) && !settings[name])
  return missing.length > 0 ? { missing: `Not set: ${missing.map(({ env }) => env).join(', ')}.` } : {}
}

function withReasons(
  outcomes: readonly Outcome[],
  operations: readonly Operation[],
  counts: ReadonlyMap<string, number>,
  elsewhere: ReadonlySet<string>,
): Outcome[] {
  const silent = new Set(operations.filter(({ id }) => !counts.get(id)).map(({ id }) => id))
  const others = elsewhere.size > 0 ? ` Others went to ${[...elsewhere].join(' and ')}: is that the address (--target)?` : ''
  return outcomes.map((outcome) =>
    outcome.verdict === 'inconclusive' && outcome.reason === unshown && silent.has(outcome.operation)
      ? { ...outcome, reason: `No request of ${outcome.operation} came; --operations can leave it out.${others}` }
      : outcome,
  )
}

/** So many addresses are named that nobody told us of. */
const mostNamed = 3
