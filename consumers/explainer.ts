import type { Construction } from '../contracts/construction.ts'
import type { Contract } from '../contracts/contract.ts'
import type { Explain } from '../provider/options.ts'
import { explainAll } from './explanation.ts'

/** A search that takes longer, in milliseconds, is followed by as long a rest. */
const longest = 50

/**
 * Explains single signatures to whoever sent them: one mistake, or two that are often made. What nothing explains takes long to
 * search for, and a server has to answer: after a long search as much time goes by without one.
 */
export function explainer({ operations }: Contract, now: () => number = () => performance.now()): Explain {
  let restsUntil = Number.NEGATIVE_INFINITY
  return (construction, input, signature) => {
    const began = now()
    if (began < restsUntil) return undefined
    const [explanation] = explainAll(construction, [{ input, answer: { signature } }], { fields: otherFields(operations, construction) })
    const ended = now()
    if (ended - began > longest) restsUntil = ended + (ended - began)
    return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
  }
}

/** The fields of the body that are no part of the signature. */
function otherFields(operations: Contract['operations'], { parts }: Construction): string[] {
  const signed = operations.filter(({ authentication }) => authentication.kind === 'signed')
  const names = signed.flatMap(({ body }) => body?.fields.map(({ name }) => name) ?? [])
  return names.filter((name) => !parts.some((part) => part.name === name))
}
