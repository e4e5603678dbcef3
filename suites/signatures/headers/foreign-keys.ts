import type { Contract } from '../../../contracts/contract.ts'
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
    const it = `the credential of ${other.id}`
    const sent = (
      named: Pick<WrongSignature, 'role' | 'requirement' | 'title' | 'isExtended'>,
      write: Parameters<typeof signedWrongly>[2],
    ) => signedWrongly(operation, { ...named, omitted }, write)
    const keyed = sent(
      { role: `keyed.${other.id}`, requirement: 'key', title: `signed with ${it} for the secret`, isExtended: true },
      ({ target, over }) => [over((input) => ({ ...input, secret: credentialOf(target) }))],
    )
    const [first] = operations.filter(
      ({ base, authentication: each }) => base === operation.base && each.kind === 'scheme' && each.setting === theirs.setting,
    )
    const isNear = other === first
    // A target may look at the time before anything else, or ask nothing of a request that has no signed header at all.
    const wrong = sent(
      {
        role: `own.${other.id}`,
        requirement: 'own',
        title: `with ${it} instead of its ${isNear ? 'key and its signature' : 'signed headers'}`,
      },
      ({ target, right }) => [isNear ? { timestamp: right().timestamp } : {}, { headers: rightCredential(theirs, target) }],
    )
    const unsigned = sent(
      { role: `own.${other.id}-as-key`, requirement: 'own', title: `with ${it} as its key, and without a signature`, isExtended: true },
      ({ target, right }) => [{ key: credentialOf(target), timestamp: right().timestamp }],
    )
    return { owner: other.id, wrong, keyed, unsigned: isNear ? unsigned : undefined, theirs }
  })
}
