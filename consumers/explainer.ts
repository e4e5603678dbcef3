import type { Construction } from '../contracts/construction.ts'
import type { Contract, Operation } from '../contracts/contract.ts'
import { sign } from '../contracts/signing.ts'
import type { Explain } from '../provider/options.ts'
import { defined } from '../spec/defined.ts'
import { remembered } from '../spec/remembered.ts'
import { fieldsBeside, formOf, type Questions, suspectOf } from './signature-explanation.ts'
import { type Suspect, singles, slips } from './suspects.ts'

/** Of the time of a server, searches take one part in so many. */
const share = 4

/** How many mistakes that a search found are tried before the next one. */
const mostRecent = 20

/**
 * Explains single signatures to whoever sent them: one mistake, or two that are often made. What is rare takes long to search for, and a
 * server has to answer: after a search there is a while without one, in which common mistakes and those found before are told at once.
 */
export function explainer({ operations }: Contract, now: () => number = () => performance.now()): Explain {
  const common = remembered(commonSuspects)
  let recent: readonly Suspect[] = []
  let restsUntil = Number.NEGATIVE_INFINITY
  return (construction, input, signature) => {
    const began = now()
    const known = [...common(construction), ...recent]
    const questions = began < restsUntil ? undefined : questionsOf(operations, construction)
    const suspect = suspectOf(construction, { input, answer: { signature } }, known, questions)
    const wasSearched = questions !== undefined && !(suspect && known.includes(suspect))
    if (wasSearched) {
      restsUntil = began + share * (now() - began)
      recent = [...(suspect ? [suspect] : []), ...recent].slice(0, mostRecent)
    }
    const explanation = suspect?.explanation ?? formOf(construction, signature, sign(construction, input))
    return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
  }
}

function commonSuspects(construction: Construction): Suspect[] {
  const common = slips(construction, []).filter(({ mistake }) => !mistake.explains)
  return singles(construction, common)
}

function questionsOf(operations: readonly Operation[], construction: Construction): Questions {
  return defined({ fields: fieldsBeside(operations, construction), address: operations.find((each) => isSignedBy(each, construction)) })
}

function isSignedBy({ authentication }: Operation, construction: Construction): boolean {
  return authentication.kind === 'signed' && authentication.signature.construction === construction
}
