import { textFor } from '../../contracts/pattern.ts'
import type { Json } from './interaction.ts'

/** Whether a matcher takes a value; undefined where it speaks of the type alone, or in a dialect that is not known here. */
export function takes(matcher: Json, value: unknown): boolean | undefined {
  const text = String(value)
  switch (matcher['match']) {
    case 'number':
    case 'decimal':
      return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text)
    case 'integer':
      return typeof value !== 'number' && /^\d+$/.test(text)
    case 'date':
    case 'datetime':
    case 'timestamp':
      return /^\d{4}-\d\d-\d\d/.test(text)
    case 'include':
      return text.includes(String(matcher['value']))
    case 'equality':
      return false
    case 'regex':
      return isMatched(String(matcher['regex']), text)
    default:
      return undefined
  }
}

/** A text that the regular expression of a matcher or a generator takes, where a plain reading of it finds one. */
export function textTaken({ regex }: Json): string | undefined {
  if (regex === undefined) return undefined
  try {
    return textFor(regexOf(String(regex)).source)
  } catch {
    return undefined
  }
}

function isMatched(regex: string, text: string): boolean | undefined {
  try {
    return regexOf(regex).test(text)
  } catch {
    return undefined
  }
}

/** Pact's expressions are those of Rust and Java, in which flags stand before what they are for. */
function regexOf(stated: string): RegExp {
  const [, flags = '', pattern = ''] = /^\^?(?:\(\?([a-z]+)\))?(.*)$/s.exec(stated) ?? []
  return new RegExp(`^(?:${pattern})$`, flags.replace(/[^ims]/g, ''))
}
