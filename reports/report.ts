import type { Contract, NamedOnly, OpenPoint, Operation, Requirement, SettingDeclaration } from '../contracts/contract.ts'
import type { Diagnosis } from '../engine/diagnosis.ts'
import type { Exchange, Headers, TransportFailure } from '../engine/exchange.ts'
import type { Observed, Outcome, Verdict } from '../engine/outcome.ts'
import { exitCode, type Run, type Side, summary } from '../engine/run.ts'
import { type Target, withoutUser } from '../engine/target.ts'
import own from '../package.json' with { type: 'json' }
import { defined } from '../spec/defined.ts'
import { boundedHeaders, boundedIds, boundedOutcomes, cutTo, leftOutNotes, most } from './bounds.ts'
import { redactedJson, redactedOutcome } from './redacted.ts'
import { type Redaction, type Redactions, redactionsOf } from './redaction.ts'
import type { ReportedCoping } from './reported-coping.ts'
import { withSpelling } from './respelt.ts'
import { searchTimes } from './search-time.ts'
import { signaturesOf } from './signatures.ts'
import { type Bodies, type BodyStore, prioritised, storeBodies } from './stored-bodies.ts'
import type { Waiver } from './waiver.ts'

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
  /** The withdrawals of which nobody knows whether they were registered. */
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
  /** The command whose requests were judged. */
  readonly command?: ReportedCommand
  /** How the command copes with other providers. */
  readonly coping?: ReportedCoping
  /** Where the pages of the checks are; where the project publishes them, if left out. */
  readonly docs?: string
  /** What is wrong with the waivers, where there are any: expired ones, and those that waive nothing. */
  readonly waivers?: { readonly problems: readonly string[] }
}

/** A command that a gate ran: how it ended, and the end of what it printed; all of that stands in a file beside the report. */
export interface ReportedCommand {
  readonly words: readonly string[]
  readonly exitCode: number | null
  readonly ending: string
  readonly durationMs: number
  readonly output: string
  readonly files: readonly string[]
}

/** An outcome, and the waiver of its failure. */
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

/** An exchange as a report has it: without secrets, its bodies by their keys in `bodies`. */
export interface ReportedExchange extends Pick<Exchange, 'id' | 'probe' | 'role' | 'operation' | 'durationMs' | 'repeats' | 'lost'> {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Headers
    readonly body?: string
    readonly truncated?: boolean
    readonly respelt?: boolean
  }
  readonly response?: ReportedResponse
  /** Why there is no response. */
  readonly error?: string
  readonly failure?: TransportFailure
  readonly startedAt: string
}

/** A withdrawal as its request said it: enough for its merchant to look for it. */
export interface ReportedWithdrawal {
  readonly at: string
  readonly exchange: string
  readonly withdrawal: Readonly<Record<string, string>>
}

interface ReportedResponse extends Pick<NonNullable<Exchange['response']>, 'status' | 'headers'> {
  /** The key under which `bodies` holds it. Left out when it is empty, or did not fit. */
  readonly body?: string
  /** Bytes as received. */
  readonly size: number
  /** True when not all of the body is here: it was too long for the client or for the report. */
  readonly truncated: boolean
  /** What is wrong with the content codings that the headers say of the body. */
  readonly codingFault?: string
  /** True where a secret was taken out of the body: judged again, it may not say what it said. */
  readonly redacted?: boolean
}

/** What there is to be judged: enough to show coverage without the document. */
interface Ledger {
  readonly clauses: Readonly<Record<string, string>>
  readonly settings: readonly Pick<SettingDeclaration, 'name' | 'env'>[]
  readonly operations: readonly LedgerOperation[]
  readonly requirements: readonly Requirement[]
  readonly openPoints: readonly OpenPoint[]
  readonly namedOnly: readonly NamedOnly[]
}

export interface LedgerOperation extends Pick<Operation, 'id' | 'summary' | 'clause' | 'method' | 'base' | 'path' | 'movesMoney'> {
  /** True when a request of it has to be signed afresh each time. */
  readonly signed: boolean
}

/**
 * The report of a run, and the one way from a run to anything that leaves the process: its target's secrets, what probes made of them, and
 * the signatures that were sent are taken out of every text that a target or a setting can reach.
 */
