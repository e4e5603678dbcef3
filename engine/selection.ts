import type { Contract, Requirement } from '../contracts/contract.ts'
import { settingsOf } from '../contracts/needed-settings.ts'
import { requirementOf } from '../contracts/requirement-index.ts'
import { isLike } from '../contracts/wildcard.ts'
import type { Check } from './judging/check.ts'
import { unguardedReason } from './money/money.ts'
import type { Probe } from './probes/probe.ts'
import { isLocal, isPermitted, missingSettings, type Target } from './target.ts'

export type Admission =
  | { readonly verdict: 'judged' /** Why the check fails nothing yet. */; readonly warnsOnly?: string }
  | { readonly verdict: 'inapplicable' | 'inconclusive'; readonly reason: string }

/** What a run is narrowed to: a pattern over operations, clauses, requirements and checks, in which `*` is anything. */
export interface Selection {
  readonly only?: string
  /** Checks that came with a later version than this one only warn. */
  readonly suite?: string
  /** Leaves out checks whose requirement other checks judge too, and what is sent only for an observation or a SHOULD. */
  readonly quick?: boolean
  /** What is observed besides what the checks show anyway; by default, everything that moves no money away from loopback. */
  readonly observe?: readonly Observing[]
  readonly listen?: boolean
}

/** `none`: nothing is sent for an observation or a SHOULD alone. `withdrawals`, `future`: also what is left out otherwise. */
export type Observing = 'none' | 'withdrawals' | 'future'

export interface Candidate extends Pick<Check, 'id' | 'requirement' | 'since' | 'isExtended'> {
  readonly probe: Pick<Probe, 'operation' | 'phase' | 'registersByObserving'>
}

/** Decides on a check before anything is sent. */
export function admit(contract: Contract, target: Target, selection: Selection, check: Candidate): Admission {
  const { operation } = check.probe
  if (!target.operations.includes(operation.id))
    return { verdict: 'inapplicable', reason: `The target does not claim ${operation.id} (--operations).` }
  const { only } = selection
  if (only !== undefined && !matches(contract, only, check))
    return { verdict: 'inapplicable', reason: `The run was narrowed to ${shownPatterns(only)} (--only or --failed).` }
  if (selection.quick && check.isExtended) return { verdict: 'inapplicable', reason: unhurried }
  if (check.probe.phase === 'listening' && !selection.listen) return { verdict: 'inapplicable', reason: notListening }
  if (!target.bases[operation.base])
    return { verdict: 'inconclusive', reason: `No address is set: give --${operation.base}-url or --target.` }
  const guarded = mayAsk(target, check.probe)
  if (guarded !== undefined) return { verdict: 'inconclusive', reason: guarded }
  if (check.probe.phase !== 'judging' && !isObserved(target, selection, check.probe)) return { verdict: 'inapplicable', reason: unasked }
  const missing = missingSettings(contract, target, settingsOf(operation))
  if (missing.length > 0) return { verdict: 'inconclusive', reason: `Not set: ${missing.map(({ env }) => env).join(', ')}.` }
  if (selection.suite !== undefined && isLater(check.since, selection.suite))
    return {
      verdict: 'judged',
      warnsOnly: `It came with ${check.since}, and the run is held to the checks of ${selection.suite} (--suite).`,
    }
  return { verdict: 'judged' }
}

/** Why a probe's requests may not be sent to a target; undefined if they may. Both a run and `assay send` ask this guard of money. */
export function mayAsk(target: Target, { operation }: Pick<Probe, 'operation'>): string | undefined {
  if (!operation.movesMoney || isLocal(target, operation)) return undefined
  if (operation.unguarded) return `It is not sent: ${unguardedReason}.`
  return isPermitted(target, operation) ? undefined : money
}

export function isObserved(
  target: Target,
  { observe = [], listen = false, quick = false }: Selection,
  { operation, phase, registersByObserving = false }: Candidate['probe'],
): boolean {
  if (!target.operations.includes(operation.id)) return false
  if (phase === 'listening') return listen
  if (quick || observe.includes('none')) return false
  if (phase === 'future') return observe.includes('future') && (!registersByObserving || isPermitted(target, operation))
  if (registersByObserving && !isLocal(target, operation)) return observe.includes('withdrawals') && isPermitted(target, operation)
  return true
}

function matches(contract: Contract, only: string, { id, requirement: judged, probe }: Candidate): boolean {
  const requirement = requirementOf(contract, judged)
  const names = [id, judged, probe.operation.id, ...clausesOf(requirement)]
  return patternsIn(only).some((pattern) => names.some((name) => isMatch(pattern, name)))
}

function patternsIn(only: string): string[] {
  return only.split(',').map((part) => part.trim())
}

/** The parts of a pattern that match no check, which are misspelt. */
export function unmatched(contract: Contract, only: string, checks: readonly Check[]): string[] {
  return patternsIn(only).filter((part) => part !== '' && !checks.some((check) => matches(contract, part, check)))
}

/** Semantic versions of three numbers, by their order. */
function isLater(since: string | undefined, than: string): boolean {
  return since !== undefined && since.localeCompare(than, 'en', { numeric: true }) > 0
}

export const notListening = 'The run did not listen for callbacks (--listen).'
const unhurried = 'A quick run does not try it: its requirement is judged by the likeliest ways to be wrong (--quick).'
const unasked = 'It serves only an observation or a SHOULD: ask for it with --observe withdrawals.'
const money =
  'It sends withdrawals, which move money: allow them for this address with --allow-withdrawals, or leave them out with --operations.'

function clausesOf(requirement: Requirement | undefined): string[] {
  if (!requirement) return []
  const { clause } = requirement
  return clause.includes('.') ? [clause, clause.replace(/\..*$/, '')] : [clause]
}

/** A pattern matches a whole name; without a `*` also a part of a dotted name, from its beginning. */
function isMatch(pattern: string, name: string): boolean {
  if (pattern === '') return false
  const [wanted, given] = [pattern.toLowerCase(), name.toLowerCase()]
  return isLike(wanted, given) || (!wanted.includes('*') && given.startsWith(`${wanted}.`))
}

/** The first few of many patterns, such as those of all checks that failed before. */
export function shownPatterns(only: string): string {
  const all = patternsIn(only)
  return all.length > 4 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : all.join(', ')
}
