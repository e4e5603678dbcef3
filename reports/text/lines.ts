import { styleText } from 'node:util'
import { columnsOf, inColumns } from './columns.ts'
import { plain, uncommanded } from './plain.ts'

/** How a terminal wants its text: whether in colour, and how many columns there are. */
export interface TerminalStyle {
  readonly colour: boolean
  readonly width: number
}

export type Colour = 'red' | 'green' | 'yellow' | 'dim' | 'bold'

/** The style of a stream: colour as NO_COLOR, FORCE_COLOR and the stream itself say, no narrower than 40 columns, 80 when unknown. */
export function styleOf(stream: NodeJS.WriteStream): TerminalStyle {
  return { colour: styleText('red', 'x', { stream }) !== 'x', width: Math.max(40, stream.columns ?? 80) }
}

export function coloured({ colour }: TerminalStyle, format: Colour, text: string): string {
  return colour ? styleText(format, text, { validateStream: false }) : text
}

/** Breaks a text, made harmless, into lines of at most `width` columns between words; a word that is longer is broken inside. */
export function wrapped(text: string, width: number): string[] {
  return broken(plain(text), width).map(uncommanded)
}

function broken(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/).flatMap((word) => inColumns(word, width))) {
    if (line && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return line ? [...lines, line] : lines
}

export function colouredLines(style: TerminalStyle, format: Colour, text: string): string[] {
  return wrapped(text, style.width).map((line) => coloured(style, format, line))
}

/** A text of several lines as a stream shows it: a terminal's are broken between words where they are too long for it, and stay indented. */
export function fitted(text: string, { isTTY, columns = 80 }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): string {
  if (!isTTY) return text
  const width = Math.max(40, columns)
  return text.replace(/^( *)(.+)/gm, (line, indent: string, words: string) =>
    columnsOf(line) > columns ? hanging(indent, words, { colour: false, width }).join('\n') : line,
  )
}

/** The same for prose alone: what is copied, and what stands in columns, is left to the terminal. */
export function fittedProse(text: string, stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): string {
  return text.replace(/^(?! *\$)(?! *\S.* {2}).+$/gm, (line) => fitted(line, stream))
}

/** A label and a text beside it, wrapped to the terminal's width and hanging under its own beginning; in one colour, if it is given. */
export function hanging(label: string, text: string, style: TerminalStyle, colour?: Colour): string[] {
  const indent = ' '.repeat(label.length)
  const lines = wrapped(text, Math.max(16, style.width - label.length)).map((line, at) => `${at === 0 ? label : indent}${line}`)
  return colour ? lines.map((line) => coloured(style, colour, line)) : lines
}
