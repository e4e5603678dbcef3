import { unsafe } from './plain.ts'

/** A value as JSON that a terminal or a CI log can show: what could move a cursor, turn a text or give a command is escaped, and means the same. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 1).replace(unsafeButLines, escaped)
  return `${text.replace(/##(?=\w*\[)/g, '\\u0023#')}\n`
}

/** The line breaks are JSON's own: strings hold them escaped. */
const unsafeButLines = new RegExp(`(?!\\n)(?:${unsafe.source})`, unsafe.flags)

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
