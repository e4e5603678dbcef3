import type { Contract } from '../contracts/contract.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Exchange } from './exchange.ts'
import type { Catalogue, Check } from './judging/check.ts'
import { judge } from './judging/judge.ts'
import type { Outcome } from './judging/outcome.ts'
import type { Run } from './run.ts'
import type { Admission } from './selection.ts'

/** What a report keeps of a run: enough to judge it again. */
export type Saved = Pick<Run, 'exchanges' | 'outcomes'>

export type Rejudged = Pick<Run, 'outcomes' | 'observations'>

/**
 * Judges saved evidence again, with today's checks and no network. What was never sent keeps the reason that the run
 * gave; a check that is new since then is inconclusive unless its probe was sent.
 */
export function rejudgeCatalogue({ checks, observations }: Catalogue, contract: Contract, saved: Saved): Rejudged {
  const before = new Map(saved.outcomes.map((outcome) => [outcome.check, outcome]))
  const evidence = evidenceOf({ checks, observations }, saved, before)
  const admissions = new Map(checks.map((check) => [check.id, admissionOf(check, evidence, before.get(check.id))]))
  return judge(contract, { checks, observations, admissions }, evidence)
}

/** The evidence of each probe of which exchanges were saved. */
function evidenceOf({ checks, observations }: Catalogue, saved: Saved, before: ReadonlyMap<string, Outcome>): Map<string, Evidence> {
  const ofProbe = (id: string) => checks.filter(({ probe }) => probe.id === id)
  const probes = new Map([...checks, ...observations].map(({ probe }) => [probe.id, probe]))
  const groups = Map.groupBy(saved.exchanges, ({ probe }) => probe)
  return new Map(
    [...groups].flatMap(([id, exchanges]) => {
      const probe = probes.get(id)
      if (!probe) return []
      const roles = new Map(exchanges.map((exchange) => [exchange.role, exchange]))
      return [[id, { probe, operation: probe.operation, exchanges: roles, leftOut: leftOut(ofProbe(id), roles, before) }] as const]
    }),
  )
}

/** A role that was left out on purpose has no exchange; the outcome of its check holds the reason. */
function leftOut(checks: readonly Check[], sent: ReadonlyMap<string, Exchange>, before: ReadonlyMap<string, Outcome>): Map<string, string> {
  const reasons = checks.flatMap(({ id, roles }) => {
    const { verdict, reason } = before.get(id) ?? {}
    if (verdict !== 'inapplicable' || reason === undefined) return []
    return roles.filter((role) => !sent.has(role)).map((role) => [role, reason] as const)
  })
  return new Map(reasons)
}

/** What the run left out is left out again, though another check had the same sent; a report of before names that as its evidence. */
function admissionOf({ probe, roles }: Check, evidence: ReadonlyMap<string, Evidence>, before: Outcome | undefined): Admission {
  const isInapplicable = before?.verdict === 'inapplicable'
  const isLeftOut = isInapplicable && (before.evidence.length === 0 || roles.length === 0)
  if (evidence.has(probe.id) && !isLeftOut) return judgedAgain(before)
  if (isInapplicable) return { verdict: 'inapplicable', reason: before.reason ?? 'It was left out of the run.' }
  return { verdict: 'inconclusive', reason: before?.reason ?? 'The run sent nothing that this check could judge.' }
}

/** A MUST that only warned, with the reason, warns again. */
function judgedAgain(before: Outcome | undefined): Admission {
  const warnsOnly = before?.level === 'MUST' && before.verdict === 'warned' ? before.reason : undefined
  return warnsOnly === undefined ? { verdict: 'judged' } : { verdict: 'judged', warnsOnly }
}
