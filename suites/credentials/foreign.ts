import type { Contract, Operation } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { isSigned, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Client } from '../../engine/client/client.ts'
import type { Headers } from '../../engine/exchange.ts'
import { bareRequest, rightCredential, signedHeaderFields, signedValues } from '../../engine/probes/request.ts'
import { insteadRole } from '../../engine/probes/roles.ts'
import {
  type OtherCredential,
  otherCredentials,
  requestWith,
  settingsSent,
  whyKept,
  whyNotInstead,
} from '../../engine/wrong-values/other-credentials.ts'
import type { WrongCredential } from './wrong-credential.ts'

/** The credentials of the other operations, and their parts: under the own scheme, and each as its owner presents it. */
export function foreignCredentials(contract: Contract, operation: SchemeOperation): WrongCredential[] {
  const parts = Map.groupBy(otherCredentials(contract, operation), ({ owner }) => owner)
  return contract.operations.flatMap((other, index) => {
    const earlier = contract.operations.slice(0, index).filter(({ base }) => base === other.base)
    return [...(parts.get(other) ?? []).map((part) => asOwn(operation, part)), ...wholeOf(operation, other, earlier)]
  })
}

function presentedBy(other: Operation, { target, ownTime }: Pick<Client, 'target' | 'ownTime'>): Headers {
  return isSigned(other) ? signedHeaderFields(other, signedValues(other, target, ownTime())) : rightCredential(other.authentication, target)
}

/** A single value of another operation's credential, where the own one should stand. */
function asOwn(operation: SchemeOperation, other: OtherCredential): WrongCredential {
  const { name, setting, owner, isWhole } = other
  return {
    role: `own-${name}`,
    requirement: 'own',
    isExtended: isSigned(owner),
    title: isWhole ? `with the credential of ${owner.id}` : `with the ${setting} of ${owner.id} as its credential`,
    whenDenied: insteadRole(name),
    omitted: (target) => whyNotInstead(operation, other, target),
    build: ({ target }) => requestWith(other, operation, target),
  }
}

/** All that another operation presents, as it does; left out if only the value would differ. */
function wholeOf(operation: SchemeOperation, other: Operation, earlier: readonly Operation[]): WrongCredential[] {
  const { header, scheme } = operation.authentication
  const theirs = other.authentication
  const isSame = theirs.kind === 'none' || (theirs.kind === 'scheme' && theirs.header === header && theirs.scheme === scheme)
  if (isSame || other.id === operation.id || earlier.some((each) => isPresentedAlike(each, other))) return []
  // What is signed is made of the body's values too.
  const needed = theirs.kind === 'signed' ? settingsOf(other) : settingsSent(other)
  return [
    {
      role: `whole-${other.id}`,
      isExtended: true,
      requirement: 'own',
      title: `with all that proves who sends ${other.id}, as that presents it`,
      omitted: (target) => whyKept(operation, other, needed, target),
      build: (client) => bareRequest(operation, client.target, { headers: presentedBy(other, client) }),
    },
  ]
}

/** True if two operations present the very same credential; signatures differ with what is signed. */
function isPresentedAlike({ authentication: one }: Operation, { authentication: other }: Operation): boolean {
  if (one.kind !== 'scheme' || other.kind !== 'scheme') return false
  return one.header === other.header && one.scheme === other.scheme && one.setting === other.setting
}
