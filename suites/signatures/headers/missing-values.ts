import { partInHeader } from '../../../contracts/construction.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { type SigningInput, withPart } from '../../../contracts/signing.ts'
import { signedWrongly, type WrongSignature } from '../wrong-signature.ts'
import { isUnsent } from './claims.ts'
import { andWhereFound, foundKey, spelledKey } from './key-ids.ts'

/** The words that programs use for a missing value. */
const words = { empty: '', undefined: 'undefined', null: 'null', none: 'None' } as const

/** A member that every JavaScript object inherits: a server that looks keys up in a plain object finds an entry without a secret. */
export const inheritedNames = ['constructor', 'toString', 'hasOwnProperty', '__proto__'] as const

/** A request that lacks something, or names an unknown key, signed with a word in place of the missing value. */
export interface MissingValue {
  readonly id: string
  readonly requirement: WrongSignature['requirement']
  readonly title: string
  readonly lacks: 'key' | 'timestamp' | 'known key' | 'own key' | 'nothing'
  readonly isEmpty?: true
  /** What a provider signs that puts the word in place of the missing value; the seed chooses among several. */
  readonly takes: readonly ((input: SigningInput) => SigningInput)[]
}

export function missingValues({ authentication: { key, timestamp, signature } }: SignedOperation): MissingValue[] {
  const { parts } = signature.construction
  const ofHeader = (header: string) => parts.flatMap((part) => (part.header === header ? [part.name] : []))
  const settings = parts.flatMap(({ name, setting }) => (setting ? [name] : []))
  const unsent = parts.filter(isUnsent).map(({ name }) => name)
  const timeless = (id: string, word: string): MissingValue => ({
    id: `timestamp.absent-${id}`,
    requirement: 'timestamp',
    title: `without a timestamp, signed with ${word} for it`,
    lacks: 'timestamp',
    takes: [taking(ofHeader(timestamp.header), word)],
  })
  return [
    ...Object.entries(words).flatMap(([id, word]) => [
      ...aboutKey(id, word, ofHeader(key.header), settings),
      ...(word === '' ? [] : [...settings.map((name) => aboutPart(id, word, name)), timeless(id, word), aboutSecret(id, word)]),
    ]),
    ...(unsent.length > 0 ? [aboutUnsent(unsent)] : []),
  ]
}

type Take = MissingValue['takes'][number]

/** Signs a word in place of some parts, and of the secret if another one is given. */
function taking(names: readonly string[], word: string, secret?: string): Take {
  return (input) => ({
    values: { ...input.values, ...Object.fromEntries(names.map((name) => [name, word])) },
    secret: secret ?? input.secret,
  })
}

function aboutKey(id: string, word: string, key: readonly string[], settings: readonly string[]): MissingValue[] {
  const said = word || 'nothing'
  const absent = word === '' ? { title: 'with an empty key', isEmpty: true as const } : { title: 'without a key' }
  const of = (lacks: MissingValue['lacks'], name: string, title: string, take: Take): MissingValue => {
    return { id: `key-id.${name}-${id}`, requirement: 'key-id', title, lacks, takes: [take] }
  }
  const all = `signed with ${said} for all that belongs to it`
  const unknown = (isOwn: boolean, name: string, signed: string, take: Take) =>
    isOwn
      ? of('own key', name, `with a key that every object of JavaScript has, ${signed}`, take)
      : of('known key', name, `with an unknown key, ${signed}`, take)
  const isUndefined = word === words.undefined
  return [
    unknown(isUndefined || word === '', 'unknown', all, taking(settings, word, word)),
    // A server that only looks up the secret finds something under such a name, and puts no word in its place.
    unknown(isUndefined, 'unknown-secret', `signed with ${said} for the secret`, taking([], word, word)),
    of('key', 'absent', `without a key, ${all}`, taking([...key, ...settings], word, word)),
    { ...absent, ...of('key', 'absent-part', `${absent.title}, signed with ${said} for it`, taking(key, word)) },
  ]
}

function aboutPart(id: string, word: string, name: string): MissingValue {
  return {
    id: `${name}-${id}`,
    requirement: `covers.${name}`,
    title: `signed with ${word} for ${name}`,
    lacks: 'nothing',
    takes: [taking([name], word)],
  }
}

function aboutSecret(id: string, word: string): MissingValue {
  const title = `signed with ${word} for the secret`
  return { id: `secret-${id}`, requirement: 'key', title, lacks: 'nothing', takes: [taking([], word, word)] }
}

/** As verified by a provider that has one secret for all keys. */
function aboutUnsent(names: readonly string[]): MissingValue {
  return {
    id: 'key-id.unknown-parts',
    requirement: 'key-id',
    title: `with an unknown key, signed with the right secret and a word for ${names.join(' and ')}`,
    lacks: 'known key',
    takes: Object.values(words).map((word) => taking(names, word)),
  }
}

export function signedOverNothing(operation: SignedOperation): WrongSignature[] {
  const all = missingValues(operation)
  const unknown = all.filter(({ lacks }) => lacks === 'known key')
  return all.flatMap((nothing) => {
    const number = unknown.indexOf(nothing)
    const wrong = overNothing(operation, nothing, number)
    return number < 0 ? [wrong] : andWhereFound(operation, wrong, foundKey(operation, number))
  })
}

/** Each number has another unknown key. */
function overNothing(
  operation: SignedOperation,
  { id, requirement, title, lacks, isEmpty, takes }: MissingValue,
  number: number,
): WrongSignature {
  const { key, signature } = operation.authentication
  const part = partInHeader(signature.construction, key.header)
  return signedWrongly(operation, { role: id, requirement, title, isExtended: true }, ({ seed, right, over }) => {
    const { key: own } = right()
    const keys = {
      key: isEmpty ? '' : undefined,
      'known key': spelledKey(own, seed, number),
      'own key': seed.pick(`signature/${id}/key`, inheritedNames),
      timestamp: own,
      nothing: own,
    }
    const sent = keys[lacks]
    const take = seed.pick(`signature/${id}`, takes)
    const values = over((input) => take(part && sent !== undefined ? withPart(input, part.name, sent) : input))
    return [{ ...values, key: sent, ...(lacks === 'timestamp' && { timestamp: undefined }) }]
  })
}
