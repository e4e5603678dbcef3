import { createHash } from 'node:crypto'
import { type Construction, fieldOfPart, isWholeField, partsInWords } from '../../contracts/construction.ts'
import type { SignedHeaders } from '../../contracts/contract.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { MissingPartError, partValues, type SigningInput, sign } from '../../contracts/signing.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import type { Behaviour } from '../behaviour.ts'
import { membersOf, placeOf, type Received, timesWritten } from '../received.ts'
import { isSame, likeness } from './credentials.ts'
import { type Refusal, refuse } from './refusals.ts'
import { timestampProblem } from './timestamp.ts'

/** What a server remembers of the signed requests that it accepted. */
export type Accepted = ReturnType<typeof nothingAccepted>

type Settings = Readonly<Record<string, string>>

/** An empty memory, which keeps each key apart. */
export function acceptedByKey(): (key: string) => Accepted {
  const known = new Map<string, Accepted>()
  return (key) => getOrInsert(known, key, nothingAccepted)
}

function nothingAccepted() {
  const none = () => new Set<string>()
  return { signatures: none(), timestamps: none(), withdrawals: none(), latest: Number.NEGATIVE_INFINITY }
}

/** Says why the signed headers other than the signature do not count (clauses 5.2 and 5.3); the timestamp's age is a matter of behaviour. */
export function headerProblem(signed: SignedHeaders, settings: Settings, request: Received, behaviour: Behaviour): Refusal | undefined {
  const { key, timestamp, signature } = signed
  const absent = [key, timestamp, signature].find(({ header }) => request.headers[header.toLowerCase()] === undefined)
  if (absent) {
    const place = absent === key ? placeOf(request, settingValue(settings, key.setting)) : undefined
    const where = place === undefined ? likeName(request, absent.header) : `, and the key in ${place}`
    return refuse('header', `${absent.header}: expected the header of a signed request, found none${where}.`)
  }
  const repeated = [key, timestamp, signature].find(({ header }) => timesWritten(request, header) > 1)
  if (repeated) return refuse('header', `${repeated.header}: expected once, found ${timesWritten(request, repeated.header)} times.`)
  if (!isSame(headerOf(request, key.header), settingValue(settings, key.setting))) {
    return refuse('key', `${key.header}: expected the merchant's key, found ${likeness(headerOf(request, key.header), settings)}.`)
  }
  return timestampProblem(timestamp, headerOf(request, timestamp.header), request.at, behaviour)
}

export function signatureProblem(
  authentication: SignedHeaders,
  request: Received,
  { settings, behaviour, explainer }: { settings: Settings; behaviour: Behaviour; explainer?: Explainer | undefined },
): Refusal | undefined {
  const wrong = wrongSignature(authentication, settings, request, behaviour)
  if (wrong === undefined || 'kind' in wrong) return wrong
  const { hash, encoding } = wrong.construction
  return refuse(
    'signature',
    `${authentication.signature.header}: expected HMAC ${hash} in ${encoding} over ${partsInWords(wrong.construction)}; ${found(wrong, explainer?.known(wrong))}.`,
  )
}

/** The signature of a request if it is not the right one; a refusal where the request lacks what it should be made of. */
export function wrongSignature(
  authentication: SignedHeaders,
  settings: Settings,
  request: Received,
  behaviour: Behaviour,
): RefusedSignature | Refusal | undefined {
  const { header, construction } = authentication.signature
  try {
    const signature = headerOf(request, header)
    const read = behaviour.requires === 'nothing' ? filled(request, construction) : request
    const input = signedInput(authentication, settings, read)
    const compared = behaviour.acceptsUpperCaseHex && construction.encoding === 'hex' ? signature.toLowerCase() : signature
    return isSame(compared, sign(construction, input)) ? undefined : { construction, input, signature }
  } catch (error) {
    if (error instanceof MissingPartError) return refuse('body', error.message)
    throw error
  }
}

/** Says why a request whose signature is right may not come now: it came before, or its timestamp is not later than the last. */
export function orderProblem(
  { timestamp, signature }: SignedHeaders,
  request: Received,
  accepted: Accepted,
  behaviour: Behaviour,
): Refusal | undefined {
  const time = headerOf(request, timestamp.header)
  const replay = behaviour.replay ?? (timestamp.replay === 'refused' ? 'signature' : 'allowed')
  if (replay === 'signature' && accepted.signatures.has(headerOf(request, signature.header))) {
    return refuse('replay', `${signature.header}: this request was accepted before.`)
  }
  if (replay === 'timestamp' && accepted.timestamps.has(time)) return refuse('replay', `${timestamp.header}: this time was used before.`)
  if (behaviour.risingTimestamps && Number(time) <= accepted.latest) {
    return refuse('timestamp', `${timestamp.header}: expected a later time than that of the request before.`)
  }
  if (replay === 'signature') accepted.signatures.add(headerOf(request, signature.header))
  if (replay === 'timestamp') accepted.timestamps.add(time)
  accepted.latest = Math.max(accepted.latest, Number(time))
  return undefined
}

/** A request as a typed language reads it: a signed field that is missing is an empty text. */
function filled(request: Received, { parts }: Construction): Received {
  const empty = Object.fromEntries(parts.flatMap((part) => (isWholeField(part) ? [[fieldOfPart(part), '']] : [])))
  return { ...request, body: Buffer.from(JSON.stringify({ ...empty, ...membersOf(request.body) })) }
}

/** What the signature of a request is made of, by the contract. @throws {MissingPartError} when a part has no value. */
export function signedInput({ signature }: SignedHeaders, settings: Settings, request: Received): SigningInput {
  const { construction } = signature
  const body = request.body.toString('utf8')
  const headers = Object.fromEntries(
    construction.parts.flatMap(({ header }) => (header ? [[header, request.headers[header.toLowerCase()] ?? '']] : [])),
  )
  return {
    values: partValues(construction, { headers, settings, body: membersOf(request.body) }),
    secret: settingValue(settings, construction.key),
    body,
  }
}

/** What is known of a signature that is wrong: the mistake that makes it, else what it looks like. */
function found({ construction: { encoding, hash }, signature }: RefusedSignature, mistake: string | undefined): string {
  if (mistake !== undefined) return `it signs ${mistake}`
  const length = createHash(hash).digest(encoding).length
  const hint = 'found another value: compare the secret, and the text that `assay sign --explain` shows'
  return signature.length === length ? hint : `found ${signature.length} characters, where it has ${length}`
}

/** The header whose name may be meant for one that is absent. */
function likeName({ written }: Received, header: string): string {
  const like = written.find((name) => name.length > 3 && didYouMean(name, [header]) !== '')
  return like === undefined ? '' : `, but ${like}`
}

function headerOf({ headers }: Received, name: string): string {
  return headers[name.toLowerCase()] ?? ''
}

/** A signature that is not the one of what it should be made of. */
export interface RefusedSignature {
  readonly construction: Construction
  readonly input: SigningInput
  readonly signature: string
}

/** Explains wrong signatures by what makes them, in words that complete "it signs …". */
export interface Explainer {
  /** What is known to make a signature; undefined if nothing known does. */
  known(wrong: RefusedSignature): string | undefined
  /** Looks for what makes a signature, so that it is known, where the server has no others to answer. */
  search(wrong: RefusedSignature): Promise<void>
}
