import { setTimeout as passed } from 'node:timers/promises'
import type { Construction } from '../../contracts/construction.ts'
import type { Contract } from '../../contracts/contract.ts'
import { memoized } from '../../language/memoized.ts'
import type { Explainer, RefusedSignature } from '../../provider/judgement/signature.ts'
import type { Signed } from './given-signature.ts'
import { questionsAbout, suspectOf } from './signature-explanation.ts'
import { formExplanation } from './signature-form.ts'
import { type Suspect, singles, slips } from './suspects.ts'

/** A long search may take one part in this many of a server's time. */
const share = 4

/** How much longer searches may run at first, in milliseconds, so that each of a client's first few wrong requests is explained. */
const burst = 2000

/** Whoever sends the next wrong signature within this time, in milliseconds, did not wait for the answer: a run sends many at once. */
const breath = 30

/** After so many searches in vain, none begins until so many milliseconds pass without a wrong signature: most of a run is no mistake. */
const vain = { most: 3, within: 500 }

/** How many mistakes that a search found are tried before the next one. */
const mostRecent = 20

/** What is shorter is a word: whatever could be found would make it by chance. */
const shortest = 8

/** A search takes longer with the text that may be signed: in a body of more characters it would hold up all others for many seconds. */
const longestBody = 1000

/** A clock, and how to wait; both in milliseconds. */
export interface Timing {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

/**
 * Explains single signatures to whoever sent them: one mistake, or two that are often made. Common mistakes, and those found before, are
 * told at once. What is rare takes up to a second to search for, which holds up all others: nothing is searched for while others wait
 * or in a long body, and after a long search there is a while without one.
 */
export function createExplainer({ operations }: Contract, timing: Timing = { now: () => performance.now(), wait: passed }): Explainer {
  const known = (construction: Construction) => slips(construction, questionsAbout(operations, construction).fields)
  const common = memoized((construction: Construction) =>
    singles(
      construction,
      known(construction).filter(({ mistake }) => !mistake.explains),
    ),
  )
  const all = memoized((construction: Construction) => singles(construction, known(construction)))
  const sparing = sparingly(timing)
  let [came, latest, inVain, isWaiting] = [0, 0, 0, false]
  let recent: readonly Suspect[] = []
  const maker = (wrong: RefusedSignature) =>
    suspectOf(wrong.construction, givenOf(wrong), [...common(wrong.construction), ...recent], undefined)
  return {
    known: (wrong) => {
      const explanation = maker(wrong)?.explanation ?? formExplanation(wrong.construction, givenOf(wrong))
      return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
    },
    search: async (wrong) => {
      const self = ++came
      const { construction, input, signature } = wrong
      if (signature.length < shortest || (input.body?.length ?? 0) > longestBody || maker(wrong)) return
      const at = timing.now()
      if (at - latest > vain.within) inVain = 0
      latest = at
      if (isWaiting || inVain >= vain.most) return
      isWaiting = true
      await timing.wait(breath)
      isWaiting = false
      if (came !== self) return
      const given = givenOf(wrong)
      const suspect =
        suspectOf(construction, given, all(construction), undefined) ??
        sparing(() => suspectOf(construction, given, [], questionsAbout(operations, construction)))
      inVain = suspect ? 0 : inVain + 1
      if (suspect) recent = [suspect, ...recent].slice(0, mostRecent)
    },
  }
}

/** Does expensive work, unless it was done a short while ago. */
function sparingly({ now }: Timing): <Result>(act: () => Result) => Result | undefined {
  let restsUntil = Number.NEGATIVE_INFINITY
  return (act) => {
    const began = now()
    if (began < restsUntil - burst) return undefined
    const result = act()
    restsUntil = Math.max(restsUntil, began) + share * (now() - began)
    return result
  }
}

function givenOf({ input, signature }: RefusedSignature): Signed {
  return { input, answer: { signature } }
}
