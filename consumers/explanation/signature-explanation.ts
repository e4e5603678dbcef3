import type { Construction } from '../../contracts/construction.ts'
import type { Operation } from '../../contracts/contract.ts'
import { canonicalString, sign } from '../../contracts/signing.ts'
import { vectorBody } from '../../contracts/vectors/vectors.ts'
import type { Interval } from '../vectors/signer.ts'
import { clock, clockAnd } from '../vectors/signer-clock.ts'
import type { Explanation, Signed } from './given-signature.ts'
import { indifference } from './indifference.ts'
import { canonicalRequests } from './searches/canonical-requests.ts'
import { chains } from './searches/chains.ts'
import { compositions } from './searches/compositions.ts'
import { fileEndings } from './searches/file-endings.ts'
import { keyDerivations } from './searches/key-derivations.ts'
import { keyedHashes } from './searches/keyed-hashes.ts'
import { leftovers } from './searches/leftovers.ts'
import { type Endpoint, messages, toldMessages } from './searches/messages.ts'
import { orderedBodies } from './searches/ordered-bodies.ts'
import { pairs } from './searches/pairs.ts'
import { services } from './searches/services.ts'
import { substitutions } from './searches/substitutions.ts'
import { surroundings } from './searches/surroundings.ts'
import { webTokens } from './searches/web-tokens.ts'
import { formExplanation } from './signature-form.ts'
import { joinedOrders, orders, type Slip, type Suspect, singles, slips, unevenJoints } from './suspects.ts'

