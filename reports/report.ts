import type { Contract, Operation, SettingDeclaration } from '../contracts/contract.ts'
import type { Diagnosis } from '../engine/diagnosis.ts'
import type { Json, Observed, Outcome, Verdict } from '../engine/judging/outcome.ts'
import { exitCode, type Run, type Side, summary, type Withdrawal } from '../engine/run.ts'
import { type Target, withoutUser } from '../engine/target.ts'
import { defined } from '../language/defined.ts'
import { resultInTurns, resultOf } from '../language/turns.ts'
import own from '../package.json' with { type: 'json' }
import { boundedIds, boundedOutcomes, cutTo, leftOutNotes } from './bounds.ts'
import { type ReportedExchange, reportedExchange } from './exchanges/reported-exchange.ts'
import { type Bodies, prioritised, storeBodies } from './exchanges/stored-bodies.ts'
import { type Redaction, type Redactions, redactionsOf } from './redaction/redaction.ts'
import { type SearchTimes, searchTimes } from './redaction/search-time.ts'
import { signaturesOf } from './redaction/signatures.ts'
import type { ReportedCoping } from './reported-coping.ts'
import type { Waiver } from './waivers/waiver.ts'

/** A run as report.json holds it, without secrets: every other report is rendered from this (report.schema.json). */
export interface Report {
  readonly schema: 'assay.report/1'
  readonly assay: string
  /** Who was judged; the provider where it is left out. */
  readonly side?: Side
  readonly spec: Contract['spec']
  readonly target: ReportedTarget
  /** The seed of what the run chose freely: `--seed` repeats it. */
  readonly seed?: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly complete: boolean
  readonly exitCode: 0 | 1 | 3
  readonly summary: Readonly<Record<Verdict, number>>
  readonly notes: readonly string[]
  readonly registered: readonly string[]
  readonly unknownFate?: readonly ReportedWithdrawal[]
  /** What explains that the run went as it did; no verdict depends on it. */
  readonly diagnoses: readonly Diagnosis[]
  readonly outcomes: readonly ReportedOutcome[]
  readonly observations: readonly Observed[]
  readonly exchanges: readonly ReportedExchange[]
  readonly bodies: Bodies
  readonly ledger: Ledger
  /** How many requests there were, where not all of them are kept. */
  readonly requests?: number
  readonly command?: ReportedCommand
  readonly coping?: ReportedCoping
  /** Where the pages of the checks are; where the project publishes them, if left out. */
  readonly docs?: string
  /** What is wrong with the waivers, if there are any: expired ones, and those that waive nothing. */
  readonly waivers?: { readonly problems: readonly string[] }
}

/** A command that a gate ran: how it ended, and the end of its output; the whole output is in a file beside the report. */
interface ReportedCommand {
  readonly words: readonly string[]
  readonly exitCode: number | null
  readonly ending: string
  readonly durationMs: number
  readonly output: string
  readonly files: readonly string[]
}

export interface ReportedOutcome extends Outcome {
  readonly waived?: Waiver
}

/** The target without its settings; each base's address under `<base>Url`. */
interface ReportedTarget {
  readonly name: string
  readonly operations: readonly string[]
  readonly allowWithdrawals: boolean
  readonly [address: `${string}Url`]: string
}

/** A withdrawal as its request said it: enough for its merchant to look for it. */
export interface ReportedWithdrawal {
  readonly at: string
  readonly exchange: string
  readonly withdrawal: Readonly<Record<string, string>>
}

/** What there is to be judged: enough to show coverage without the document. */
interface Ledger extends Pick<Contract, 'clauses' | 'requirements' | 'openPoints' | 'namedOnly'> {
  readonly settings: readonly Pick<SettingDeclaration, 'name' | 'env'>[]
  readonly operations: readonly LedgerOperation[]
}

export interface LedgerOperation extends Pick<Operation, 'id' | 'summary' | 'clause' | 'method' | 'base' | 'path' | 'movesMoney'> {
  /** True if its requests have to be signed again each time. */
  readonly signed: boolean
}

/**
 * The report of a run, and the one way from a run to anything that leaves the process: its target's secrets, what probes made of them, and
 * the signatures that were sent are taken out of every text that a target or a setting can reach.
 */
export function reportOf(run: Run, now: () => number = () => performance.now()): Report {
  return resultOf(reporting(run, searchTimes(run, now)))
}

