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

/** A pattern of a value as it is, in either case unless `exact`, with either alphabet of base64. */
export function literal(value: string, exact: boolean): string {
  return [...value].map((character) => plainly(character, exact)).join('')
}

/** A pattern of a value whose characters may each be escaped: percent-encoded, as in JSON, JavaScript or HTML, also more than once. */
export function spelled(value: string, exact: boolean): string {
  return [...value].map((character) => inAnySpelling(character, exact)).join('\\0?')
}

/** Lets a pattern match only where neither a letter, a digit nor an underscore stands before or after it. */
export function wholeOnly(pattern: string): string {
  const word = '[A-Za-z0-9_\\u00c0-\\u1fff]'
  return `(?:(?<!${word})|(?<=%[0-9a-fA-F]{2}|\\\\[bfnrt]|\\\\u[0-9a-fA-F]{4}))(?:${pattern})(?!${word})`
}

/** Matches a text that may hold one of the characters in an escaped form, or in UTF-16. */
export function escapesOf(characters: string): RegExp {
  const escaped = [...new Set(variantsOf(characters))].map(escapes)
  return new RegExp(['\\0', ...escaped].join('|'))
}

const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function variantsOf(characters: string): string[] {
  return [...characters].flatMap((character) => [character, character.toLowerCase(), character.toUpperCase()])
}

function cases(character: string, exact: boolean): string[] {
  const variants = exact ? [character] : [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(variants)].filter((variant) => [...variant].length === 1)
}

function plainly(character: string, exact: boolean): string {
  if (exact && character === '+') return '[-+]'
  if (exact && character === '/') return '(?:\\\\*/|_)'
  if (character === ' ') return '[ +]'
  const variants = cases(character, exact).map(quote)
  if (!/[\w\p{L}]/u.test(character)) return `\\\\*${variants[0] ?? ''}`
  return variants.length === 1 ? (variants[0] ?? '') : `(?:${variants.join('|')})`
}

function inAnySpelling(character: string, exact: boolean): string {
  const escaped = cases(character, exact).map(escapes)
  return `(?:${[plainly(character, exact), ...escaped].join('|')})`
}

function escapes(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const units = [...Array(character.length).keys()].map((at) => anyCase(character.charCodeAt(at).toString(16)))
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => anyCase(byte.toString(16).padStart(2, '0')))
  const forms = [
    bytes.map((byte) => `%(?:25)*${byte}`).join(''),
    units.map((unit) => `\\\\+(?:u0*|x)${unit}`).join(''),
    `\\\\+u\\{0*${anyCase(point.toString(16))}\\}`,
    `&(?:amp;)*#(?:[xX]0*${anyCase(point.toString(16))}|0*${point});`,
    ...(named[character] ? [`&(?:amp;)*${named[character]};`] : []),
  ]
  return forms.join('|')
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

function quote(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
