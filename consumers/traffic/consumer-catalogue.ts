import type { Contract } from '../../contracts/contract.ts'
import type { RequirementId } from '../../contracts/generated/ids.ts'
import type { ConsumerCheck } from './consumer-check.ts'
import { credentialChecks, secretChecks } from './credential-checks.ts'
import { callbackCheck, practiceChecks } from './practice-checks.ts'
import { requestChecks } from './request-checks.ts'
import { signatureChecks } from './signature-checks.ts'

const secretNeverSent: RequirementId = 'credentials.secret-never-sent'

/** Every check of what clients send, derived from the contract: operation by operation, then the secret, then callbacks. */
export function consumerChecks(contract: Contract): ConsumerCheck[] {
  return [
    ...contract.operations.flatMap((operation) => [
      ...requestChecks(operation),
      ...credentialChecks(contract, operation),
      ...signatureChecks(operation),
      ...practiceChecks(operation),
    ]),
    ...secretChecks(contract, secretNeverSent),
    ...contract.callbacks.map((callback) => callbackCheck(callback, `${callback.id}.inquired`)),
  ]
}
