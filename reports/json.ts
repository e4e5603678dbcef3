import { unsafe } from './plain.ts'

/** A value as JSON that a terminal or a CI log can show: what could move a cursor, turn a text or give a command is escaped, and means the same. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 1).replace(unsafe, (character) => (character === '\n' ? character : escaped(character)))
  return `${text.replace(/##(?=\w*\[)/g, '\\u0023#')}\n`
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
