import type { Construction } from '../contracts/construction.ts'
import type { Contract, Operation } from '../contracts/contract.ts'
import type { Explain } from '../provider/options.ts'
import { defined } from '../spec/defined.ts'
import { explainAll, fieldsBeside, type Questions } from './signature-explanation.ts'

/** A search that takes longer, in milliseconds, is followed by as long a rest. */
const longest = 50

/**
 * Explains single signatures to whoever sent them: one mistake, or two that are often made. What nothing explains takes long to
 * search for, and a server has to answer: after a long search as much time goes by in which one mistake alone is searched for.
 */
export function explainer({ operations }: Contract, now: () => number = () => performance.now()): Explain {
  let restsUntil = Number.NEGATIVE_INFINITY
  return (construction, input, signature) => {
    const began = now()
    const address = operations.find((each) => isSignedBy(each, construction))
    const isBrief = began < restsUntil
    const questions: Questions = defined({ fields: fieldsBeside(operations, construction), address, isBrief })
    const [explanation] = explainAll(construction, [{ input, answer: { signature } }], questions)
    const ended = now()
    if (!isBrief && ended - began > longest) restsUntil = ended + (ended - began)
    return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
  }
}

function isSignedBy({ authentication }: Operation, construction: Construction): boolean {
  return authentication.kind === 'signed' && authentication.signature.construction === construction
}
