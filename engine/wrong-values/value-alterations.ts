import { percentDecoded } from '../../text/percent.ts'
import { words } from '../../text/words.ts'
import { likely, type Seed } from '../seed.ts'
import { lastCaseTurned, stepped, type ValueAlteration } from './alteration.ts'
import { signedByGuess, withoutSignature } from './signed-tokens.ts'
import { derivedValues, injection, standIns, usualDigest } from './stand-ins.ts'

/** The ways to get a secret value wrong: changed, cut short, extended by what decoders drop, spelled otherwise, or a word for nothing. */
export const valueAlterations: readonly ValueAlteration[] = [
  {
    id: 'other-value',
    title: 'another value of the same length',
    isAlwaysOther: true,
    alter: otherLetters,
    lax: (given, right) =>
      hasLength(given, right) && ![...given].some((letter, index) => letter === right.charAt(index) && /\w/.test(letter)),
  },
  {
    id: 'altered-case',
    title: 'the case of its last letter turned around',
    alter: lastCaseTurned,
    lax: (given, right) => given.toLowerCase() === right.toLowerCase(),
  },
  {
    id: 'truncated',
    title: 'its last character cut off',
    alter: (right) => right.slice(0, -1),
    lax: (given, right) => given.length > 7 && right.startsWith(given),
  },
  {
    id: 'extended',
    title: 'a character more at its end',
    alter: (right, seed) => right + seed.pick('alteration/extended', [...letters]),
    lax: (given, right) => /^\w$/.test(given.startsWith(right) ? given.slice(right.length) : ''),
  },
  {
    id: 'first-changed',
    title: 'its first character changed',
    isAlwaysOther: true,
    alter: (right, seed) => wildAt(right, 0, '_', seed),
    lax: (given, right) => hasLength(given, right) && given.slice(1) === right.slice(1),
  },
  {
    id: 'middle-changed',
    title: 'characters in its middle changed',
    isAlwaysOther: true,
    alter: middleChanged,
    lax: (given, right) => hasLength(given, right) && given.slice(0, 3) === right.slice(0, 3) && given.slice(-3) === right.slice(-3),
  },
  {
    id: 'last-changed',
    title: 'its last character changed',
    isAlwaysOther: true,
    alter: (right, seed) => wildAt(right, right.length - 1, '.', seed),
    lax: (given, right) => hasLength(given, right) && given.slice(0, -1) === right.slice(0, -1),
  },
  {
    id: 'cut-in-front',
    title: 'its first character cut off',
    alter: (right) => right.slice(1),
    lax: (given, right) => given.length > 7 && given !== right && right.endsWith(given),
  },
  {
    id: 'zero-before',
    title: 'a zero before it',
    alter: (right) => `0${right}`,
    // Of zeros more, not of fewer: a value that begins with one is cut short by another check.
    lax: (given, right) => given.endsWith(right) && /^0+$/.test(given.slice(0, -right.length)),
  },
  {
    id: 'word-behind',
    title: 'a word behind it, as one of a query, and it once more behind a colon',
    alter: (right) => `${right} ${injection}' -- token:${right}`,
    lax: (given, right) => given.split(' ')[0] === right,
  },
  {
    id: 'comma-behind',
    title: 'a comma and a word behind it, and it once more',
    alter: (right, seed) => `${right}, ${seed.pick('alteration/comma', extraWords)}, ${right}`,
    lax: (given, right) => given.includes(',') && given.split(/, */).includes(right),
  },
  {
    id: 'mark-behind',
    title: 'a mark and a word behind it, and it once more behind a percent sign and a bar',
    // What decodes percent-encoding cannot read it: a guard may let that through.
    alter: (right, seed) => `${right}${seed.pick('alteration/mark', marks)}${seed.pick('alteration/marked', extraWords)}%|${right}`,
    lax: (given, right) => marks.some((mark) => given !== right && given.split(mark)[0] === right),
  },
  {
    id: 'space-behind',
    title: 'a no-break space behind it (trim() and strip() drop it)',
    alter: (right) => `${right}\u00a0`,
    lax: (given, right) => given === `${right}\u00a0`,
  },
  {
    id: 'space-inside',
    title: 'a space in its middle',
    alter: (right) => `${right.slice(0, right.length >> 1)} ${right.slice(right.length >> 1)}`,
    lax: (given, right) => given !== right && given.replaceAll(' ', '') === right,
  },
  {
    id: 'padding-behind',
    title: 'an equals sign behind it',
    alter: (right) => `${right}=`,
    lax: (given, right) => given.replace(/=+$/, '') === right,
  },
  {
    id: 'quoted',
    title: 'quotation marks around it',
    alter: (right) => `"${right}"`,
    lax: (given, right) => given === `"${right}"`,
  },
  {
    id: 'percent-encoded',
    title: 'a character of it percent-encoded',
    alter: (right) => `%${right.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}${right.slice(1)}`,
    lax: (given, right) => given !== right && percentDecoded(given) === right,
  },
  {
    id: 'in-base64',
    title: 'it encoded in base64',
    alter: (right) => Buffer.from(right).toString('base64'),
    lax: (given, right) => Buffer.from(given, 'base64').toString() === right,
  },
  {
    id: 'digest',
    title: 'its digest',
    alter: usualDigest,
    lax: (given, right) => given === usualDigest(right),
  },
  ...standIns,
]

