import { textFor, textsFor } from '../../../contracts/schemas/pattern.ts'
import { inTime, TookTooLong } from '../../../text/in-time.ts'
import { asText } from '../../../text/json/as-text.ts'
import type { JsonObject } from './interaction.ts'

/** Whether a matcher takes a value; undefined if it speaks of the type alone, or in a dialect that is not known here. */
export function takes(matcher: JsonObject, value: unknown): boolean | undefined {
  const text = asText(value)
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
      return text.includes(asText(matcher['value']))
    case 'equality':
      return false
    case 'null':
      return value === null
    case 'regex':
      return tried(matcher, () => regexOf(asText(matcher['regex'])).test(text), text)
    default:
      return undefined
  }
}

/** A text that the regular expression of a matcher or a generator takes, where a plain reading of it finds one. */
export function textTaken(matcher: JsonObject): string | undefined {
  return matcher['regex'] === undefined ? undefined : tried(matcher, () => textFor(regexOf(asText(matcher['regex'])).source))
}

/** Texts of all kinds that it takes, as far as a plain reading finds them. */
export function textsTaken(matcher: JsonObject): readonly string[] {
  return matcher['regex'] === undefined ? [] : (tried(matcher, () => textsFor(regexOf(asText(matcher['regex'])).source)) ?? [])
}

/** Whether a text has what a matcher seeks in it, as an expression may stand anywhere; undefined for one that compares with an example. */
export function finds(matcher: JsonObject, text: string): boolean | undefined {
  if (matcher['match'] === 'regex') return tried(matcher, () => new RegExp(asText(matcher['regex'])).test(text), text)
  return matcher['match'] === 'equality' || matcher['match'] === 'null' ? undefined : takes(matcher, text)
}

/** Matchers whose expressions once took too long here; Pact's engine does not backtrack, so they are quick there. */
const slow = new WeakSet<JsonObject>()

/** What is found with a matcher's expression; undefined if it is written for another engine than ours. */
function tried<Found>(matcher: JsonObject, search: () => Found, text = ''): Found | undefined {
  if (slow.has(matcher)) return undefined
  try {
    return isQuick(asText(matcher['regex']), text) ? search() : inTime(search, 500)
  } catch (cause) {
    if (cause instanceof TookTooLong) slow.add(matcher)
    return undefined
  }
}

/** True for a short text and an expression without repeated groups or many repetitions: a time limit would cost more than the search. */
function isQuick(expression: string, text: string): boolean {
  const repeated = expression.match(/[*+}]/g) ?? []
  return text.length < 256 && repeated.length < 4 && !/\)[*+{]/.test(expression)
}

/** Pact's expressions are those of Rust and Java, in which flags stand before what they are for. */
function regexOf(stated: string): RegExp {
  const [, flags = '', pattern = ''] = /^\^?(?:\(\?([a-z]+)\))?(.*)$/s.exec(stated) ?? []
  return new RegExp(`^(?:${pattern})$`, flags.replace(/[^ims]/g, ''))
}
