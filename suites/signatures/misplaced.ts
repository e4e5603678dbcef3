import type { Contract } from '../../contracts/contract.ts'
import { credentialText, signedRequest, signedValues } from '../../engine/request.ts'
import { addressOf, type Target } from '../../engine/target.ts'
import type { SignedOperation, WrongRequest } from './variations.ts'

/** Requests without a signed header where it belongs: with all of them elsewhere, or with another operation's credential instead. */
export function misplaced(contract: Contract, operation: SignedOperation): WrongRequest[] {
  return [inQuery(operation), ...foreign(contract, operation)]
}

function inQuery(operation: SignedOperation): WrongRequest {
  const { key, timestamp, signature } = operation.authentication
  return {
    id: 'place.query',
    requirement: 'place',
    title: 'with its signed headers in the query instead',
    omitted: () => undefined,
    build: (target, time) => {
      const right = signedValues(operation, target, time)
      const query = {
        [key.header]: right.key ?? '',
        [timestamp.header]: right.timestamp ?? '',
        [signature.header]: right.signature ?? '',
      }
      return signedRequest(operation, target, {}, { query })
    },
  }
}

/** The credentials of the other operations, each as its owner presents it. */
function foreign({ operations }: Contract, operation: SignedOperation): WrongRequest[] {
  return operations.flatMap((other) => {
    const theirs = other.authentication
    if (theirs.kind !== 'scheme' || theirs.setting === operation.authentication.key.setting) return []
    return {
      id: `own.${other.id}`,
      requirement: 'own',
      title: `with the credential of ${other.id} instead of its signed headers`,
      omitted: (target: Target) => {
        if (!target.settings[theirs.setting]) return `The credential of ${other.id} is not known.`
        const origins = [operation, other].map((each) => new URL(addressOf(target, each)).origin)
        return origins[0] === origins[1] ? undefined : 'A credential goes only to the origin that it belongs to.'
      },
      build: (target: Target) => {
        const text = credentialText(theirs.scheme, target.settings[theirs.setting] ?? '')
        return signedRequest(operation, target, {}, { headers: [[theirs.header, text]] })
      },
    }
  })
}