export function reportOf(run: Run, now: () => number = () => performance.now()): Report {
  const redactions = redactionsOf(run.contract, run.target, signaturesOf(run.contract, run.exchanges), run.seed)
  const redact = redactions.received
  const { bodies, headers } = searchTimes(run, now)
  const ways = { ...redactions, ofHeaders: redactions.hurried(headers) }
  const store = storeBodies(prioritised(run), redactions.hurried(bodies))
  const held = {
    registered: boundedIds(run.registered.map(redact)),
    outcomes: boundedOutcomes(run.outcomes.map((outcome) => redactedOutcome(outcome, redact))),
    exchanges: run.exchanges.map((exchange) => withSpelling(reportedExchange(exchange, store, ways), exchange, run.target.settings)),
  }
  return defined({
    schema: 'assay.report/1',
    assay: own.version,
    side: run.side,
    spec: run.contract.spec,
    target: reportedTarget(run.target, redact),
    seed: run.seed === undefined ? undefined : redact(run.seed),
    startedAt: time(run.startedAt),
    finishedAt: time(run.finishedAt),
    complete: run.complete,
    exitCode: exitCode(run),
    summary: summary(run),
    notes: [...run.notes.map((note) => cutTo(redact(note))), ...leftOutNotes(run, held)],
    registered: held.registered,
    unknownFate: (run.unknownFate ?? []).map(({ at, exchange, withdrawal }) => {
      const shown = Object.entries(withdrawal).map(([name, value]) => [name, redact(value)] as const)
      return { at: time(at), exchange, withdrawal: Object.fromEntries(shown) }
    }),
    diagnoses: run.diagnoses.map(({ id, about, problem, remedy }) => ({
      id,
      about: redact(about),
      problem: cutTo(redact(problem)),
      remedy: cutTo(redact(remedy)),
    })),
    outcomes: held.outcomes,
    observations: run.observations.map((observed) => ({ ...observed, value: redactedJson(observed.value, redact) })),
    exchanges: held.exchanges,
    bodies: store.bodies,
    ledger: ledgerOf(run),
  })
}

function reportedTarget({ name, bases, operations, allowWithdrawals }: Target, redact: Redaction): ReportedTarget {
  const addresses = Object.entries(bases).map(([base, address]) => [`${base}Url`, redact(withoutUser(address))])
  return { name: redact(withoutUser(name)), ...Object.fromEntries(addresses), operations, allowWithdrawals }
}

/** How secrets are taken out of an exchange. */
type Ways = Redactions & { readonly ofHeaders: Redaction }

function reportedExchange(exchange: Exchange, store: BodyStore, ways: Ways): ReportedExchange {
  const { id, probe, role, operation, request, response, failure, startedAt, durationMs, repeats, lost } = exchange
  const { received: redact, sent } = ways
  const requestBody = store.keyOf(request.body)
  return defined({
    id,
    probe,
    role,
    operation,
    request: defined({
      method: sent(request.method),
      url: cutTo(sent(withoutUser(request.url)), 8192),
      headers: boundedHeaders(request.headers, sent, most.sentFields),
      body: requestBody,
      truncated: request.truncated || (request.body && request.body.length > 0 && !requestBody) ? true : undefined,
    }),
    response: response && reportedResponse(response, store, ways),
    error: failure && cutTo(redact(failure.message)),
    failure: failure?.kind,
    startedAt: time(startedAt),
    durationMs: Math.round(durationMs * 100) / 100,
    repeats,
    lost,
  })
}

function reportedResponse(response: NonNullable<Exchange['response']>, store: BodyStore, { received, ofHeaders }: Ways): ReportedResponse {
  const { status, headers, body, truncated, codingFault } = response
  const key = store.keyOf(body)
  return defined({
    status,
    headers: boundedHeaders(headers, ofHeaders, most.receivedFields),
    body: key,
    size: body.length,
    truncated: truncated || (body.length > 0 && !key),
    codingFault: codingFault === undefined ? undefined : received(codingFault),
    redacted: store.isRedacted(body) || undefined,
  })
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

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
