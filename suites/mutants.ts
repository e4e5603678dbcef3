import type { Contract, Operation } from '../contracts/contract.ts'
import type { Mutant } from '../provider/mutant.ts'
import { providerSettings } from '../provider/settings.ts'
import { messageMutants } from './answers/mutants.ts'
import { idMutants } from './answers/unique-mutants.ts'
import { callbackMutants } from './callbacks/mutants.ts'
import { credentialMutants } from './credentials/mutants.ts'
import { listMutants } from './fields/list-mutants.ts'
import { fieldMutants } from './fields/mutants.ts'
import { inputMutants } from './inputs/mutants.ts'
import { pageMutants } from './pages/mutants.ts'
import { refusalMutants } from './refusals/mutants.ts'
import { robustnessMutants } from './robustness/mutants.ts'
import { mistakeMutants } from './signatures/mistake-mutants.ts'
import { signatureMutants } from './signatures/mutants.ts'

export type { Mutant } from '../provider/mutant.ts'

/** Every mutant of a contract's provider, operation by operation, then those of its callbacks. */
export function mutants(contract: Contract): Mutant[] {
  return [...contract.operations.flatMap((operation) => mutantsOf(contract, operation)), ...callbackMutants(contract)]
}

function mutantsOf(contract: Contract, operation: Operation): Mutant[] {
  const settings = providerSettings(contract)
  return [
    ...messageMutants(operation),
    ...fieldMutants(operation),
    ...listMutants(operation),
    ...pageMutants(operation),
    ...idMutants(operation),
    ...robustnessMutants(operation),
    ...inputMutants(operation),
    ...refusalMutants(operation),
    ...credentialMutants(contract, operation, settings),
    ...signatureMutants(contract, operation, settings),
    ...mistakeMutants(operation, settings),
  ]
}
