import type { SignedHeaders } from '../../../contracts/contract.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { turnedCase } from '../../../contracts/mistakes/spellings.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import { sign } from '../../../contracts/signing.ts'
import { classify } from '../../../engine/evidence/classification.ts'
import { signedRequest, signedValues, signingInput } from '../../../engine/probes/request.ts'
import { createSeed, type Seed } from '../../../engine/seed.ts'
import type { Target } from '../../../engine/target.ts'
import { lastChanged } from '../../../engine/wrong-values/alteration.ts'
import { valueAlterations } from '../../../engine/wrong-values/value-alterations.ts'
import { isHeaderValue } from '../../../spec/header-field.ts'
import { requestOf, type SignedOperation, type WrongSignature } from '../wrong-signature.ts'
import { signedEitherWay } from './found-keys.ts'

/** Another value than the key, of the key and of what else is known of the merchant; undefined for none at all. */
type Alter = (key: string, seed: Seed, settings: Target['settings']) => string | undefined

/** What is signed as the key: the one that is sent, or the right one. */
type SignedKey = 'sent' | 'right'

/** The altered values that are tried as the key, too. */
export const keyAlterations: ReadonlySet<string> = new Set(['middle-changed'])

/** What a lax server takes for the right key; the seed chooses two of them. */
export const rareKeyAlterations = valueAlterations.filter(({ id }) =>
  ['space-behind', 'quoted', 'percent-encoded', 'in-base64'].includes(id),
)

/** What hardly any takes for it: none goes on behind it with a letter or a digit, as a key does that is extended. */
export const hardSpellings: readonly ((key: string) => string)[] = [
  ...[';', '.', '|', '/', '#', '&', '=', '%00-'].map((mark) => (key: string) => `${key}${mark}`),
  // What stands for any text in SQL, in a regular expression and in a file name.
  ...['%', '.*', '*'].map((any) => () => any),
  (key) => `${key.slice(0, -1)}%`,
  (key) => key.slice(1),
  (key) => Buffer.from(key).toString('hex'),
]

/** Requests with another key than the right one, or none. */
export function keyIds(operation: SignedOperation): WrongSignature[] {
  const { header } = operation.authentication.key
  const alteredKeys = valueAlterations.filter(({ id }) => keyAlterations.has(id))
  return [
    withKey(operation, 'none', `without ${header}`, 'right', () => undefined),
    withKey(operation, 'other', 'with another key, and signed with that', 'sent', lastChanged),
    ...ignoring(operation),
    withKey(operation, 'altered-case', 'with the case of its key turned around, and signed so', 'sent', turnedCase),
    withKey(operation, 'truncated', 'with its key cut short, and signed so', 'sent', cutShort),
    withKey(operation, 'extended', 'with its key extended, and signed so', 'sent', extended),
    ...[
      ...alteredKeys.map(({ id, title }) => withKey(operation, id, `with ${title} as its key, and signed so`, 'sent', wildInside)),
      ...settingParts(operation.authentication).map(({ name, setting }) =>
        eitherWay(operation, `as-${kebab(name)}`, `with its ${name} as its key`, 'sent', (_key, _seed, settings) => settings[setting]),
      ),
      eitherWay(operation, 'rarely-read', `with ${rarely}`, 'sent', (key, seed) => rarelySpelled(key, seed, 1)),
      ...keysOfRight.map(([id, title, alter]) => eitherWay(operation, id, `with ${title}`, 'right', alter)),
    ].map((wrong) => ({ ...wrong, isExtended: true as const })),
  ]
}

/** Who does not look at the key takes one that is cut short as well: only if that is taken, another one tells the two apart. */
function ignoring(operation: SignedOperation): WrongSignature[] {
  const short = withKey(operation, 'cut-short', 'with its key cut short, and signed with the right one', 'right', cutShort)
  const other = withKey(operation, 'ignored', 'with another key, and signed with the right one', 'right', lastChanged)
  return [
    { ...short, onAnswer: (_client, exchange) => classify(operation, exchange) === 'accepted', next: () => [requestOf(other)] },
    { ...other, within: short.id },
  ]
}

/** With a key that is signed as it is sent, or with the right one; and otherwise where it seems to be found. */
function eitherWay(operation: SignedOperation, id: string, title: string, signed: SignedKey, alter: Alter): WrongSignature {
  const [own, other, otherwise] =
    signed === 'sent'
      ? (['and signed so', 'or with the right one', 'right'] as const)
      : (['and signed with the right one', 'or so', 'sent'] as const)
  const wrong = withKey(operation, id, `${title}, ${own}, ${other} where it seems to be found`, signed, alter)
  return signedEitherWay(operation, wrong, withKey(operation, id, title, otherwise, alter).build)
}

