import { partInHeader } from '../../../contracts/construction.ts'
import type { SignedHeaders } from '../../../contracts/contract.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { turnedCase } from '../../../contracts/mistakes/values/spellings.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { withPart } from '../../../contracts/signing.ts'
import { classify } from '../../../engine/evidence/classification.ts'
import { isAlike } from '../../../engine/evidence/refusal-form.ts'
import { nearlyRightRoles, repeatedRoles } from '../../../engine/probes/roles.ts'
import { createSeed, likely, type Seed } from '../../../engine/seed.ts'
import type { Target } from '../../../engine/target.ts'
import { lastChanged, type ValueAlteration } from '../../../engine/wrong-values/alteration.ts'
import { injection } from '../../../engine/wrong-values/stand-ins.ts'
import { valueAlterations } from '../../../engine/wrong-values/value-alterations.ts'
import { isHeaderValue } from '../../../text/header-field.ts'
import { whereTold } from '../../access/refused-otherwise.ts'
import { signedWrongly, type WrongSignature } from '../wrong-signature.ts'

/** Derives another value from the key and from what else is known about the merchant; undefined to send none. */
type Alter = (key: string, seed: Seed, settings: Target['settings']) => string | undefined

/** A request with another key, and which key is signed: the one that is sent, or the right one. */
type OtherKey = readonly [id: string, title: string, signed: 'sent' | 'right', alter: Alter]

/** Values of ASCII that a lax server may take for the right key. */
export const rareKeyAlterations = valueAlterations.filter(({ id }) => ['quoted', 'percent-encoded', 'in-base64'].includes(id))

/** Values that hardly any server takes for it. None continues the key with a letter or a digit, as an extended key does. */
export const hardSpellings: readonly ((key: string) => string)[] = [
  ...[';', '.', '|', '/', '#', '&', '=', '%00-'].map((mark) => (key: string) => `${key}${mark}`),
  // Wildcards of SQL, of regular expressions and of file names.
  ...['%', '.*', '*'].map((any) => () => any),
  (key) => `${key.slice(0, -1)}%`,
  (key) => key.slice(1),
  (key) => Buffer.from(key).toString('hex'),
]

export function keyIds(operation: SignedOperation): WrongSignature[] {
  const { header } = operation.authentication.key
  const eitherWays: readonly OtherKey[] = [
    ...settingParts(operation.authentication).map(
      ({ name, setting }): OtherKey => [`as-${kebab(name)}`, `with its ${name} as its key`, 'sent', (_key, _seed, given) => given[setting]],
    ),
    [
      'rarely-read',
      `with ${oneOf(rareKeyAlterations)}`,
      'sent',
      (key, seed) => seed.pick('signature/key', rareKeyAlterations).alter(key, seed),
    ],
    ...keysOfRight.map(([id, title, alter]): OtherKey => [id, `with ${title}`, 'right', alter]),
  ]
  return [
    withKey(operation, ['none', `without ${header}`, 'right', () => undefined]),
    withKey(operation, ['other', 'with another key, and signed with that', 'sent', lastChanged]),
    ...ignoring(operation),
    withKey(operation, ['altered-case', 'with the case of its key turned around, and signed so', 'sent', turnedCase]),
    withKey(operation, ['truncated', 'with its key cut short, and signed so', 'sent', cutShort]),
    withKey(operation, ['extended', 'with its key extended, and signed so', 'sent', extended]),
    ...[
      withKey(operation, ['middle-changed', 'with characters in its middle changed as its key, and signed so', 'sent', wildInside]),
      ...eitherWays.map((given) => eitherWay(operation, given)),
    ].map((wrong) => ({ ...wrong, isExtended: true as const })),
  ]
}

/** A target that ignores the key also accepts one that is cut short. Only if it does, another key tells the two apart. */
function ignoring(operation: SignedOperation): WrongSignature[] {
  const short = withKey(operation, ['cut-short', 'with its key cut short, and signed with the right one', 'right', cutShort])
  const other = withKey(operation, ['ignored', 'with another key, and signed with the right one', 'right', lastChanged])
  return whereTold(short, [other], (exchange) => classify(operation, exchange) === 'accepted')
}

/** Also signed in the other way if the target seems to find the key: it may then sign over the key that was sent, or over the right one. */
function eitherWay(operation: SignedOperation, [id, title, signed, alter]: OtherKey): WrongSignature {
  const [own, other, otherwise] =
    signed === 'sent'
      ? (['and signed so', 'or with the right one', 'right'] as const)
      : (['and signed with the right one', 'or so', 'sent'] as const)
  const wrong = withKey(operation, [id, `${title}, ${own}, ${other} where it seems to be found`, signed, alter])
  const again = { ...withKey(operation, [id, title, otherwise, alter]), title: wrong.title, role: repeatedRoles(wrong.role).otherwise }
  return { ...wrong, isLate: true, onAnswer: isFound(operation), next: () => [again] }
}

/** An unknown key that a lax server may read as the right one; each number has another spelling. */
export function spelledKey(key: string, seed: Seed, number: number): string {
  return unknownSpellings(seed)[number]?.alter(key, seed) ?? lastChanged(key)
}