/** The values made of a secret that do not hold all of it: whoever sees one knows most of the secret. */
export function alteredValues(right: string, seed: Seed): string[] {
  const near = valueAlterations.filter(({ id }) => partial.has(id)).map(({ alter }) => alter(right, seed))
  const unsigned = withoutSignature(right)
  return [
    ...near,
    usualDigest(right),
    ...derivedValues(right),
    openingValue(right, seed),
    ...(unsigned === undefined ? [] : [unsigned]),
    ...signedByGuess(right),
  ]
}

const partial = new Set(
  words('other-value altered-case truncated cut-in-front first-changed middle-changed last-changed space-inside percent-encoded'),
)

/** The wrong value with which a run begins, and no other probe sends: a comparison may leave out the one character in the middle. */
export function openingValue(right: string, seed: Seed): string {
  return changedAt(right, right.length >> 1, seed)
}

/** Replaces every letter and digit by another one of its kind. */
export function otherLetters(right: string, seed: Seed): string {
  const steps = seed.bytes('alteration/other', Math.min(right.length, 1024) || 1)
  return [...right].map((letter, index) => stepped(letter, steps[index % steps.length] ?? 0)).join('')
}

function changedAt(right: string, index: number, seed: Seed): string {
  const step = seed.integer('alteration/step', 0, 255)
  return right.slice(0, index) + stepped(right.charAt(index), step) + right.slice(index + 1)
}

/** Puts a mark there that stands for any character where a value is taken for a pattern of SQL or for a regular expression. */
function wildAt(right: string, index: number, mark: string, seed: Seed): string {
  return right.charAt(index) === mark ? changedAt(right, index, seed) : right.slice(0, index) + mark + right.slice(index + 1)
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const extraWords = ['x', 'extra', 'value', 'more'] as const
const marks = [...likely(3, ';'), ...likely(2, ':'), '&', ...likely(2, '.'), '/', '#', '%00']

/** Two neighbours change places, which a comparison does not see that adds differences up; where all are alike, one is changed. */
function middleChanged(right: string, seed: Seed): string {
  const middle = middleOf(right, seed)
  const at = [middle, middle - 1, middle - 2].find((index) => differ(right.charAt(index), right.charAt(index + 1)))
  return at === undefined
    ? changedAt(right, middle, seed)
    : right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2)
}

/** True for two letters or digits that differ by more than their case. */
function differ(one: string, other: string): boolean {
  return /^[a-zA-Z0-9]{2}$/.test(one + other) && one.toLowerCase() !== other.toLowerCase()
}

/** A position before the middle and near it, so that it always falls into the same half. */
function middleOf({ length }: string, seed: Seed): number {
  const most = Math.max(0, (length >> 1) - 1)
  return seed.integer('alteration/middle', Math.min(most, Math.ceil(length * 0.44)), most)
}

function hasLength(given: string, right: string): boolean {
  return given.length === right.length && given !== right
}