/** A key that nobody has, though a lax server may read it as the right one: each number has another spelling. */
export function spelledKey(key: string, seed: Seed, number: number): string {
  const hard = seed.shuffled('signature/key/unknown', hardSpellings).slice(number - rareKeyAlterations.length)
  return rareKeyAlterations[number]?.alter(key, seed) ?? hard[0]?.(key) ?? lastChanged(key)
}

/** The request that follows where such a key seems to be found. */
export function foundKey(operation: SignedOperation, number: number): WrongSignature {
  const spelled: Alter = (key, seed) => spelledKey(key, seed, number)
  return { ...eitherWay(operation, `found-${number + 1}`, `with ${rarely}`, 'right', spelled), isExtended: true }
}

function withKey(operation: SignedOperation, id: string, title: string, signed: SignedKey, alter: Alter): WrongSignature {
  const { key, signature } = operation.authentication
  const part = signature.construction.parts.find(({ header }) => header === key.header)
  return {
    id: `key-id.${id}`,
    requirement: 'key-id',
    title,
    omitted: ({ settings }) => {
      const altered = alter(settings[key.setting] ?? '', unseeded, settings)
      if (altered === settings[key.setting]) return 'With this key, the variation is not wrong.'
      return altered === undefined || isHeaderValue(altered) ? undefined : 'No header can hold it.'
    },
    build: (target, time, seed) => {
      const altered = alter(settingValue(target.settings, key.setting), seed, target.settings)
      const input = signingInput(operation, target, time)
      const values = signed === 'sent' && part && altered ? { ...input.values, [part.name]: altered } : input.values
      return signedRequest(operation, target, {
        ...signedValues(operation, target, time),
        key: altered,
        signature: sign(signature.construction, { ...input, values }),
      })
    },
  }
}

const unseeded = createSeed('')

/** The parts that are known of a merchant beside its key. */
export function settingParts({ key, signature }: SignedHeaders): { name: string; setting: string }[] {
  return signature.construction.parts.flatMap(({ name, setting }) => (setting && setting !== key.setting ? [{ name, setting }] : []))
}

const rarely = 'its key spelled as few servers read it, in one of several ways by the choice of the seed'

/** Keys that a lax server takes for the right one, and goes on with that. Where several marks part it, each is for another way to read it. */
const keysOfRight: readonly (readonly [id: string, title: string, alter: Alter])[] = [
  ['spelled-otherwise', 'the case of its key turned around', turnedCase],
  ['empty', 'nothing in its key', () => ''],
  ['twice', 'its key twice, as a list', (key) => `${key}, ${key}`],
  ['scheme', 'a scheme before its key', (key) => `Bearer ${key}`],
  ['first-changed', 'the first character of its key changed', (key, seed) => alteredBy('first-changed', key, seed)],
  ['word-behind', 'a word behind its key, and that once more behind a colon', (key) => `${key} key:${key}`],
  ['mark-behind', 'a colon and a word behind its key, and that once more behind an equals sign', (key) => `${key}:key=${key}`],
  ['rarely-spelled', rarely, (key, seed) => rarelySpelled(key, seed, 0)],
]

/** What stands for any character in SQL, in the middle: who looks a key up as a pattern finds it, and goes on with what was sent. */
function wildInside(key: string): string {
  const middle = key.length >> 1
  const wild = key.charAt(middle) === '_' ? '-' : '_'
  return key.slice(0, middle) + wild + key.slice(middle + 1)
}

function cutShort(key: string): string {
  return key.slice(0, -1)
}

/** As a list, as what has a scheme, and as a pair have it: who compares the beginning alone takes each. */
function extended(key: string, seed: Seed): string {
  return seed.pick('signature/key/extended', [`${key}0`, `${key}, ${key}`, `${key} key:${key}`, `${key}:key=${key}`])
}

function rarelySpelled(key: string, seed: Seed, at: number): string {
  return seed.shuffled('signature/key', rareKeyAlterations)[at]?.alter(key, seed) ?? lastChanged(key)
}

function alteredBy(id: string, key: string, seed: Seed): string {
  return valueAlterations.find((alteration) => alteration.id === id)?.alter(key, seed) ?? lastChanged(key)
}
