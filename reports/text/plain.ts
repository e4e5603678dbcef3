/** Scripts that are spelt with joiners, and the pictures that are made with them; between any other letters joiners hide. */
const joined = String.raw`[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{Extended_Pictographic}]`

/** Control characters except line breaks, marks that turn or hide text, line separators, and joiners where they join nothing. */
const unsafe = new RegExp(
  String.raw`(?!\n)[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<!${joined}\ufe0f?)[\u200c\u200d]|[\u200c\u200d](?!${joined})`,
  'gu',
)

/** How each of them begins: most texts hold none, and this test takes a tenth of the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const suspicious = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]/

export function replaceUnsafe(text: string, replacement: (character: string) => string): string {
  return suspicious.test(text) ? text.replace(unsafe, replacement) : text
}

/** What shows as what it is and is no command to anybody: most texts. */
function isOrdinary(text: string): boolean {
  return ordinary.test(text) && !text.includes('::') && !text.includes('##')
}

const ordinary = /^[\n\t -~]*$/

/** A text as one line: what moves a cursor, changes a colour, turns the direction or is a command to a CI system is spelt out. */
export function plain(text: string): string {
  if (isOrdinary(text) && !/[\n\t]/.test(text)) return text
  const spelt = replaceUnsafe(text.toWellFormed(), (character) => named[character] ?? codePointEscape(character))
  return uncommanded(spelt.replaceAll('\n', '\\n'))
}

/** A line that is no command to GitHub (`::error`, `##[error]`), Azure (`##vso[…]`), TeamCity (`##teamcity[…]`); GitLab's need an escape. */
export function uncommanded(line: string): string {
  const hashless = line.includes('##') ? line.replace(/##(?=\w*\[)/g, '\\u0023#') : line
  return line.includes('::') ? hashless.replace(/^(\s*)::/, '$1\\u003a:') : hashless
}

/** The same with the line breaks and tabs left as they are. */
export function plainLines(text: string): string {
  if (isOrdinary(text)) return text
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(plain).join('\t'))
    .join('\n')
}

export function cropped(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

/** A line for each of the first, and how many more there are, for tools that are told no more. */
export function firstLines<Item>(items: readonly Item[], most: number, lineOf: (item: Item) => string): readonly string[] {
  const lines = items.slice(0, most).map((item) => lineOf(item))
  return items.length <= most ? lines : [...lines, `and ${items.length - most} more, which report.json holds`]
}

const named: Readonly<Record<string, string>> = { '\r': '\\r', '\t': '\\t' }

function codePointEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
