import type { Authentication, Contract } from '../../../contracts/contract.ts'
import type { SchemeCredential } from '../../../contracts/credential-place.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { rightCredential } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { whyKept } from '../../../engine/wrong-values/other-credentials.ts'
import { signedWrongly, type WrongSignature } from '../wrong-signature.ts'

/** The credential of another operation, presented as its owner does instead of the signed headers, or used as the key of a signature. */
export interface ForeignCredential {
  readonly owner: string
  readonly wrong: WrongSignature
  /** A request that is signed with it instead of the secret. */
  readonly keyed: WrongSignature
  /** A request with it as the key and without a signature; if both operations share an address, one for each credential. */
  readonly unsigned: WrongSignature | undefined
  readonly theirs: SchemeCredential
}

export function foreignKeys({ operations }: Contract, operation: SignedOperation): ForeignCredential[] {
  return operations.flatMap((other) => {
    const theirs = other.authentication
    if (theirs.kind !== 'scheme' || theirs.setting === operation.authentication.key.setting) return []
    const omitted: WrongSignature['omitted'] = (target) => whyKept(operation, other, [theirs.setting], target)
    const credentialOf = ({ settings }: Target) => settingValue(settings, theirs.setting)
    const wrong = signedWrongly(
      operation,
      { role: `own.${other.id}`, requirement: 'own', title: `with the credential of ${other.id} instead of its signed headers`, omitted },
      ({ target }) => [{}, { headers: rightCredential(theirs, target) }],
    )
    const asSecret = `signed with the credential of ${other.id} for the secret`
    const keyed = signedWrongly(
      operation,
      { role: `keyed.${other.id}`, requirement: 'key', title: asSecret, isExtended: true, omitted },
      ({ target, over }) => [over((input) => ({ ...input, secret: credentialOf(target) }))],
    )
    const isFirst = operations.find(
      ({ base, authentication }) => base === operation.base && settingNamed(authentication) === theirs.setting,
    )
    const asKey = `with the credential of ${other.id} as its key, and without a signature`
    const unsigned = signedWrongly(
      operation,
      { role: `own.${other.id}-as-key`, requirement: 'own', title: asKey, isExtended: true, omitted },
      ({ target, right }) => [{ key: credentialOf(target), timestamp: right().timestamp }],
    )
    return { owner: other.id, wrong, keyed, unsigned: isFirst === other ? unsigned : undefined, theirs }
  })
}

function settingNamed(authentication: Authentication): string | undefined {
  return authentication.kind === 'scheme' ? authentication.setting : undefined
}
