import type { Construction } from '../../contracts/construction.ts'
import { hmac } from '../../contracts/hashing.ts'
import type { Mistake } from '../../contracts/mistakes/mistake.ts'
import { catalogue } from '../../contracts/mistakes/mistakes.ts'
import {
  type Change,
  messageBy,
  rightProcedure,
  type SigningProcedure,
  type SigningStage,
  signBy,
} from '../../contracts/mistakes/signing-procedure.ts'
import { ownDigestIn } from './given-digest.ts'
import { type Endpoint, type Explanation, type Input, type Signed, valueNamed } from './given-signature.ts'
import { allJoints, said } from './searches/joints.ts'
import type { Member } from './searches/printed-records.ts'

/** A possible explanation of signatures: its words, and whether it gives a signature. */
export interface Suspect {
  readonly explanation: Explanation
  readonly makes: (signed: Signed) => boolean
}

/** A mistake of the catalogue in one of the forms that languages give it. */
export interface Slip {
  readonly mistake: Mistake
  readonly change: Change
}

export function slips(construction: Construction, fields: readonly string[]): Slip[] {
  return catalogue(construction, fields).flatMap((mistake) => mistake.changes.map((change) => ({ mistake, change })))
}

/** Suspects that make one mistake throughout. */
export function singles(construction: Construction, all: readonly Slip[]): Suspect[] {
  return all.map(({ mistake, change }) => suspect(construction, { mistake: mistake.id, title: mistake.title }, change))
}

/** What is digested with a change of the right way: one message, or one for each body that a signer may have written. */
export function digestedMessages(construction: Construction, change: Change | undefined, input: Input): Buffer[] {
  const right = rightProcedure(construction)
  return messagesIn(change ? change(right) : right, input)
}

export function messagesIn(procedure: SigningProcedure, { bodies = [], ...input }: Input): Buffer[] {
  const message = messageBy(procedure, input)
  return message ? [message] : bodies.flatMap((body) => messageBy(procedure, { ...input, body }) ?? [])
}

/** True for a mistake in what is digested, not in how. */
export function isOfMessage(slip: Slip): boolean {
  return isBefore(slip, 'key')
}

export function isBefore({ mistake }: Slip, stage: SigningStage): boolean {
  return stages.indexOf(mistake.stage) < stages.indexOf(stage)
}

/** Suspects that sign the right parts in another order, or only some of them. */
export function orders(construction: Construction, given: Signed): Suspect[] {
  return arrangements(construction.parts).flatMap((parts) => {
    const change: Change = (procedure) => ({ ...procedure, parts })
    if (!givesAnswer(construction, change, given)) return []
    return suspect(construction, { title: `the parts ${parts.map(({ name }) => name).join(', ')}, in this order` }, change)
  })
}

/** The suspect that joins the right parts by one separator at some of the joints, and by another at others. */
export function unevenJoints(construction: Construction, given: Signed): Suspect[] {
  const digest = ownDigestIn(construction, given.answer.signature)
  if (!digest) return []
  const names = construction.parts.map(({ name }) => name)
  const joined = ({ values, secret }: Input, behind: readonly string[]) =>
    hmac(construction.hash, secret, names.map((name, index) => (values[name] ?? '') + (behind[index] ?? '')).join(''))
  const couples = allJoints.slice(1).flatMap((other, index) => allJoints.slice(index + 2).map((one) => [one, other] as const))
  for (const [one, other] of couples) {
    for (const behind of sequences(['', one, other], names.length - 1)) {
      if (!joined(given.input, behind).equals(digest)) continue
      const placed = (joint: string) => `${JSON.stringify(joint)} behind ${names.filter((_, index) => behind[index] === joint).join(', ')}`
      const title = `with ${[one, other]
        .filter((joint) => joint !== '' && behind.includes(joint))
        .map(placed)
        .join(' and ')} alone`
      return [{ explanation: { title }, makes: isDigest(construction, (input) => joined(input, behind)) }]
    }
  }
  return []
}

/**
 * The suspect that joins the right parts, or some of them, in some other order by something. Further fields stand anywhere among parts
 * that keep their order, method and path before them.
 */