/** The request that follows if the target seems to find such a key. */
export function foundKey(operation: SignedOperation, number: number): WrongSignature {
  const spelled: Alter = (key, seed) => spelledKey(key, seed, number)
  const title = unknownSpellings(unseeded)[number]?.title ?? 'another key'
  return { ...eitherWay(operation, [`found-${number + 1}`, `with ${title} as its key`, 'right', spelled]), isExtended: true }
}

/** How a key is written, and in which words. */
type Spelling = Pick<ValueAlteration, 'title' | 'alter'>

/** By number. All are of ASCII: servers that read a header as bytes sign something else than those that read it as characters. */
function unknownSpellings(seed: Seed): readonly Spelling[] {
  const hard = seed.shuffled('signature/key/unknown', hardSpellings).map((alter) => ({ title: hardly, alter }))
  return [...rareKeyAlterations, ...hard]
}

const hardly = 'a spelling that hardly any server reads, one of several by the choice of the seed,'

function withKey(operation: SignedOperation, [id, title, signed, alter]: OtherKey): WrongSignature {
  const { key, signature } = operation.authentication
  const part = partInHeader(signature.construction, key.header)
  const omitted: WrongSignature['omitted'] = ({ settings }) => {
    const altered = alter(settings[key.setting] ?? '', unseeded, settings)
    if (altered === settings[key.setting]) return 'With this key, the variation is not wrong.'
    return altered === undefined || isHeaderValue(altered) ? undefined : 'No header can hold it.'
  }
  return signedWrongly(operation, { role: `key-id.${id}`, requirement: 'key-id', title, omitted }, ({ target, seed, over }) => {
    const altered = alter(settingValue(target.settings, key.setting), seed, target.settings)
    return [{ ...over((input) => (signed === 'sent' && part && altered ? withPart(input, part.name, altered) : input)), key: altered }]
  })
}

const unseeded = createSeed('')

/** The parts that the service knows about a merchant, apart from its key. */
export function settingParts({ key, signature }: SignedHeaders): { name: string; setting: string }[] {
  return signature.construction.parts.flatMap(({ name, setting }) => (setting && setting !== key.setting ? [{ name, setting }] : []))
}

/** Spaces behind a key; headers hold those in UTF-8 as bytes. Servers that read bytes sign them otherwise, so that the right key is signed. */
const spaced: readonly Spelling[] = [
  ...valueAlterations.filter(({ id }) => id === 'space-behind').flatMap((space) => likely(3, space)),
  { title: 'a no-break space in UTF-8 behind it', alter: (key) => `${key}\u00c2\u00a0` },
  { title: 'a space of no width in UTF-8 behind it', alter: (key) => `${key}\u00e2\u0080\u008b` },
]

function oneOf(spellings: readonly Spelling[]): string {
  return `one of these as its key, by the choice of the seed: ${[...new Set(spellings.map(({ title }) => title))].join(', or ')}`
}

/** Keys that a lax server replaces by the right one. Each separator stands for another way to split the value. */
const keysOfRight: readonly (readonly [id: string, title: string, alter: Alter])[] = [
  ['spelled-otherwise', 'the case of its key turned around', turnedCase],
  ['empty', 'nothing in its key', () => ''],
  ['twice', 'its key twice, as a list', (key) => `${key}, ${key}`],
  ['scheme', 'a scheme before its key', (key) => `Bearer ${key}`],
  ['first-changed', 'the first character of its key changed', (key, seed) => alteredBy('first-changed', key, seed)],
  ['word-behind', 'a word of a query behind its key, and that once more behind a colon', (key) => `${key} ${injection}' -- key:${key}`],
  ['mark-behind', 'a colon and a word behind its key, and that once more behind an equals sign', (key) => `${key}:key=${key}`],
  ['rarely-spelled', oneOf(spaced), (key, seed) => seed.pick('signature/key/spaced', spaced).alter(key, seed)],
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

/** As in a list, after a scheme, and in a pair; a server that compares only the beginning accepts each. */
function extended(key: string, seed: Seed): string {
  return seed.pick('signature/key/extended', [`${key}0`, `${key}, ${key}`, `${key} key:${key}`, `${key}:key=${key}`])
}

function alteredBy(id: string, key: string, seed: Seed): string {
  return valueAlterations.find((alteration) => alteration.id === id)?.alter(key, seed) ?? lastChanged(key)
}

/** The wrong requests whose answers tell how another signature is refused, and a key that nobody has. */
export const usual = { signature: nearlyRightRoles[0], key: 'key-id.cut-short' } as const

/** A wrong request with some key, and the one with the same key that follows if the target seems to find it. */
export function andWhereFound(operation: SignedOperation, wrong: WrongSignature, found: WrongSignature): WrongSignature[] {
  return whereTold({ ...wrong, isLate: true }, [found], isFound(operation))
}

/** True if a request is accepted, or refused as a wrong signature is and an unknown key is not. If those are accepted, nothing follows. */
function isFound(operation: SignedOperation): NonNullable<WrongSignature['onAnswer']> {
  return (exchange, sent) => {
    const another = sent.get(usual.signature)
    if (!another || classify(operation, another) !== 'refused') return false
    if (classify(operation, exchange) === 'accepted') return true
    const [own, signature, key] = [exchange, another, sent.get(usual.key)].map((each) => each?.response)
    return own !== undefined && signature !== undefined && key !== undefined && isAlike(own, signature) && !isAlike(own, key)
  }
}
