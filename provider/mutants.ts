import type { Contract, Operation } from '../contracts/contract.ts'
import type { Mutant } from './mutant.ts'
import { callbackMutants } from './mutants/callbacks.ts'
import { credentialMutants } from './mutants/credentials.ts'
import { fieldMutants } from './mutants/fields.ts'
import { idMutants } from './mutants/ids.ts'
import { inputMutants } from './mutants/inputs.ts'
import { listMutants } from './mutants/lists.ts'
import { messageMutants } from './mutants/messages.ts'
import { pageMutants } from './mutants/pages.ts'
import { refusalMutants } from './mutants/refusals.ts'
import { robustnessMutants } from './mutants/robustness.ts'
import { signatureMutants } from './mutants/signatures.ts'
import { mistakeMutants } from './mutants/signing-mistakes.ts'
import { providerSettings } from './settings.ts'

export type { Mutant } from './mutant.ts'

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
    ...signatureMutants(operation, settings),
    ...mistakeMutants(operation, settings),
  ]
}
