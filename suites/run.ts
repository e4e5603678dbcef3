import type { Contract } from '../contracts/contract.ts'
import { isSigned } from '../contracts/operation-kinds.ts'
import { type EngineOptions, runCatalogue } from '../engine/engine.ts'
import type { Catalogue } from '../engine/judging/check.ts'
import { type Plan, planCatalogue } from '../engine/plan.ts'
import { type Rejudged, rejudgeCatalogue, type Saved } from '../engine/replay.ts'
import type { Run } from '../engine/run.ts'
import type { Selection } from '../engine/selection.ts'
import type { Target } from '../engine/target.ts'
import { diagnose } from '../targets/diagnosis.ts'
import type { Examined } from '../targets/examined.ts'
import { acceptedOtherwise } from './credentials/checks.ts'
import { catalogueOf } from './index.ts'
import { acceptedInstead } from './signatures/accepted-instead.ts'

/** What to run; the suites are always all of them. */
export type RunOptions = Omit<EngineOptions, 'catalogue' | 'diagnose'>

/** Runs all suites against a target, and explains how it went. Never throws for what a target does. */
export async function run(options: RunOptions): Promise<Run> {
  const { contract, target } = options
  const catalogue = await catalogueOf(contract)
  const isWrong = wrongOf(catalogue)
  return runCatalogue({
    ...options,
    catalogue,
    diagnose: (exchanges) => diagnose({ contract, target, exchanges, acceptedInstead: insteadOf(contract, target), isWrong }),
  })
}

/** Who opens a run with a wrong request sends nothing else that is not right. */
function wrongOf({ checks }: Catalogue): NonNullable<Examined['isWrong']> {
  const guarded = new Map(checks.flatMap(({ probe }) => (probe.opening ? [[probe.id, probe] as const] : [])))
  return ({ probe, role }) => guarded.get(probe)?.isRight(role) === false
}

/** Tells which wrong signatures or credentials a target accepts. */
export function insteadOf(contract: Contract, { settings }: Target): NonNullable<Examined['acceptedInstead']> {
  return (operation, exchanges) =>
    isSigned(operation) ? acceptedInstead(operation, exchanges, settings) : acceptedOtherwise(contract, operation, exchanges)
}

/** Decides which checks of the suites are judged, and adds up what that sends. */
export async function plan(contract: Contract, target: Target, selection: Selection = {}): Promise<Plan> {
  return planCatalogue(await catalogueOf(contract), contract, target, selection)
}

/** Judges saved evidence again with the suites of today, and without the network. */
export async function rejudge(contract: Contract, saved: Saved): Promise<Rejudged> {
  return rejudgeCatalogue(await catalogueOf(contract), contract, saved)
}
