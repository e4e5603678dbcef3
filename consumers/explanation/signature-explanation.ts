import type { Construction } from '../../contracts/construction.ts'
import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { canonicalString, sign } from '../../contracts/signing.ts'
import { vectorBody } from '../../contracts/vectors/vectors.ts'
import type { Explanation, Signed } from './given-signature.ts'
import { indifference, isOfAllAlike, standing } from './indifference.ts'
import { half, isChanging, type Questions, type Search, searchesOf } from './search-order.ts'
import { leftovers } from './searches/leftovers.ts'
import { pairs } from './searches/pairs.ts'
import { webTokens } from './searches/web-tokens.ts'
import { cutSignatures, formExplanation, printedObjects } from './signature-form.ts'
import { type Slip, type Suspect, singles, slips } from './suspects.ts'
import { within, wrappingsOf } from './wrappings.ts'

/**
 * Explains the wrong ones of a signer's signatures, in their order. A signer mostly makes one mistake throughout, or two: what makes
 * all of its signatures is taken first, and of several the one that is often made; else what makes most of them.
 */
export function explainAll(
  construction: Construction,
  given: readonly Signed[],
  questions: Questions = { fields: [] },
): (Explanation | undefined)[] {
  const signed = given.map((each) => withBodies(construction, each))
  const wrong = signed.filter(({ input, answer }) => answer.signature !== sign(construction, input))
  const ranked = wrong.length === 0 ? [] : rankedSuspects(construction, signed, wrong, questions).filter(isOfAllAlike(construction, signed))
  const ofBehaviour = isChanging(signed) ? changing : indifference(construction, signed)
  return signed.map((each) => {
    if (!wrong.includes(each)) return undefined
    return (
      ranked.find(({ makes }) => makes(each))?.explanation ??
      ofText(construction, each) ??
      ofBehaviour ??
      formExplanation(construction, each)
    )
  })
}

/** What explains a wrong signature: a known mistake, or what a search finds if there is time for one. */
export function suspectOf(
  construction: Construction,
  given: Signed,
  known: readonly Suspect[],
  questions: Questions | undefined,
): Suspect | undefined {
  const signed = withBodies(construction, given)
  const isMaker = ({ makes }: Suspect) => makes(signed)
  return known.find(isMaker) ?? (questions && rankedSuspects(construction, [signed], [signed], questions).find(isMaker))
}

/** The fields of signed bodies that are no part of the signature, which some sign nevertheless, and where what is signed like this is sent. */
export function questionsAbout(operations: readonly Operation[], construction: Construction): Questions {
  const signed = operations.filter(isSigned)
  const names = signed.flatMap(({ body }) => body?.fields.map(({ name }) => name) ?? [])
  const fields = names.filter((name) => !construction.parts.some((part) => part.name === name))
  return { fields, address: signed.find(({ authentication }) => authentication.signature.construction === construction) }
}

