import { capitals, digits58, digits64, figures, inDigits, integerOf, smalls } from '../../contracts/mistakes/bases.ts'
import { regExpEscaped } from '../../contracts/wildcard.ts'
import { isAscii } from '../../text/ascii.ts'
import { alignedBase64 } from '../../text/base64.ts'

/** A value in hexadecimal, and in base64 at its three possible offsets in a longer text: the part that does not depend on its surroundings. */
export function encodedForms(value: string | Buffer): { readonly encoding: 'base64' | 'hex'; readonly value: string }[] {
  const bytes = Buffer.from(value)
  const alignments = [0, 1, 2].flatMap((shift) => {
    const core = alignedBase64(bytes, shift)
    return core.length > 3 ? [{ encoding: 'base64' as const, value: core }] : []
  })
  const hex = bytes.toString('hex')
  return hex.length > 6 ? [...alignments, { encoding: 'hex', value: hex }] : alignments
}

/** The digits of other bases in which bytes are written; wallets use base58. */
const numberings = {
  base58: digits58,
  base62: `${figures}${capitals}${smalls}`,
  'base62, small letters first': `${figures}${smalls}${capitals}`,
  base36: `${figures}${smalls}`,
  'decimal digits': figures,
}

/** The digits of older codes that are base64 otherwise, in lines of 45 bytes. */
const uuencoded = String.fromCharCode(...Array.from({ length: 63 }, (_, at) => 33 + at))
const olderDigits = [`\`${uuencoded}`, ` ${uuencoded}`, `+-${figures}${capitals}${smalls}`]

/** A value as uuencode and xxencode write it, at its three possible offsets. */
export function inOlderCodes(value: string): string[] {
  const inBase64 = encodedForms(value).filter(({ encoding }) => encoding === 'base64')
  return inBase64.flatMap((form) => olderDigits.map((digits) => [...form.value].map((digit) => digits[digits64.indexOf(digit)]).join('')))
}

/** Nobody writes more as one number: it takes time with the square of the length. */
const longestNumber = 1024

/** A value as one large number, by the name of its digits, and as the numbers of its bytes without anything between them. */
export function asNumbers(value: string): { readonly encoding: string; readonly value: string }[] {
  if (value.length > longestNumber) return []
  const whole = integerOf(Buffer.from(value, 'utf8'))
  const bytes = [...Buffer.from(value, 'utf8')].map(String)
  return [
    ...Object.entries(numberings).map(([encoding, digits]) => ({ encoding, value: inDigits(whole, digits) })),
    ...[0, 3].map((digits) => ({ encoding: 'bytes in decimal', value: bytes.map((byte) => byte.padStart(digits, '0')).join('') })),
  ]
}

/** As Adobe, Python and ZeroMQ have them. */
const digits85 = [
  String.fromCharCode(...Array.from({ length: 85 }, (_, at) => 33 + at)),
  `${figures}${capitals}${smalls}!#$%&()*+-;<=>?@^_\`{|}~`,
  `${figures}${smalls}${capitals}.-:+=^!/*?&<>()[]{}@%$#`,
]

/** A value in base85 at each of its four possible offsets, without the characters that depend on its surroundings. */
export function inBase85(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8')
  return digits85.flatMap((digits) => [0, 1, 2, 3].map((from) => in85(bytes.subarray(from), digits)))
}

/** Five digits for each four bytes; a rest is left out. */
function in85(bytes: Buffer, digits: string): string {
  const words = Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32BE(index * 4))
  return words.map((word) => [4, 3, 2, 1, 0].map((power) => digits.charAt(Math.floor(word / 85 ** power) % 85)).join('')).join('')
}

const digits45 = `${figures}${capitals} $%*+-./:`

/** A value in base45 at each of its two possible offsets: pairs of bytes, the last digit first (RFC 9285). */
export function inBase45(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8')
  return [0, 1].map((from) => {
    const pairs = Array.from({ length: (bytes.length - from) >> 1 }, (_, at) => bytes.readUInt16BE(from + 2 * at))
    return pairs.map((pair) => [pair, pair / 45, pair / 2025].map((rest) => digits45[Math.floor(rest) % 45]).join('')).join('')
  })
}

/** Each letter or sign stands for another of its alphabet, which is read around by some places, or backwards. */
const substitutions: readonly (readonly [name: string, alphabets: readonly string[], places?: number])[] = [
  ['rot13', [capitals, smalls], 13],
  ['rot18', [capitals, smalls, figures]],
  ['rot47', [String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 33 + at))]],
  ['rot5', [figures]],
  ['atbash', [capitals, smalls], -1],
]

/** A value with each of its characters exchanged for another. */
export function substituted(value: string): { readonly encoding: string; readonly value: string }[] {
  const all = substitutions.map(([encoding, alphabets, places]) => {
    const exchanged = (character: string) => {
      const alphabet = alphabets.find((each) => each.includes(character)) ?? character
      const at = alphabet.indexOf(character)
      return alphabet.at(places === -1 ? -1 - at : (at + (places ?? alphabet.length / 2)) % alphabet.length) ?? character
    }
    return { encoding, value: [...value].map(exchanged).join('') }
  })
  return all.filter((form) => form.value !== value)
}

/** One expression for all: `exact` in either alphabet of base64, else in any case, `+` for a space. All in ASCII need no slow groups. */
export function anyOf(values: readonly string[], exact: boolean): { readonly source: string; readonly flags: 'g' | 'gi' } {
  if (exact) return { source: values.map(inEitherAlphabet).join('|'), flags: 'g' }
  if (values.every(isAscii)) return { source: values.map(regExpEscaped).join('|').replaceAll(' ', '[ +]'), flags: 'gi' }
  return { source: values.map((value) => [...value].map(inEitherCase).join('')).join('|'), flags: 'g' }
}

/** `matchAll` compiles the expression again for every text, which takes longer here than most searches. */
export function matchesOf(pattern: RegExp, text: string): { start: number; found: string }[] {
  const matches: { start: number; found: string }[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) matches.push({ start: match.index, found: match[0] })
  return matches
}

export function wholeOnly(pattern: string): string {
  const word = '[A-Za-z0-9_\\u00c0-\\u1fff]'
  return `(?<!${word})(?:${pattern})(?!${word})`
}

/** A short number matches only alone, within no number and not as a number of JSON: it is a coincidence there, and JSON would break. */
export function wholeNumber(pattern: string): string {
  const before = '(?<!"\\s{0,9}:\\s{0,9}|[[,]\\s{0,9})'
  const after = '(?!\\s{0,9}[,}\\]])'
  return `(?<![\\w.+-])(?:${before}(?:${pattern})|(?:${pattern})${after})(?![\\w.])`
}

function inEitherAlphabet(base64: string): string {
  return regExpEscaped(base64).replaceAll('\\+', '[-+]').replaceAll('/', '[/_]')
}

function inEitherCase(character: string): string {
  if (character === ' ') return '[ +]'
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()].map(regExpEscaped))
  return cases.size === 1 ? regExpEscaped(character) : `(?:${[...cases].join('|')})`
}