/** The same, where an interruption is heard: it ends the search of what was received, and what was not searched is left out. */
export function reportInTurns(run: Run, signal: AbortSignal, now: () => number = () => performance.now()): Promise<Report> {
  return resultInTurns(reporting(run, searchTimes(run, now, signal)), now)
}

function* reporting(run: Run, times: SearchTimes): Generator<void, Report> {
  const redactions = redactionsOf(run.contract, run.target, signaturesOf(run.contract, run.target, run.exchanges), run.seed)
  const redact = redactions.received
  const held = yield* heldOf(run, redactions, times)
  return defined({
    schema: 'assay.report/1',
    assay: own.version,
    side: run.side,
    spec: run.contract.spec,
    target: reportedTarget(run.target, redact),
    seed: run.seed === undefined ? undefined : redact(run.seed),
    startedAt: new Date(run.startedAt).toISOString(),
    finishedAt: new Date(run.finishedAt).toISOString(),
    complete: run.complete,
    exitCode: exitCode(run),
    summary: summary(run),
    notes: [...run.notes.map((note) => cutTo(redact(note))), ...leftOutNotes(run, held)],
    registered: held.registered,
    unknownFate: (run.unknownFate ?? []).map((withdrawal) => reportedWithdrawal(withdrawal, redact)),
    diagnoses: run.diagnoses.map((diagnosis) => reportedDiagnosis(diagnosis, redact)),
    outcomes: held.outcomes,
    observations: run.observations.map((observed) => ({ ...observed, value: redactedJson(observed.value, redact) })),
    exchanges: held.exchanges,
    bodies: held.bodies,
    ledger: ledgerOf(run),
  })
}

/** What a run can make long, as far as there is room and time for it. */
function* heldOf(
  run: Run,
  redactions: Redactions,
  times: SearchTimes,
): Generator<void, Pick<Report, 'registered' | 'outcomes' | 'exchanges' | 'bodies'>> {
  const redact = redactions.received
  const ofHeaders = { received: redactions.hurried(times.received).received, sent: redactions.hurried(times.sent).sent }
  const ways = { ...redactions, ofHeaders, settings: run.target.settings }
  const store = yield* storeBodies(prioritised(run), redactions.hurried(times.bodies).received)
  const exchanges: ReportedExchange[] = []
  for (const exchange of run.exchanges) {
    yield
    exchanges.push(reportedExchange(exchange, store, ways))
  }
  return {
    registered: boundedIds(run.registered.map(redact)),
    outcomes: boundedOutcomes(run.outcomes, redact),
    exchanges,
    bodies: store.bodies,
  }
}

function reportedWithdrawal({ at, exchange, withdrawal }: Withdrawal, redact: Redaction): ReportedWithdrawal {
  const shown = Object.entries(withdrawal).map(([name, value]) => [name, redact(value)] as const)
  return { at: new Date(at).toISOString(), exchange, withdrawal: Object.fromEntries(shown) }
}

export function reportedDiagnosis({ id, about, operations, problem, remedy }: Diagnosis, redact: Redaction): Diagnosis {
  // The name of a variable is no secret, though a placeholder in the place of its value may be a part of it.
  const name = id === 'malformed' && problem.startsWith(about) ? about : ''
  return {
    id,
    about: name || redact(about),
    operations,
    problem: cutTo(name + redact(problem.slice(name.length))),
    remedy: cutTo(redact(remedy)),
  }
}

function reportedTarget({ name, bases, operations, allowWithdrawals }: Target, redact: Redaction): ReportedTarget {
  const addresses = Object.entries(bases).map(([base, address]) => [`${base}Url`, redact(withoutUser(address))])
  return { name: redact(withoutUser(name)), ...Object.fromEntries(addresses), operations, allowWithdrawals }
}

/** Of a client only what binds clients is asked. */
function ledgerOf({ side, contract }: Run): Ledger {
  const { clauses, settings, operations, openPoints, namedOnly } = contract
  const requirements = contract.requirements.filter(({ binds }) => side !== 'consumer' || binds === 'consumer')
  return {
    clauses,
    settings: settings.map(({ name, env }) => ({ name, env })),
    operations: operations.map(({ id, summary, clause, method, base, path, movesMoney, authentication }) => {
      return { id, summary, clause, method, base, path, movesMoney, signed: authentication.kind === 'signed' }
    }),
    requirements,
    openPoints,
    namedOnly,
  }
}

/** A value without secrets, also in the names of its members. */
function redactedJson(value: Json, redact: Redaction): Json {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : redact(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => redactedJson(element, redact))
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [redact(key), redactedJson(element, redact)]))
}