function rankedSuspects(construction: Construction, signed: readonly Signed[], wrong: readonly Signed[], questions: Questions): Suspect[] {
  const known = slips(construction, questions.fields)
  const whole: readonly Search[] = [
    [1, (given) => cutSignatures(construction, given)],
    [1, webTokens],
  ]
  const first = [
    ...printedObjects,
    ...constant(signed),
    ...standing(construction, signed),
    ...leftovers(construction, signed),
    ...searched(wrong, singleMistakes(construction, known), wrong.length),
  ]
  let ranked = sorted([...first, ...whole.flatMap((search) => searched(wrong, search))], signed)
  const unexplained = () => wrong.filter((each) => !ranked.some(({ makes }) => makes(each)))
  const left = unexplained().filter(({ answer }) => answer.signature !== '')
  const wrappings = isWhole(ranked[0], signed) ? [] : wrappingsOf(construction, known, left)
  if (wrappings.length > 0)
    return sorted(
      [...ranked, ...within(construction, wrappings, left, (all, inner) => rankedSuspects(construction, all, inner, questions))],
      signed,
    )
  const isRanked = ({ mistake }: Slip) =>
    ranked.slice(0, mostBeside).some(({ explanation }) => explanation.mistake?.split(' + ').includes(mistake.id))
  const besideKnown: Search = [3, (given) => pairs(construction, known, given, known.filter(isRanked))]
  const searches = searchesOf(construction, known, questions, signed)
  const quick = [...searches.quick, besideKnown]
  let isTold = false
  for (const [index, [most, search, least = 0]] of [...quick, ...searches.slow].entries()) {
    if (isWhole(ranked[0], signed)) break
    const left = unexplained()
    if (left.length === 0) break
    if (left.length <= least * signed.length) continue
    if (index >= quick.length && questions.isLate?.()) break
    if (index >= quick.length && !isTold) questions.searching?.(left.length)
    isTold ||= index >= quick.length
    // What most of its signatures have in common, one of them tells as well as three.
    const few = left.length > half * signed.length ? 1 : most
    ranked = sorted(ranked.concat(searched(left, [Math.min(most, few), search])), signed)
  }
  // What was found late may have another beside it where values are odd.
  return isTold && ranked.length > 0 ? sorted([...ranked, ...searched(unexplained(), besideKnown)], signed) : ranked
}

/** Beside how many of the mistakes that explain most another one is looked for. */
const mostBeside = 10

function withBodies(construction: Construction, { answer, input }: Signed): Signed {
  const { values, secret, body, bodies } = input
  const written = vectorBody(construction, values)
  const spaced = written.replace(/","/g, '", "').replace(/":"/g, '": "')
  return { answer, input: { values, secret, bodies: bodies ?? [...(body === undefined ? [] : [body]), written, spaced] } }
}

function constant(signed: readonly Signed[]): Suspect[] {
  const [first, ...others] = new Set(signed.map(({ answer }) => answer.signature))
  if (first === undefined || first === '' || others.length > 0 || signed.length < 3) return []
  return [{ explanation: { title: 'the same whatever it is given' }, makes: () => true }]
}

/** Said of a signer that answers equal requests differently, if no time in milliseconds or seconds explains that. */
const changing: Explanation = {
  title:
    'something of its own that changes between equal requests: a finer clock, a random number, the id of the request or what it was asked before',
}

/** After this many signatures that no single mistake explains, the remaining ones are not searched for single mistakes either. */
const mostMisses = 20

function singleMistakes(construction: Construction, known: readonly Slip[]): Search {
  const suspects = singles(construction, known)
  return [mostMisses, (given) => suspects.filter(({ makes }) => makes(given))]
}

/** What a search finds for signatures that no earlier finding explains, until so many were searched, or searched in vain. */
function searched(left: readonly Signed[], [mostInVain, search]: Search, most = mostSearches): Suspect[] {
  const found: Suspect[] = []
  const isFound = (each: Signed) => found.some(({ makes }) => makes(each))
  let [searches, inVain] = [0, 0]
  for (const each of left) {
    if (isFound(each)) continue
    if (inVain === mostInVain || searches === most) break
    const more = search(each)
    searches++
    if (more.length === 0) inVain++
    found.push(...more)
  }
  return found
}

const mostSearches = 3

function isWhole(suspect: Suspect | undefined, signed: readonly Signed[]): boolean {
  return suspect !== undefined && signed.every(suspect.makes)
}

function sorted(suspects: readonly Suspect[], signed: readonly Signed[]): Suspect[] {
  return suspects
    .map((suspect) => ({ suspect, count: signed.filter(suspect.makes).length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ suspect }) => suspect)
}

function ofText(construction: Construction, { input, answer }: Signed): Explanation | undefined {
  const right = canonicalString(construction, input.values)
  const { canonicalString: text } = answer
  if (text === undefined || text === right) return undefined
  const at = [...right].findIndex((letter, index) => letter !== [...text][index])
  return { title: `another text, which departs from the right one at character ${(at < 0 ? right.length : at) + 1}` }
}
