import { fieldOfPart, isTextField, type SignedPart } from '../../../contracts/construction.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import { ordinaryInputs } from '../../../engine/probes/request.ts'
import { signedWrongly, type WrongSignature } from '../wrong-signature.ts'

export function textParts({ authentication: { signature } }: SignedOperation): SignedPart[] {
  return signature.construction.parts.filter(isTextField)
}

/** How careless providers read a text: they ignore white space around it. */
export const trims: readonly (readonly [id: string, title: string, read: (text: string) => string])[] = [
  ['trimmed', 'without the spaces around it', (text) => text.trim()],
  ['trimmed-at-start', 'without the spaces before it', (text) => text.trimStart()],
  ['trimmed-at-end', 'without the spaces behind it', (text) => text.trimEnd()],
]

/**
 * Texts with a space before or after them, signed without it. If two signed parts are joined without a separator, a space after the first and a
 * space before the second share a request that is signed with one of them: a target that drops either accepts it.
 */
export function spaced(operation: SignedOperation): WrongSignature[] {
  const { separator, parts } = operation.authentication.signature.construction
  const texts = textParts(operation)
  const neighbours = (one: SignedPart | undefined, other: SignedPart | undefined) =>
    one !== undefined && other !== undefined && separator === '' && parts.indexOf(one) + 1 === parts.indexOf(other)
  return texts.flatMap((part, at) => {
    const [before, next] = [texts[at - 1], texts[at + 1]]
    const behind = neighbours(part, next) && next ? [part, next] : [part]
    return [
      ...(neighbours(before, part) ? [] : [spacedAt(operation, `sends.${part.name}.space-before`, [undefined, part])]),
      spacedAt(operation, `sends.${part.name}.space-behind`, [part, behind[1]]),
    ]
  })
}

/** One space remains if both parts have one, and none if only one has. */
function spacedAt(
  operation: SignedOperation,
  role: string,
  [one, next]: readonly [SignedPart | undefined, SignedPart | undefined],
): WrongSignature {
  const places = [...(one ? [`a space behind ${one.name}`] : []), ...(next ? [`${one ? 'one' : 'a space'} before ${next.name}`] : [])]
  const title = `with ${places.join(' and ')}, and signed with one less`
  const omitted: WrongSignature['omitted'] = (target) => keepsConfigured(operation, target)
  return signedWrongly(operation, { role, requirement: 'verbatim', title, isExtended: true, omitted }, ({ target, right }) => {
    const ordinary = ordinaryInputs(operation, target)
    const spacedIn = (part: SignedPart | undefined, space: (text: string) => string) => {
      const field = part && fieldOfPart(part)
      return field === undefined ? {} : { [field]: space(String(ordinary[field])) }
    }
    const behind = spacedIn(one, (text) => `${text} `)
    return [right({ inputs: next && one ? behind : {} }), { inputs: { ...behind, ...spacedIn(next, (text) => ` ${text}`) } }]
  })
}
