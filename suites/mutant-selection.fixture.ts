import type { Contract } from '../contracts/contract.ts'
import type { Selection } from '../engine/selection.ts'
import { sampled } from '../testing/long-run.fixture.ts'
import type { CaughtMutant } from './mutants.ts'

export interface MutantSelection {
  readonly operations: readonly string[]
  readonly selection: Selection
}

/**
 * A mutant's own operation and those of the checks that catch it, and where it turns right requests away another one beside it, which shows that
 * the settings are right.
 */
export function mutantSelection({ operations }: Contract, { operation, caughtBy, level, isObserved }: CaughtMutant): MutantSelection {
  const beside = caughtBy.includes(`${operation}.accepted`) ? operations.find(({ id }) => id !== operation) : undefined
  const isCatching = (id: string) => caughtBy.some((check) => check.startsWith(`${id}.`))
  return {
    operations: operations.map(({ id }) => id).filter((id) => id === operation || id === beside?.id || isCatching(id)),
    // What is sent to observe shows more of most mutants than is named for them.
    selection: { observe: level === 'MUST' && !isObserved ? ['none'] : [] },
  }
}

/**
 * Of the mutants that the same checks catch, most have the same fault in another way, as have those of several checks each of which
 * catches another mutant alone: a sample holds some of each kind, and every check catches one of it.
 */
export function sampledMutants(all: readonly CaughtMutant[]): readonly CaughtMutant[] {
  const alone = new Set(all.flatMap(({ caughtBy }) => (caughtBy.length === 1 ? caughtBy : [])))
  return sampled(all, ({ operation, caughtBy }) =>
    caughtBy.length === 1 ? caughtBy[0] : [operation, ...caughtBy.filter((check) => !alone.has(check))].sort().join(),
  )
}
