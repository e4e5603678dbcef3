/** A value as a codec writes it; in base64 only the part that does not depend on what stands around it. */
export interface EncodedForm {
  readonly encoding: 'base64' | 'hex'
  readonly value: string
}

/** A value in hexadecimal, and in base64 at each of the three places where it can begin in a longer text. */
export function encodedForms(value: string): EncodedForm[] {
  const bytes = Buffer.from(value, 'utf8')
  const alignments = [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const core = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
    return core.length > 3 ? [{ encoding: 'base64' as const, value: core }] : []
  })
  const hex = bytes.toString('hex')
  return hex.length > 6 ? [...alignments, { encoding: 'hex', value: hex }] : alignments
}

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A value in base58, as wallets write bytes. */
export function inBase58(value: string): string {
  let [rest, text] = [BigInt(`0x0${Buffer.from(value, 'utf8').toString('hex')}`), '']
  for (; rest > 0n; rest /= 58n) text = `${digits[Number(rest % 58n)]}${text}`
  return text
}

/** A pattern of a value: in either case and with `+` for a space, or `exact` but with either alphabet of base64. */
function patternOf(value: string, exact: boolean): string {
  return exact ? inEitherAlphabet(value) : [...value].map(inEitherCase).join('')
}

/** An ASCII value for an expression that ignores case: as it is, with `+` for a space. */
function literal(value: string): string {
  return quoted(value).replaceAll(' ', '[ +]')
}

/** One expression for values: plain words without groups in them, which the engine searches fast, where all are ASCII. */
export function anyOf(values: readonly string[], exact: boolean): { readonly source: string; readonly flags: 'g' | 'gi' } {
  const plainly = !exact && values.every(isAscii)
  return { source: values.map((value) => (plainly ? literal(value) : patternOf(value, exact))).join('|'), flags: plainly ? 'gi' : 'g' }
}

/** `matchAll` makes an expression anew for every text, which here takes longer than to search most texts with it. */
export function matchesOf(pattern: RegExp, text: string): { start: number; found: string }[] {
  const matches: { start: number; found: string }[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) matches.push({ start: match.index, found: match[0] })
  return matches
}

/** True for a text of ASCII alone. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** Lets a pattern match only where neither a letter, a digit nor an underscore stands before or after it. */
export function wholeOnly(pattern: string): string {
  const word = '[A-Za-z0-9_\\u00c0-\\u1fff]'
  return `(?<!${word})(?:${pattern})(?!${word})`
}

/**
 * Lets a short number match only where it stands alone, and is neither a part of another number nor a number of JSON:
 * there it is a coincidence, and a text in its place would be no JSON any more.
 */
export function wholeNumber(pattern: string): string {
  const before = '(?<!"\\s{0,9}:\\s{0,9}|[[,]\\s{0,9})'
  const after = '(?!\\s{0,9}[,}\\]])'
  return `(?<![\\w.+-])(?:${before}(?:${pattern})|(?:${pattern})${after})(?![\\w.])`
}

function inEitherAlphabet(base64: string): string {
  return quoted(base64).replaceAll('\\+', '[-+]').replaceAll('\\/', '[/_]')
}

function inEitherCase(character: string): string {
  if (character === ' ') return '[ +]'
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()].map(quoted))
  return cases.size === 1 ? quoted(character) : `(?:${[...cases].join('|')})`
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
