import { fieldOfPart, isWholeField, type SignedPart } from '../../../contracts/construction.ts'
import { catalogue, type Mistake } from '../../../contracts/mistakes/mistakes.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { type SigningInput, sign } from '../../../contracts/signing.ts'
import type { Builder } from '../../../engine/client/client.ts'
import type { SentRequest } from '../../../engine/exchange.ts'
import { type Changes, type RightValues, signedRequest, signedValues, signingInput } from '../../../engine/probes/request.ts'
import type { Seed } from '../../../engine/seed.ts'
import { isLocal, type Target } from '../../../engine/target.ts'
import { memoized } from '../../../language/memoized.ts'
import { words } from '../../../text/words.ts'
import { sampleTime } from '../legal-forms/legal-forms.ts'
import type { WrongSignature } from '../wrong-signature.ts'
import { chosenMistakes } from './chosen.ts'
import { always, decks, lackingWords, occasionalWays } from './rare-ways.ts'
import { seldomRequests } from './seldom-requests.ts'

/** A request that has to be refused anyway, and its role. */
interface Carrier {
  readonly role: string
  readonly time: number
  readonly changes: Changes
}

/** Requests with nothing else wrong, each signed in a way that no other of them tries; the seed chooses which. */
export function seldomSigned(operation: SignedOperation): WrongSignature[] {
  return Object.entries(seldomRequests).map(([role, { way, always: fixed, words: more = '', reform }]) => {
    const chosen = fixed === undefined ? ', one of several by the choice of the seed' : ''
    return {
      role,
      requirement: 'whole',
      title: `signed in ${way} that few servers take${chosen}${more}`,
      isExtended: true,
      // What cannot read a form may refuse it in any way.
      nature: reform && 'open',
      isUnlisted: reform && true,
      build: signedAs(operation, role),
      buildAgain: fixed === undefined ? undefined : (other) => signedAs(operation, other),
    }
  })
}

/**
 * Away from this machine a target that keeps the highest time would shut its merchant out, and where times have limits it is refused for its
 * time. Whether times have to rise is not asked where they count seconds.
 */
function mayBeAhead(operation: SignedOperation, target: Target): boolean {
  const { skew, unit } = operation.authentication.timestamp
  return isLocal(target, operation) && skew === undefined && unit !== 'seconds'
}

function signedAs(operation: SignedOperation, role: string): WrongSignature['build'] {
  const { ahead = 0, timeOf, reform } = seldomRequests[role] ?? {}
  return ({ target, seed, ownTime, order }) => {
    const own = ownTime() + (order.insists === false && mayBeAhead(operation, target) ? ahead : 0)
    const time = timeOf?.(operation, own, seed) ?? own
    const values = rarelySigned(operation, { target, seed }, { role, time, changes: {} })
    const request = signedRequest(operation, target, values)
    return reform ? reform(operation, target, seed)(request) : request
  }
}

export function rarelySignedRequest(
  operation: SignedOperation,
  { target, seed, ownTime }: Builder,
  role: string,
  changes: Changes,
): SentRequest {
  return signedRequest(operation, target, rarelySigned(operation, { target, seed }, { role, time: ownTime(), changes }), changes)
}

/** The signed headers of a request that has to be refused anyway, signed in a rare way. */
export function rarelySigned(
  operation: SignedOperation,
  { target, seed }: Pick<Builder, 'target' | 'seed'>,
  { role, time, changes }: Carrier,
): RightValues {
  const { construction } = operation.authentication.signature
  const input = signingInput(operation, target, time, signable(operation, changes))
  const values = signedValues(operation, target, time)
  const lacked = lackingWords[role]
  if (lacked !== undefined) return { ...values, signature: signedLacking(operation, input, lacked) }
  const rare = waysFor(role, seed)
    .values()
    .map((id) => rareSignature(operation, id, input))
  const signature = rare.find((each) => each !== undefined) ?? sign(construction, { ...input, secret: `${input.secret}/${role}` })
  return { ...values, signature }
}

