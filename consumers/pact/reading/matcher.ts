import { RE2JS } from 're2js'
import { textsFor } from '../../../contracts/schemas/pattern.ts'
import { attempted } from '../../../language/attempted.ts'
import { asText } from '../../../text/json/as-text.ts'
import type { Node } from '../../../text/json/node.ts'

/** Whether a matcher takes a value; undefined if it speaks of the type alone, or in a dialect that is not known here. */
export function takes(matcher: Node, value: unknown): boolean | undefined {
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
      return matches(wholeOf(matcher), text)
    default:
      return undefined
  }
}

/** A text that the regular expression of a matcher or a generator takes, where a plain reading of it finds one. */
export function textTaken(matcher: Node): string | undefined {
  return textsTaken(matcher).find((text) => matches(wholeOf(matcher), text))
}

/** Texts of all kinds that it takes, as far as a plain reading finds them. */
export function textsTaken(matcher: Node): readonly string[] {
  return matcher['regex'] === undefined ? [] : textsFor(patternOf(matcher))
}

/** Whether a text has what a matcher seeks in it, as an expression may stand anywhere; undefined for one that compares with an example. */
export function finds(matcher: Node, text: string): boolean | undefined {
  if (matcher['match'] === 'regex') return matches(patternOf(matcher), text)
  return matcher['match'] === 'equality' || matcher['match'] === 'null' ? undefined : takes(matcher, text)
}

/** Pact's expressions are those of Rust and Java, in which flags stand before what they are for. */
function patternOf({ regex }: Node): string {
  return asText(regex).replace(
    /^(\^?)\(\?([a-z]+)\)(.*)$/s,
    (_, start, flags: string, rest) => `(?${flags.replace(/[^ims]/g, '')}:${start}${rest})`,
  )
}

/** The expression of a matcher, for a text that it takes as a whole. */
function wholeOf(matcher: Node): string {
  return `^(?:${patternOf(matcher)})$`
}

/** Whether an expression is found in a text; undefined if neither engine reads it, or if only that one does which could take forever. */
function matches(pattern: string, text: string): boolean | undefined {
  return attempted(() => (isQuick(pattern, text) ? new RegExp(pattern) : RE2JS.compile(RE2JS.translateRegExp(pattern))).test(text))
}

/** True where an expression has little to try again: no repeated group, and few repetitions in a short text. Node 22 reads no flags in it. */
function isQuick(pattern: string, { length }: string): boolean {
  const repeated = pattern.match(/[*+}]/g) ?? []
  return length < 256 && repeated.length < 4 && !/\)[*+{]|\(\?[ims]+:/.test(pattern)
}
