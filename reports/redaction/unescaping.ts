/** A text with its escapes undone, and the way back to where it came from. */
export interface Decoded {
  readonly text: string
  /** The part of the original text for a part of the decoded one. */
  original(start: number, end: number): readonly [start: number, end: number]
}

/** Undoes percent-encoding, escapes of JSON, JavaScript, C and HTML, however often applied, UTF-16, and letters in disguise. Linear. */
export function decoded(text: string): Decoded | undefined {
  return decodedWhere(text, anyEscape, unescaped)
}

/** Joins text broken into lines, as base64 often is, with or without quoted-printable's mark, or into the words of a mail's header. */
export function unwrapped(text: string): Decoded | undefined {
  return text.includes('\n') || text.includes('?=') ? decodedWhere(text, lineBreak, () => '') : undefined
}

/** Decodes lists of bytes or words in hexadecimal, as in dumps and quoted-printable. Undefined if there are none. */
export function undumped(text: string): Decoded | undefined {
  return decodedWhere(text, dump, ([list]) => bytesOf(list.replace(/0x|=/gi, ' ')))
}

/** Bytes in hexadecimal as text; of words of several bytes, also with the lowest byte first. */
function bytesOf(list: string): string {
  const words = list.match(/[0-9a-f]{2,}/gi) ?? []
  // A letter of UTF-16 is one of ASCII and a zero.
  const read = (digits: string) => Buffer.from(digits, 'hex').toString('utf8').replaceAll('\0', '')
  if (words.every(({ length }) => length === 2)) return read(words.join(''))
  return `${read(words.join(''))}\n${read(words.flatMap((word) => word.match(/../g)?.reverse() ?? []).join(''))}`
}

/** Decodes lines of hexdump, od and xxd: offset, bytes, and readable characters. Undefined if there are none. */
export function undumpedLines(text: string): Decoded | undefined {
  return decodedWhere(text, dumpedLines, ([lines]) => bytesOf([...lines.matchAll(dumpedLine)].map(([, bytes = '']) => bytes).join(' ')))
}

const dumpedLine = /^[0-9a-f]{4,16}:?[ \t]{1,4}((?:[0-9a-f]{2}(?:[0-9a-f]{2})?[ \t]{1,2}){2,17})[^\n]{0,40}$/gim
const dumpedLines = new RegExp(`(?:${dumpedLine.source}\\n?)+`, 'gim')

/** Decodes lists of characters by number, whatever is between, as in `chr(97).chr(98)`: decimal, octal or binary, each or every second. */
export function undumpedNumbers(text: string): Decoded | undefined {
  return decodedWhere(text, numberList, ([list]) => {
    if ((list.match(characterNumber)?.length ?? 0) < leastNumbers) return undefined
    const numbers = list.match(/\d+/g) ?? []
    const texts = [10, 8, 2].flatMap((radix) => {
      const codes = numbers.map((number) => Number.parseInt(number, radix))
      return [codes, ...[0, 1].map((from) => codes.filter((_, at) => at % 2 === from))].flatMap(charactersOf)
    })
    return texts.length > 0 ? texts.join('\n') : undefined
  })
}

function charactersOf(codes: readonly number[]): string[] {
  const letters = codes.filter((code) => code >= 0x20 && code <= 0xff)
  return letters.length < leastNumbers ? [] : [Buffer.from(letters).toString('utf8')]
}

/** A number that stands for a character in one of the radices. */
const characterNumber = /(?<!\d)0*(?:\d{2,3}|[01]{6,8})(?!\d)/g
const leastNumbers = 8
const numberList = /(?<![\d.])\d{1,8}(?:[^\d]{1,20}\d{1,8}){7,4096}(?!\d)/g

/** What splits words, which is dropped to join them: in a tag or a name that is dropped whole, pieces of a word may stand. */
export function splittersOf(text: string): readonly RegExp[] {
  return mayHoldPieces.test(text) ? [splitting, splittingSigns] : [splitting]
}

export function joinedText(text: string, splitter: RegExp = splitting): string {
  return text.replace(splitter, '')
}

/** Drops what splits words. */
export function joined(text: string, splitter: RegExp): Decoded | undefined {
  return decodedWhere(text, splitter, () => '')
}