export function joinedOrders(
  construction: Construction,
  fields: readonly string[],
  address: Endpoint | undefined,
  given: Signed,
): Suspect[] {
  const digest = ownDigestIn(construction, given.answer.signature)
  if (!digest) return []
  const own = construction.parts.map(({ name }) => name)
  const request: readonly Member[] = address
    ? [
        ['the method', address.method.toUpperCase()],
        ['the path', address.path],
      ]
    : []
  const heads = [[], request, ...request.map((each) => [each])]
  const known = new Map([...own, ...fields].map((name) => [name, valueNamed(given.input, name)]))
  const digested = (text: string, { secret }: Input) => hmac(construction.hash, secret, text)
  for (const names of [...arrangements(own), ...choices(own).flatMap((parts) => inserted(parts, fields))]) {
    const members = names.map((name): Member => [name, known.get(name) ?? ''])
    for (const head of heads) {
      const all = [...head, ...members]
      const found = (all.length > 1 ? joinings : [plainly]).find(({ write }) => digested(write(all), given.input).equals(digest))
      if (found === undefined) continue
      const title = `${[...head.map(([words]) => words), 'the parts'].join(', ')} ${names.join(', ')}, in this order${found.words}`
      const signed = (input: Input) =>
        digested(found.write([...head, ...names.map((name): Member => [name, valueNamed(input, name)])]), input)
      return [{ explanation: { title }, makes: isDigest(construction, signed) }]
    }
  }
  return []
}

interface Joining {
  readonly words: string
  readonly write: (members: readonly Member[]) => string
}

const plainly = joinedBy('')

const joinings: readonly Joining[] = [
  plainly,
  ...allJoints.slice(1).map(joinedBy),
  { words: ', as name=value with "&" between them', write: (members) => members.map((member) => member.join('=')).join('&') },
  { words: ', as a JSON object', write: (members) => JSON.stringify(Object.fromEntries(members)) },
]

function joinedBy(joint: string): Joining {
  return { words: said(joint), write: (members) => members.map(([, value]) => value).join(joint) }
}

/** Every sequence of so many of these things. */
function sequences<Thing>(things: readonly Thing[], length: number): Thing[][] {
  return length === 0 ? [[]] : sequences(things, length - 1).flatMap((each) => things.map((thing) => [...each, thing]))
}

/** Every choice of parts in their order. */
function choices(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((all, name) => all.flatMap((each) => [each, [...each, name]]), [[]])
}

/** Names with none, one or more further ones anywhere among them. */
function inserted(names: readonly string[], [further, ...others]: readonly string[]): (readonly string[])[] {
  if (further === undefined) return [names]
  const places = Array.from({ length: names.length + 1 }, (_, index) => [...names.slice(0, index), further, ...names.slice(index)])
  return [names, ...places].flatMap((each) => inserted(each, others))
}

export function suspect(construction: Construction, explanation: Explanation, change: Change): Suspect {
  return { explanation, makes: (signed) => givesAnswer(construction, change, signed) }
}

/** Tells whether a digest of an input is its signature. */
export function isDigest({ encoding }: Construction, made: (input: Input) => Buffer): Suspect['makes'] {
  return ({ input, answer }) => made(input).toString(encoding) === answer.signature
}

function givesAnswer(construction: Construction, change: Change, { input, answer }: Signed): boolean {
  return made(construction, change, input).includes(answer.signature)
}

/** The signatures that a change gives: one, or one for each body that a signer may have written. */
export function made(construction: Construction, change: Change, { bodies = [], ...input }: Input): string[] {
  const procedure = change(rightProcedure(construction))
  const signature = signBy(procedure, input)
  if (signature !== undefined) return [signature]
  return bodies.flatMap((body) => signBy(procedure, { ...input, body }) ?? [])
}

const stages: readonly SigningStage[] = ['parts', 'value', 'text', 'bytes', 'key', 'digest', 'encode']

/** Every choice of things, in every order. */
export function arrangements<Thing>(things: readonly Thing[]): Thing[][] {
  return [[], ...things.flatMap((thing) => arrangements(things.filter((other) => other !== thing)).map((rest) => [thing, ...rest]))]
}
