import type { Contract } from '../contracts/contract.ts'
import type { Selection } from '../engine/selection.ts'
import { sampled } from '../long-run.fixture.ts'
import type { CaughtMutant } from './mutants.ts'

export interface MutantSelection {
  readonly operations: readonly string[]
  readonly selection: Selection
}

/** A mutant's own operation, and where it turns right requests away another one beside it, which shows that the settings are right. */
export function mutantSelection({ operations }: Contract, { operation, caughtBy, level, isObserved }: CaughtMutant): MutantSelection {
  const beside = caughtBy.includes(`${operation}.accepted`) ? operations.find(({ id }) => id !== operation) : undefined
  return {
    operations: beside ? [operation, beside.id] : [operation],
    // What is sent to observe shows more of most mutants than is named for them.
    selection: { observe: level === 'MUST' && !isObserved ? ['none'] : [] },
  }
}

/** Of the mutants that the same checks catch, most have the same fault in another way: a sample holds some of each kind. */
export function sampledMutants(all: readonly CaughtMutant[]): readonly CaughtMutant[] {
  return sampled(all, ({ caughtBy }) => [...caughtBy].sort().join())
}