/** The ways that the seed deals to a role, those that a deck holds several times early. The first that signs otherwise than right is tried. */
function waysFor(role: string, seed: Seed): readonly string[] {
  const own = always[role]
  if (own !== undefined) return [own]
  const deck = decks.find(({ roles }) => roles.includes(role))
  if (!deck) return [seed.pick(`signature/rare/${role}`, occasionalWays)]
  const { length } = deck.roles
  return [...new Set(seed.shuffled('signature/rare', deck.ways))].filter((_, at) => at % length === deck.roles.indexOf(role))
}

/** The signature made in a rare way; undefined if it is the right one, or one that is tried anyway. */
function rareSignature(operation: SignedOperation, id: string, input: SigningInput): string | undefined {
  const rare = signedBy(operation, id, input)
  const right = sign(operation.authentication.signature.construction, input)
  // If few values are signed, it may give the same signature as another.
  const isAsked = signedAnyway(operation).has(signedBy(operation, id, sampleOf(operation)) ?? '')
  return rare === '' || rare === right || isAsked ? undefined : rare
}

/** Signs a word in place of each part in the body. */
export function signedLacking({ authentication }: SignedOperation, input: SigningInput, word: string): string {
  const { construction } = authentication.signature
  const lacked = construction.parts.flatMap(({ name, body }) => (body ? [[name, word] as const] : []))
  return sign(construction, { ...input, values: { ...input.values, ...Object.fromEntries(lacked) } })
}

/** The signatures that the mistakes that are tried anyway give for the sample. */
const signedAnyway = memoized((operation: SignedOperation): ReadonlySet<string> => {
  const sample = sampleOf(operation)
  const made = new Set(chosenMistakes(operation).flatMap((mistake) => mistake.sign(sample) ?? []))
  return made.difference(new Set([sign(operation.authentication.signature.construction, sample)]))
})

/** A different value for every part, so that only ways that sign the same things give the same signature. */
function sampleOf({ authentication }: SignedOperation): SigningInput {
  const { parts } = authentication.signature.construction
  const values = Object.fromEntries(parts.map((part, at) => [part.name, sampleValue(part, at)]))
  return { values, secret: 'Sample-Secret-Of-24-Chars', body: JSON.stringify({ sample: true, ...values }) }
}

function sampleValue({ kind, unit }: SignedPart, at: number): string {
  if (unit) return `${sampleTime + 123}`
  return kind === 'decimal' ? `${at}.4567890` : `Value ${at}`
}

/** Words that are sent in the place of a signature, by the ids of these ways. */
const sentWords = byId('word-', 'test undefined null true none false debug admin bypass signature invalid NaN *')
/** Words that are taken for the secret, by the ids of these ways. */
const secretWords = byId('keys-with-the-word-', 'test changeme password key')

function byId(start: string, text: string): ReadonlyMap<string, string> {
  return new Map(words(text).map((word) => [start + word, word]))
}

export function signedBy(operation: SignedOperation, id: string, input: SigningInput): string | undefined {
  const secret = secretWords.get(id)
  if (secret !== undefined) return sign(operation.authentication.signature.construction, { ...input, secret })
  return sentWords.get(id) ?? mistakesOf(operation).get(id)?.sign(input)
}

const mistakesOf = memoized(
  ({ authentication }: SignedOperation): ReadonlyMap<string, Mistake> =>
    new Map(catalogue(authentication.signature.construction).map((each) => [each.id, each])),
)

/** The changes without those that cannot be signed: a signed field whose new value is not a text keeps its ordinary one. */
function signable({ authentication }: SignedOperation, { inputs = {}, ...changes }: Changes): Changes {
  const { parts } = authentication.signature.construction
  const isSignable = (name: string, value: unknown): boolean =>
    parts.every((part) => fieldOfPart(part) !== name || (isWholeField(part) && typeof value === 'string'))
  return { ...changes, inputs: Object.fromEntries(Object.entries(inputs).filter(([name, value]) => isSignable(name, value))) }
}
