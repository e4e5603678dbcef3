import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { classify } from '../../../engine/evidence/classification.ts'
import { isAlike } from '../../../engine/evidence/refusal-form.ts'
import { repeatedRoles } from '../../../engine/probes/roles.ts'
import type { Target } from '../../../engine/target.ts'
import type { WrongSignature } from '../wrong-signature.ts'

/** The wrong requests whose answers tell how another signature is refused, and a key that nobody has. */
export const usual = { signature: 'whole.last-changed', key: 'key-id.cut-short' } as const

/** Also signed in the other way if the target seems to find the key: it may then sign over the key that was sent, or over the right one. */
export function signedEitherWay(operation: SignedOperation, wrong: WrongSignature, build: WrongSignature['build']): WrongSignature {
  const otherwise = { ...wrong, build, role: repeatedRoles(wrong.role).otherwise }
  return { ...wrong, isLate: true, onAnswer: isFound(operation), next: () => [otherwise] }
}

/** A wrong request with some key, and the one with the same key that follows if the target seems to find it. */
export function andWhereFound(operation: SignedOperation, wrong: WrongSignature, found: WrongSignature): WrongSignature[] {
  const next = (target: Target) => (found.omitted?.(target) === undefined ? [found] : [])
  return [
    { ...wrong, isLate: true, onAnswer: isFound(operation), next },
    { ...found, within: wrong.role },
  ]
}

/**
 * True if a request is accepted, or refused in the same way as a wrong signature while an unknown key is refused differently. If wrong
 * signatures are not refused, nothing follows.
 */
function isFound(operation: SignedOperation): NonNullable<WrongSignature['onAnswer']> {
  return (_client, exchange, sent) => {
    const another = sent.get(usual.signature)
    if (!another || classify(operation, another) !== 'refused') return false
    if (classify(operation, exchange) === 'accepted') return true
    const [own, signature, key] = [exchange, another, sent.get(usual.key)].map((each) => each?.response)
    return own !== undefined && signature !== undefined && key !== undefined && isAlike(own, signature) && !isAlike(own, key)
  }
}
