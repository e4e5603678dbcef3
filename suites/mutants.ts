import type { Contract, Operation } from '../contracts/contract.ts'
import { memoized } from '../language/memoized.ts'
import type { Mutant } from '../provider/mutant.ts'
import { providerSettings } from '../provider/reference-settings.ts'
import { messageMutants } from './answers/mutants.ts'
import { forgetfulMutants, idMutants } from './answers/unique-mutants.ts'
import { askedForMutants } from './asked-for/mutants.ts'
import { callbackMutants } from './callbacks/mutants.ts'
import { credentialMutants } from './credentials/mutants.ts'
import { listMutants } from './fields/list-mutants.ts'
import { fieldMutants } from './fields/mutants.ts'
import { createCatalogue } from './index.ts'
import { inputMutants } from './inputs/mutants.ts'
import { pageMutants } from './pages/mutants.ts'
import { refusalMutants } from './refusals/mutants.ts'
import { robustnessMutants } from './robustness/mutants.ts'
import { mistakeMutants } from './signatures/mutants/mistake-mutants.ts'
import { signatureMutants } from './signatures/mutants.ts'

/** A mutant, with what follows from the checks that catch it. */
export interface CaughtMutant extends Mutant {
  readonly requirements: readonly string[]
}

/**
 * Every mutant of a contract's provider, operation by operation, then those of its callbacks. Which checks catch a mutant is worked out only
 * on demand, because that takes seconds for all of them.
 */
export const mutants: (contract: Contract) => readonly CaughtMutant[] = memoized(makeMutants)

function makeMutants(contract: Contract): CaughtMutant[] {
  const judged = new Map(createCatalogue(contract).checks.map(({ id, requirement }) => [id, requirement]))
  const all = [...contract.operations.flatMap((operation) => mutantsOf(contract, operation)), ...callbackMutants(contract)]
  const broken = ({ caughtBy }: Mutant) => [...new Set(caughtBy.map((check) => judged.get(check) ?? check))]
  return all.map((mutant) => Object.defineProperty(mutant, 'requirements', { enumerable: true, get: () => broken(mutant) }) as CaughtMutant)
}

function mutantsOf(contract: Contract, operation: Operation): Mutant[] {
  const settings = providerSettings(contract)
  return [
    ...messageMutants(operation),
    ...fieldMutants(operation, settings),
    ...listMutants(operation),
    ...pageMutants(operation),
    ...idMutants(operation),
    ...forgetfulMutants(operation),
    ...robustnessMutants(operation),
    ...inputMutants(operation),
    ...askedForMutants(operation, settings),
    ...refusalMutants(operation),
    ...credentialMutants(contract, operation),
    ...signatureMutants(contract, operation),
    ...mistakeMutants(contract, operation),
  ]
}
