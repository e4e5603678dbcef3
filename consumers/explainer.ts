import type { Construction } from '../contracts/construction.ts'
import type { Contract, Operation } from '../contracts/contract.ts'
import { sign } from '../contracts/signing.ts'
import type { Explain } from '../provider/options.ts'
import { defined } from '../spec/defined.ts'
import { remembered } from '../spec/remembered.ts'
import type { Signed } from './given-signature.ts'
import { fieldsBeside, formOf, type Questions, suspectOf } from './signature-explanation.ts'
import { clockTwice } from './signer-clock.ts'
import { type Suspect, singles, slips } from './suspects.ts'

/** Of the time of a server, searches take one part in so many. */
const share = 4

/** So many milliseconds of rest are put off: who sends a few wrong requests at once is told of each. */
const burst = 2000

/** How many mistakes that a search found are tried before the next one. */
const mostRecent = 20

/**
 * Explains single signatures to whoever sent them: one mistake, or two that are often made. What is rare takes long to search for, and a
 * server has to answer: after a search there is a while without one, a short one where a list was looked through. Common mistakes, and
 * those found before, are told at once.
 */
export function explainer({ operations }: Contract, now: () => number = () => performance.now()): Explain {
  const [common, all] = [remembered(commonSuspects), remembered(allSuspects)]
  let recent: readonly Suspect[] = []
  /** What it finds is tried at once for the next ones, unless trying it is a search as well. */
  const sparing = (search: (construction: Construction, given: Signed) => Suspect | undefined, isQuick = true) => {
    let restsUntil = Number.NEGATIVE_INFINITY
    return (construction: Construction, given: Signed) => {
      const began = now()
      if (began < restsUntil - burst) return undefined
      const suspect = search(construction, given)
      restsUntil = Math.max(restsUntil, began) + share * (now() - began)
      if (isQuick) recent = [...(suspect ? [suspect] : []), ...recent].slice(0, mostRecent)
      return suspect
    }
  }
  const single = sparing((construction, given) => suspectOf(construction, given, all(construction), undefined))
  const twice = sparing((construction, given) => clockTwice(construction, given).find(({ makes }) => makes(given)), false)
  const several = sparing((construction, given) => suspectOf(construction, given, [], questionsOf(operations, construction)))
  return (construction, input, signature) => {
    const given = { input, answer: { signature } }
    const known = suspectOf(construction, given, [...common(construction), ...recent], undefined)
    const suspect = known ?? single(construction, given) ?? twice(construction, given) ?? several(construction, given)
    const explanation = suspect?.explanation ?? formOf(construction, signature, sign(construction, input))
    return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
  }
}

function commonSuspects(construction: Construction): Suspect[] {
  const common = slips(construction, []).filter(({ mistake }) => !mistake.explains)
  return singles(construction, common)
}

function allSuspects(construction: Construction): Suspect[] {
  return singles(construction, slips(construction, []))
}

function questionsOf(operations: readonly Operation[], construction: Construction): Questions {
  return defined({ fields: fieldsBeside(operations, construction), address: operations.find((each) => isSignedBy(each, construction)) })
}

function isSignedBy({ authentication }: Operation, construction: Construction): boolean {
  return authentication.kind === 'signed' && authentication.signature.construction === construction
}