/** What is known about the requests: the fields that a signer was given beside the parts, and when it was asked. */
export interface Questions {
  readonly fields: readonly string[]
  /** Some signers sign the request line, as other services require. */
  readonly address?: Endpoint
  /** Without it, the signer's clock is not tried, and of double mistakes only the common ones. */
  readonly asked?: Interval
  /** Called once, before a search that takes seconds, with the number of signatures that no single mistake explains. */
  readonly searching?: (unexplained: number) => void
  /** True once so much time was spent that no further search of seconds begins. */
  readonly isLate?: () => boolean
}

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
  const ranked = wrong.length === 0 ? [] : rankedSuspects(construction, signed, wrong, questions)
  const ofBehaviour = isChanging(signed) ? changing : indifference(construction, signed)
  return signed.map((each) => {
    if (!wrong.includes(each)) return undefined
    return ranked.find(({ makes }) => makes(each))?.explanation ?? ofText(construction, each) ?? ofBehaviour ?? ofForm(construction, each)
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

/** The fields of signed bodies that are no part of the signature: some sign them nevertheless. */
export function fieldsBeside(operations: readonly Operation[], { parts }: Construction): string[] {
  const signed = operations.filter(({ authentication }) => authentication.kind === 'signed')
  const names = signed.flatMap(({ body }) => body?.fields.map(({ name }) => name) ?? [])
  return names.filter((name) => !parts.some((part) => part.name === name))
}

function rankedSuspects(construction: Construction, signed: readonly Signed[], wrong: readonly Signed[], questions: Questions): Suspect[] {
  const known = slips(construction, questions.fields)
  let ranked = sorted([...constant(signed), ...leftovers(construction, signed), ...seen(singles(construction, known), wrong)], signed)
  const isRanked = ({ mistake }: Slip) =>
    ranked.slice(0, mostBeside).some(({ explanation }) => explanation.mistake?.split(' + ').includes(mistake.id))
  const besideKnown: Search = [3, (given) => pairs(construction, known, given, known.filter(isRanked))]
  const searches = searchesOf(construction, known, questions, isChanging(signed))
  const quick = [...searches.quick, besideKnown]
  let isTold = false
  for (const [index, [most, search, least = 0]] of [...quick, ...searches.slow].entries()) {
    if (isWhole(ranked[0], signed)) break
    const left = wrong.filter((each) => !ranked.some(({ makes }) => makes(each)))
    if (left.length === 0) break
    if (left.length <= least * signed.length) continue
    if (index >= quick.length && questions.isLate?.()) break
    if (index >= quick.length && !isTold) questions.searching?.(left.length)
    isTold ||= index >= quick.length
    // What most of its signatures have in common, one of them tells as well as three.
    const few = left.length > half * signed.length ? 1 : most
    ranked = sorted(ranked.concat(searched(left, [Math.min(most, few), search, least * signed.length])), signed)
  }
  return ranked
}

/** Beside how many of the mistakes that explain most another one is looked for. */
const mostBeside = 10

/**
 * A search for what makes a signature, how many that nothing explains yet are searched, and the share of all signatures above which they
 * are searched at all. Another text, key or clock shows in all signatures: where a few are left, it is not looked for.
 */
type Search = readonly [most: number, search: (given: Signed) => Suspect[], least?: number]

const half = 1 / 2

/** Of a signer whose mistake is known but for a few odd values, seconds are not spent on these. */
const several = 1 / 50

/** The likelier first; the last one takes seconds for each signature. */
function searchesOf(
  construction: Construction,
  known: readonly Slip[],
  { fields, address, asked }: Questions,
  isOfClock: boolean,
): Record<'quick' | 'slow', Search[]> {
  const common = known.filter(({ mistake }) => !mistake.explains)
  const clocks: Search = [3, (given) => (asked ? clockAnd(construction, known, asked, given) : []), several]
  return {
    quick: [
      [3, (given) => surroundings(construction, known, given)],
      [3, (given) => toldMessages(construction, given)],
      [1, webTokens],
      [1, (given) => keyedHashes(construction, given)],
      [3, (given) => orders(construction, given)],
      [1, (given) => unevenJoints(construction, given), half],
      [1, (given) => fileEndings(construction, given), half],
      [3, (given) => (asked ? clock(construction, asked).filter(({ makes }) => makes(given)) : []), half],
      [1, (given) => (address ? services(construction, address, given) : [])],
      [3, (given) => pairs(construction, common, given)],
    ],
    slow: isOfClock
      ? [clocks]
      : [
          [asked ? 3 : 0, (given) => joinedOrders(construction, fields, given), half],
          [3, (given) => (address ? messages(construction, address, given) : []), half],
          clocks,
          [asked ? 3 : 0, (given) => compositions(construction, address, given), half],
          [asked ? 3 : 0, (given) => substitutions(construction, fields, common, given), half],
          [asked ? 1 : 0, (given) => chains(construction, given), half],
          [asked ? 1 : 0, (given) => (address ? canonicalRequests(construction, address, given) : []), half],
          [asked ? 1 : 0, (given) => orderedBodies(construction, given), half],
          [asked ? 1 : 0, (given) => keyDerivations(construction, common, given), half],
          [asked ? 1 : 0, (given) => pairs(construction, known, given), several],
        ],
  }
}

function withBodies(construction: Construction, { answer, input }: Signed): Signed {
  const { values, secret, body, bodies } = input
  const written = vectorBody(construction, values)
  const spaced = written.replace(/","/g, '", "').replace(/":"/g, '": "')
  return { answer, input: { values, secret, bodies: bodies ?? [...(body === undefined ? [] : [body]), written, spaced] } }
}

/** The suspect for a signer that always answers the same. */
function constant(signed: readonly Signed[]): Suspect[] {
  const [first, ...others] = new Set(signed.map(({ answer }) => answer.signature))
  if (first === undefined || first === '' || others.length > 0 || signed.length < 3) return []
  return [{ explanation: { title: 'the same whatever it is given' }, makes: () => true }]
}

/** Said of a signer that answers equal requests differently, if no time in milliseconds or seconds explains that. */
const changing: Explanation = {
  title: 'something of its own that changes between equal requests: a finer clock, a random number or what it was asked before',
}

function isChanging(signed: readonly Signed[]): boolean {
  const known = new Map<string, string>()
  return signed.some(({ input: { values, secret }, answer: { signature } }) => {
    const name = JSON.stringify([values, secret])
    const before = known.get(name) ?? signature
    known.set(name, signature)
    return before !== signature
  })
}

/** What a search finds for signatures that no earlier finding explains, until so many were searched in vain or as few are left as need none. */
function searched(left: readonly Signed[], [most, search, few = 0]: Search): Suspect[] {
  const found: Suspect[] = []
  const isFound = (each: Signed) => found.some(({ makes }) => makes(each))
  let [searches, inVain] = [0, 0]
  for (const each of left) {
    if (isFound(each)) continue
    if (inVain === most || searches === mostSearches || left.filter((other) => !isFound(other)).length <= few) break
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

/** After this many signatures that no single mistake explains, the remaining ones are not searched for single mistakes either. */
const mostMisses = 20

/** The suspects for any of these signatures. One that is explained already is skipped: most have the same mistake. */
function seen(suspects: readonly Suspect[], wrong: readonly Signed[]): Suspect[] {
  const found: Suspect[] = []
  let misses = 0
  for (const each of wrong) {
    if (misses === mostMisses) break
    if (found.some(({ makes }) => makes(each))) continue
    const more = suspects.filter(({ makes }) => makes(each))
    if (more.length === 0) misses++
    found.push(...more)
  }
  return found
}

function ofForm(construction: Construction, { input, answer }: Signed): Explanation | undefined {
  return formExplanation(construction, answer.signature, sign(construction, input))
}

/** If the signer says what it signed: where the text is wrong. */
function ofText(construction: Construction, { input, answer }: Signed): Explanation | undefined {
  const right = canonicalString(construction, input.values)
  const { canonicalString: text } = answer
  if (text === undefined || text === right) return undefined
  const at = [...right].findIndex((letter, index) => letter !== [...text][index])
  return { title: `another text, which departs from the right one at character ${(at < 0 ? right.length : at) + 1}` }
}
