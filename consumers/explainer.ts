import type { Contract } from '../contracts/contract.ts'
import type { Explain } from '../provider/options.ts'
import { explainAll, fieldsBeside } from './signature-explanation.ts'

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
    const [explanation] = explainAll(construction, [{ input, answer: { signature } }], { fields: fieldsBeside(operations, construction) })
    const ended = now()
    if (ended - began > longest) restsUntil = ended + (ended - began)
    return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
  }
}
