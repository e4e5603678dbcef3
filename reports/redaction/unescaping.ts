/** A text with its escapes undone, and the way back to where it came from. */
export interface Decoded {
  readonly text: string
  /** The part of the original text for a part of the decoded one. */
  original(start: number, end: number): readonly [start: number, end: number]
}

/**
 * Undoes percent-encoding, the escapes of JSON, JavaScript, C and HTML, each however often it was applied, UTF-16, and letters that
 * only look otherwise.
 * Undefined if there is nothing to undo. Linear in the length of the text.
 */
export function decoded(text: string): Decoded | undefined {
  return decodedWhere(text, anyEscape, unescaped)
}

/**
 * Joins text that was broken into lines, as base64 often is, with or without quoted-printable's mark. Undefined if nothing was broken.
 */
export function unwrapped(text: string): Decoded | undefined {
  return decodedWhere(text, lineBreak, () => '')
}

/** Decodes lists of bytes in hexadecimal, as in dumps and quoted-printable, or in binary digits. Undefined if there are none. */
export function undumped(text: string): Decoded | undefined {
  return decodedWhere(text, dump, ([bytes]) => bytesOf(bytes).toString('utf8'))
}

function bytesOf(list: string): Buffer {
  return /^[01]{8}/.test(list) ? fromBits(list) : Buffer.from(list.replace(/0x|[^0-9a-f]/gi, ''), 'hex')
}

/** The bytes that are written in binary digits. */
export function fromBits(text: string): Buffer {
  return Buffer.from((text.match(/[01]{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2)))
}

/** Decodes lines of hexdump and xxd: offset, bytes, and readable characters. Undefined if there are none. */
export function undumpedLines(text: string): Decoded | undefined {
  return decodedWhere(text, dumpedLines, ([lines]) =>
    Buffer.from([...lines.matchAll(dumpedLine)].map(([, bytes = '']) => bytes.replace(/\s/g, '')).join(''), 'hex').toString('utf8'),
  )
}

const dumpedLine = /^[0-9a-f]{4,16}:?[ \t]{1,4}((?:[0-9a-f]{2}(?:[0-9a-f]{2})?[ \t]{1,2}){2,17})[^\n]{0,40}$/gim
const dumpedLines = new RegExp(`(?:${dumpedLine.source}\\n?)+`, 'gim')

/** Decodes lists of decimal bytes, as in a Buffer written as JSON, on one or many lines. Undefined if there are none. */
export function undumpedNumbers(text: string): Decoded | undefined {
  return decodedWhere(text, byteList, ([bytes]) => Buffer.from(bytes.match(/(?<![\d"])\d+/g)?.map(Number) ?? []).toString('utf8'))
}

const byteList = /(?<!\d)(?:\d{1,3}(?:\s{0,2}[,.:;/|_-]\s{0,16}|\s{1,16})(?:"\d{1,4}":\s?)?){7,}\d{1,3}(?!\d)/g

/**
 * Drops what splits words: spaces, signs (a shell's quotes among them), tags, a terminal's colours, accents, what nobody sees, and the
 * numbers by which an object holds the letters of a text.
 */
export function joined(text: string): Decoded | undefined {
  return decodedWhere(text, splitting, () => '')
}

/** A text without the characters that split words. */
export function joinedText(text: string): string {
  return text.replace(splitting, '')
}

const splitting =
  /<[/!]?[a-z-][^<>]{0,40}>|(?:\p{Cc}\[[\d;]{0,20}[a-z]|[\s\p{Cc}!-/:;=>?@[-`{-~\u200b-\u200d\u2060\ufeff\u00ad]|[\u0300-\u036f]|(?<=[{,\s]")\d{1,4}(?=":\s?"))+/giu

const dump =
  /(?<![0-9a-f])(?:[0-9a-f]{2}[ :,-]{1,2}(?:0x)?){5,}[0-9a-f]{2}(?![0-9a-f])|(?:=[0-9a-f]{2})+|(?<!\d)(?:[01]{8}[ :,-]{1,2}){5,}[01]{8}(?!\d)/gi

const lineBreak = /(?<=[\w+/=%-])=?[ \t]*\r?\n[ \t]*(?=[\w+/=%-])/g

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
    '(?:\\\\{1,8}U0000|(?:\\\\{1,8}|%)u|U\\+)([0-9a-f]{4})|\\\\{1,8}(?:u\\{([0-9a-f]{1,6})\\}|x([0-9a-f]{2})', // 3, 4, 5: by number
    '([bfnrt])|([!-/:-@[\\]^_`{-~]))', // 6, 7: white space, or the character itself
    '((?:\\\\\\\\)+)', // 8: backslashes, twice as many
    '&(?:amp;)*(?:#x([0-9a-f]{1,8});?|#(\\d{1,9});?|([a-z]{2,6});)', // 9, 10, 11: in HTML
    '(\\0+)', // 12: the other half of a character in UTF-16
    '~([01])', // 13: in a JSON pointer
    '\\\\{1,8}([01]?[0-7]{2})', // 14: by number, as in C
    '([\uff01-\uff5e\u2460-\u24ff]|\ud835[\udc00-\udfff])', // 15: full-width, in a circle, or as in formulas
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
  if (styled !== undefined) return styled.normalize('NFKC')
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
