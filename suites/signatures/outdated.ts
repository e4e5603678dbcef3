import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { signedRequest, signedValues } from '../../engine/probes/request.ts'
import type { WrongSignature } from './wrong-signature.ts'

/** Clocks differ by some seconds, and a request takes its time. */
const margin = 60

/** A request that is right except for its age, if the document limits that. */
export function outdated(operation: SignedOperation): WrongSignature[] {
  const { skew } = operation.authentication.timestamp
  if (skew === undefined) return []
  const age = skew + margin
  return [
    {
      id: 'too-old',
      requirement: 'skew' as WrongSignature['requirement'], // an overlay's own
      title: `signed rightly for a time ${age} seconds ago`,
      build: (target, time) => signedRequest(operation, target, signedValues(operation, target, time - age * 1000)),
    },
  ]
}
