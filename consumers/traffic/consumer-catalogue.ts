import type { Contract } from '../../contracts/contract.ts'
import type { RequirementId } from '../../contracts/generated/ids.ts'
import { addressChecks } from './checks/address-checks.ts'
import { bodyChecks } from './checks/body-checks.ts'
import { consumerCredentialChecks, secretChecks } from './checks/credential-checks.ts'
import { consumerInputChecks } from './checks/input-checks.ts'
import { callbackCheck, practiceChecks } from './checks/practice-checks.ts'
import { consumerSignatureChecks } from './checks/signature-checks.ts'
import type { ConsumerCheck } from './consumer-check.ts'

const secretNeverSent: RequirementId = 'credentials.secret-never-sent'

/** Every check of what clients send, derived from the contract: operation by operation, then the secret, then callbacks. */
export function consumerChecks(contract: Contract): ConsumerCheck[] {
  return [
    ...contract.operations.flatMap((operation) => [
      ...addressChecks(operation),
      ...bodyChecks(operation),
      ...consumerInputChecks(operation),
      ...consumerCredentialChecks(contract, operation),
      ...consumerSignatureChecks(operation),
      ...practiceChecks(operation),
    ]),
    ...secretChecks(contract, secretNeverSent),
    ...contract.callbacks.map((callback) => callbackCheck(callback, `${callback.id}.inquired`)),
  ]
}
