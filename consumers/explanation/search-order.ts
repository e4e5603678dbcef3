import type { Construction } from '../../contracts/construction.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import type { Interval } from '../vectors/signer.ts'
import { clock, clockAnd, clockTwice } from '../vectors/signer-clock.ts'
import { digestIn } from './given-digest.ts'
import type { Endpoint, Input, Signed } from './given-signature.ts'
import { isWithoutEffect, usedParts } from './indifference.ts'
import { canonicalRequests } from './searches/canonical-requests.ts'
import { chains } from './searches/chains.ts'
import { compositions } from './searches/compositions.ts'
import { fileEndings } from './searches/file-endings.ts'
import { firstMade, type GuessSequence } from './searches/guesses.ts'
import { keyDerivations, regionalKeys } from './searches/key-derivations.ts'
import { keyedHashes } from './searches/keyed-hashes.ts'
import { messages, toldMessages } from './searches/messages.ts'
import { orderedBodies } from './searches/ordered-bodies.ts'
import { joinedOrders, orders, unevenJoints } from './searches/orders.ts'
import { pairs } from './searches/pairs.ts'
import { plausibleSlips } from './searches/plausible-slips.ts'
import { services } from './searches/services.ts'
import { cuts, substitutions } from './searches/substitutions.ts'
import type { Slip, Suspect } from './suspects.ts'

/** What is known about the requests: the fields that a signer was given beside the parts, and when it was asked. */
export interface Questions {
  readonly fields: readonly string[]
  /** Some signers sign the request line, as other services require. */
  readonly address?: Endpoint | undefined
  /** Without it, they send times of their own, which may be read twice; of double mistakes only the common ones are tried. */
  readonly asked?: Interval | undefined
  /** Called once, before a search that takes seconds, with the number of signatures that no single mistake explains. */
  readonly searching?: (unexplained: number) => void
  /** True once so much time was spent that no further search of seconds begins. */
  readonly isLate?: () => boolean
}

/**
 * A search for what makes a signature, how many that nothing explains yet are searched, and the share of all signatures above which they
 * are searched at all. Another text, key or clock shows in all signatures: where a few are left, it is not looked for.
 */
export type Search = readonly [most: number, search: (given: Signed) => Suspect[], least?: number]

export const half = 1 / 2

/** Of a signer whose mistake is known but for a few odd values, seconds are not spent on these. */
const several = 1 / 50

/** The likelier first, of the slow ones those that take less time. */
export function searchesOf(
  construction: Construction,
  known: readonly Slip[],
  { fields, address, asked, isLate = () => false }: Questions,
  signed: readonly Signed[],
): Record<'quick' | 'slow', Search[]> {
  const common = known.filter(({ mistake }) => !mistake.explains)
  const further = known.filter(({ mistake }) => fields.some((name) => mistake.id === `includes-${name}`))
  // Of double mistakes only the common ones, where it is not known when a signer was asked.
  const [one, three] = asked ? [1, 3] : [0, 0]
  const slipPairs = pairsInTurns(construction, known, signed).map((search): Search => [one, search, several])
  const made = (guessed: (given: Input) => GuessSequence) => (given: Signed) =>
    firstMade(construction, given, until(isLate, guessed(given.input)))
  const composed = (given: Signed) => firstMade(construction, given, until(isLate, compositions(construction, address, given)), digestIn)
  const compositionsOf: Search = [three, composed, half]
  const clocks: Search = [3, (given) => (asked ? clockAnd(construction, known, asked, given) : []), several]
  const slow = (): Search[] => {
    if (construction.parts.every(({ name }) => isWithoutEffect(name, signed))) return []
    if (isChanging(signed)) return [clocks]
    // Its key is none, or one of its own.
    if (isWithoutEffect('secret', signed)) return [compositionsOf, ...slipPairs]
    return [
      [three, made(() => joinedOrders(construction, fields, address)), half],
      [3, (given) => (address ? messages(construction, address, given) : []), half],
      [one, made(() => (address ? canonicalRequests(construction, address) : [])), half],
      [one, made(() => chains(construction)), half],
      [one, (given) => pairs(construction, known, given, [...further, ...common]), half],
      clocks,
      [one, made(() => keyDerivations(construction, common)), half],
      [three, made(() => substitutions(construction, fields, common)), half],
      compositionsOf,
      ...slipPairs,
      [one, made((given) => orderedBodies(construction, usedParts(construction, signed), given)), half],
    ]
  }
  return {
    quick: [
      [3, (given) => toldMessages(construction, given)],
      [1, (given) => keyedHashes(construction, given)],
      [3, (given) => orders(construction, given)],
      [1, made(() => unevenJoints(construction)), half],
      [1, made(() => fileEndings(construction)), half],
      [3, made(() => cuts(construction))],
      [1, made(() => regionalKeys(construction)), half],
      [3, (given) => (asked ? clock(construction, asked).filter(({ makes }) => makes(given)) : clockTwice(construction, given)), half],
      [1, (given) => (address ? services(construction, address, given) : [])],
      [3, (given) => pairs(construction, common, given)],
    ],
    slow: slow(),
  }
}

/** How many turns the pairs of mistakes are searched in, so that the time is looked at between them. */
const turns = 3

function pairsInTurns(construction: Construction, known: readonly Slip[], signed: readonly Signed[]): Search[1][] {
  let plausible: ReturnType<typeof plausibleSlips> | undefined
  return Array.from({ length: turns }, (_, turn) => (given) => {
    plausible ??= plausibleSlips(construction, known, signed)
    const { possible, needed } = plausible
    const earlier = new Set(needed.filter((_slip, index) => index % turns < turn))
    const left = possible.filter((slip) => !earlier.has(slip))
    const sought = needed.filter((_slip, index) => index % turns === turn)
    return pairs(construction, left, given, sought)
  })
}

/** So many guesses are tried before the time is looked at again. */
const together = 100

function* until(isLate: () => boolean, guesses: GuessSequence): GuessSequence {
  let tried = 0
  for (const guess of guesses) {
    if (++tried % together === 0 && isLate()) return
    yield guess
  }
}

export function isChanging(signed: readonly Signed[]): boolean {
  const known = new Map<string, string>()
  return signed.some(({ input: { values, secret }, answer: { signature } }) => {
    return getOrInsert(known, JSON.stringify([values, secret]), () => signature) !== signature
  })
}