/** A tag with a value, or a long name in pieces with a digit. */
const mayHoldPieces = /<[a-zA-Z][^<>]{0,40}["'=]|"(?=\w{0,24}[_-])(?=[\w-]{0,24}\d)[\w-]{12,24}":/

/** Spaces, signs, colours, accents and the invisible. */
const splittingSigns = /(?:\p{Cc}\[[\d;]{0,20}[a-zA-Z]|[\s\p{Cc}\p{DI}\p{M}\p{P}\p{S}])+/gu

// The same, tags, and names or numbers that hold the pieces of a text. Names are looked for behind signs alone: at every letter, that would
// take most of the time of a whole search.
const splitting =
  /(?:<[/!]?[a-zA-Z-][^<>]{0,40}>|<!\[CDATA\[|\p{Cc}\[[\d;]{0,20}[a-zA-Z]|(?!<)[\s\p{Cc}\p{DI}\p{M}\p{P}\p{S}])+(?:(?<=[{,\s]")[\w-]{1,24}(?=":)|(?<=[?&;]\s?)[\w-]{1,24}(?==[\w%])|(?<=\n[[(\s]{0,4})\d{1,4}(?=[\]).:|]|\s=>)|(?<=[\s,;{(])\d{1,4}(?=:\S(?![^\s,;)}]))|(?<=\[)\d{1,4}(?=,\s?"[^"]"\]))?|^\d{1,4}(?=:\S(?![^\s,;)}]))/gu

const dump =
  /(?<![0-9a-z])(?:(?:0x)?(?:[0-9a-f]{2}){1,4}[ :,"'-]{1,4}){3,}(?:0x)?[0-9a-f]{2,8}(?![0-9a-z])|(?:=[0-9a-f]{2})+|(?:0x[0-9a-f]{2}){4,}/gi

const lineBreak = /(?<=[\w+/=%-])=?[ \t]*(?:\r?\n){1,2}[ \t]*(?=[\w+/=%-])|\?=\s{1,4}=\?[\w-]{1,20}\?[bq]\?/gi

function decodedWhere(text: string, pattern: RegExp, meaning: (match: RegExpExecArray) => string | undefined): Decoded | undefined {
  const escapes: Escapes = { at: [], past: [], from: [], to: [] }
  const parts: string[] = []
  let [length, end] = [0, 0]
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const value = meaning(match)
    if (value === undefined) continue
    const before = text.slice(end, match.index)
    end = pattern.lastIndex
    parts.push(before, value)
    escapes.at.push(length + before.length)
    length += before.length + value.length
    escapes.past.push(length)
    escapes.from.push(match.index)
    escapes.to.push(end)
  }
  if (parts.length === 0) return undefined
  parts.push(text.slice(end))
  return { text: parts.join(''), original: (start, stop) => [placed(escapes, start, 0), placed(escapes, stop - 1, 1)] }
}

/** The escapes in order: their positions in the decoded and in the original text. In arrays of numbers, since there can be millions. */
interface Escapes {
  readonly at: number[]
  readonly past: number[]
  readonly from: number[]
  readonly to: number[]
}

// Runs of backslashes are bounded: a body of nothing else would take for ever.
const anyEscape = new RegExp(
  [
    '%(?:25)*([0-7][0-9a-f])', // 1: a character of ASCII, percent-encoded
    '(%(?:25)*[c-f][0-9a-f](?:%(?:25)*[89ab][0-9a-f]){1,3})', // 2: another character, in UTF-8
    '(?:\\\\{1,8}U0000|(?:\\\\{1,8}|%)u|U\\+)([0-9a-f]{4})|\\\\{1,8}(?:[ux]\\{([0-9a-f]{1,6})\\}|(?:x|0{2,4}(?=[2-7]))([0-9a-f]{2})', // 3, 4, 5: by number
    '([bfnrt])|([!-/:-@[\\]^_`{-~]))', // 6, 7: white space, or the character itself
    '((?:\\\\\\\\)+)', // 8: backslashes, twice as many
    '&(?:amp;)*(?:#x([0-9a-f]{1,8});?|#(\\d{1,9});?|([a-z]{2,6});)', // 9, 10, 11: in HTML
    '(\\0+)', // 12: the other half of a character in UTF-16
    '~([01])', // 13: in a JSON pointer
    '\\\\{1,8}([01]?[0-7]{2})', // 14: by number, as in C
    '([\uff01-\uff5e\u2460-\u24ff\u00aa\u00b2\u00b3\u00b9\u00ba\u2070-\u209c]|\ud835[\udc00-\udfff]|\udb40[\udc20-\udc7e])', // 15: full-width, raised, in a circle, as in formulas, or unseen
  ].join('|'),
  'gi',
)

const named: Readonly<Record<string, string>> = Object.fromEntries(
  '& amp < lt > gt " quot \' apos - hyphen - dash _ lowbar + plus = equals / sol \\ bsol . period : colon , comma ; semi # num @ commat $ dollar % percnt * ast ! excl ? quest ( lpar ) rpar \u00ad shy'
    .matchAll(/(\S) (\w+)/g)
    .map(([, sign, name]) => [name, sign]),
)

function unescaped([
  ,
  ascii,
  bytes,
  unit,
  point,
  byte,
  blank,
  self,
  backslashes,
  hex,
  decimal,
  name,
  half,
  tilde,
  octal,
  styled,
]: RegExpExecArray): string | undefined {
  if (bytes !== undefined) return Buffer.from(bytes.replace(/%(?:25)*/g, ''), 'hex').toString('utf8')
  const code = ascii ?? unit ?? point ?? byte ?? hex
  if (code !== undefined) return character(Number.parseInt(code, 16))
  if (octal !== undefined) return character(Number.parseInt(octal, 8))
  if (styled !== undefined) return styled[0] === '\udb40' ? String.fromCharCode(styled.charCodeAt(1) - 0xdc00) : styled.normalize('NFKC')
  if (decimal !== undefined) return character(Number(decimal))
  if (blank !== undefined) return /[nr]/i.test(blank) ? '\n' : ' '
  if (tilde !== undefined) return tilde === '0' ? '~' : '/'
  if (backslashes !== undefined) return backslashes.slice(backslashes.length / 2)
  return half !== undefined ? '' : (self ?? named[name?.toLowerCase() ?? ''])
}

function character(point: number): string | undefined {
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

/** Where a character of the decoded text begins in the original or, with `side` 1, ends. */
function placed({ at, past, from, to }: Escapes, place: number, side: 0 | 1): number {
  const last = lastUpTo(at, place)
  if (last < 0) return place + side
  const beyond = place - (past[last] ?? 0)
  if (beyond < 0) return (side === 0 ? from : to)[last] ?? 0
  return (to[last] ?? 0) + beyond + side
}

/** The index of the last of rising numbers up to a limit, or -1. */
export function lastUpTo(rising: readonly number[], limit: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
