import type { Callback, Contract, Operation } from '../contracts/contract.ts'
import { type Validators, validatorsFor } from '../contracts/validators.ts'
import { callbackObservations } from './callback-observations.ts'
import type { Check, Observation } from './check.ts'
import { answerChecks } from './checks/answer.ts'
import { callbackChecks } from './checks/callback.ts'
import { credentialChecks } from './checks/credentials.ts'
import { fieldChecks } from './checks/fields.ts'
import { inputChecks } from './checks/inputs.ts'
import { pageChecks } from './checks/pages.ts'
import { refusalChecks } from './checks/refusals.ts'
import { robustnessChecks } from './checks/robustness.ts'
import { signatureChecks } from './checks/signatures.ts'
import { uniqueChecks } from './checks/uniques.ts'
import { createShapes, type Shapes } from './judging/shape.ts'
import { askedObservations, freeObservations, signedObservations } from './observations.ts'
import type { Probe } from './probe.ts'
import { behaviourProbe } from './probes/behaviour.ts'
import { callbackProbe } from './probes/callback.ts'
import { credentialProbe } from './probes/credential.ts'
import { inputsProbe } from './probes/inputs.ts'
import { type PagedOperation, pagesProbe } from './probes/pages.ts'
import { robustnessProbe } from './probes/robustness.ts'
import { signatureProbe } from './probes/signature.ts'
import { futureProbe, signedBehaviourProbe } from './probes/signed-behaviour.ts'
import { isSigned } from './request.ts'

/** Everything that can be asked of a target, derived from the contract. */
export interface Catalogue {
  readonly checks: readonly Check[]
  readonly observations: readonly Observation[]
}

/** The catalogue of a contract: the committed one, or one that an overlay changed. */
export async function catalogueOf(contract: Contract): Promise<Catalogue> {
  return createCatalogue(contract, await validatorsFor(contract))
}

function createCatalogue(contract: Contract, validators: Validators): Catalogue {
  const shapes = createShapes(validators)
  const parts = [
    ...contract.operations.map((operation) => operationCatalogue(contract, operation, shapes)),
    ...contract.callbacks.map((callback) => callbackCatalogue(contract, callback)),
  ]
  return { checks: parts.flatMap(({ checks }) => checks), observations: parts.flatMap(({ observations }) => observations) }
}

function operationCatalogue(contract: Contract, operation: Operation, shapes: Shapes): Catalogue {
  const admission = isSigned(operation) ? signatureProbe(operation) : credentialProbe(contract, operation)
  const inputs = inputsProbe(operation)
  const pages = isPaged(operation) ? pagesProbe(operation) : undefined
  const answers: Probe = pages ?? admission
  const [accepted, ...others] = answerChecks(operation, answers)
  return {
    checks: [
      ...(accepted ? [{ ...accepted, probe: admission }] : []),
      ...others,
      ...fieldChecks(operation, answers, shapes),
      ...credentialChecks(contract, operation, admission),
      ...(isSigned(operation) ? signatureChecks(operation, admission) : []),
      ...(isPaged(operation) && pages ? pageChecks(operation, pages) : []),
      ...uniqueChecks(operation, answers),
      ...inputChecks(operation, inputs),
      ...refusalChecks(operation, admission, inputs, shapes),
      ...robustnessChecks(operation, robustnessProbe(operation)),
    ],
    observations: [
      ...freeObservations(contract, operation, admission, pages),
      ...(isSigned(operation)
        ? signedObservations(contract, operation, signedBehaviourProbe(operation), futureProbe(operation))
        : askedObservations(contract, operation, behaviourProbe(operation))),
    ],
  }
}

function callbackCatalogue(contract: Contract, callback: Callback): Catalogue {
  const operation = contract.operations.find(({ id }) => id === callback.followedBy)
  if (!operation) return { checks: [], observations: [] }
  const probe = callbackProbe(callback, operation)
  return { checks: callbackChecks(callback, operation, probe), observations: callbackObservations(contract, callback, probe) }
}

function isPaged(operation: Operation): operation is PagedOperation {
  return operation.pagination !== undefined && !operation.movesMoney
}
