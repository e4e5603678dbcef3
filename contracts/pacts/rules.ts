import type { Schema } from '../contract.ts'
import { formatCalled } from '../formats/formats.ts'
import { sample } from '../schemas/sample.ts'
import { propertiesOf, statedTypes } from '../schemas/schema-parts.ts'
import { regExpEscaped } from '../wildcard.ts'

/** A matching rule of Pact: what a value has to be, whatever the example is. */
export interface Rule {
  readonly combine: 'AND' | 'OR'
  readonly matchers: readonly Matcher[]
}

/** A matcher of Pact's, such as `{ match: 'type' }`. */
interface Matcher {
  readonly match: string
  readonly [option: string]: unknown
}

export type Rules = Readonly<Record<string, Rule>>

/** The rules that a schema is, by JSON path from `at`. An object has none of its own: Pact asks for the example's members by itself. */
export function rulesOf(schema: Schema, at = '$'): Rules {
  if (schema.items) return { [at]: emptyList, ...rulesOf(schema.items, `${at}[*]`) }
  if (!schema.properties) return valueRules(schema, at)
  return Object.assign({}, ...required(schema).map(([name, property]) => rulesOf(property, `${at}${step(name)}`)))
}

/**
 * The part of an example that the rules speak of: what the schema requires, be it in the example or not, and has a rule for. Pact
 * cannot say that a member may be left out, nor that a value has one form or another.
 */
export function requiredPart(schema: Schema, example: unknown): unknown {
  const { items } = schema
  if (Array.isArray(example)) return items && isSayable(items) ? example.map((element) => requiredPart(items, element)) : []
  if (typeof example !== 'object' || example === null) return example
  const members = example as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    required(schema).map(([name, property]) => [name, requiredPart(property, name in members ? members[name] : sample(property))]),
  )
}

/** A rule that a header, a parameter or a value matches a regular expression as a whole. */
export function regexRule(regex: string): Rule {
  return all({ match: 'regex', regex })
}

const emptyList: Rule = all({ match: 'type', min: 0 })

function all(...matchers: Matcher[]): Rule {
  return { combine: 'AND', matchers }
}

function required(schema: Schema): [string, Schema][] {
  return propertiesOf(schema).filter(([name, property]) => schema.required?.includes(name) === true && isSayable(property))
}

/** True if Pact has a rule that takes every value of a schema: of one type, or null beside a plain one. */
export function isSayable(schema: Schema): boolean {
  if ('const' in schema) return typeof schema.const !== 'object'
  const types = statedTypes(schema)
  if (types.some((type) => type === 'object' || type === 'array') || schema.properties || schema.items) return types.length < 2
  return types.filter((type) => type !== 'null').length === 1
}

/** The rules of a single value; constants are compared with the example, since a list above them would only ask for their type. */
function valueRules(schema: Schema, at: string): Rules {
  if ('const' in schema) return { [at]: all({ match: 'equality' }) }
  const types = statedTypes(schema)
  const [type, ...others] = types.filter((name) => name !== 'null')
  if (type === undefined || others.length > 0) return {}
  const rule = typeRule(type, schema)
  if (!types.includes('null')) return { [at]: rule }
  // Beside null there is room for one matcher: that which takes no right value away.
  const matcher = rule.matchers.find(({ match }) => match !== 'type') ?? { match: 'type' }
  return { [at]: { combine: 'OR', matchers: [matcher, { match: 'null' }] } }
}

function typeRule(type: string, schema: Schema): Rule {
  if (type === 'number') return all({ match: 'number' })
  // `regex` alone takes a number for a text, and the other way round.
  if (type === 'integer') return all({ match: 'number' }, { match: 'regex', regex: integerPattern })
  const pattern = patternOf(schema)
  if (type === 'string' && pattern !== undefined) return all({ match: 'type' }, { match: 'regex', regex: pattern })
  // `boolean` takes the text "true"; `type` beside a boolean example does not.
  return all({ match: 'type' })
}

/** What a text has to match as a whole, by its choices, its pattern (which JSON Schema seeks anywhere) or its format. */
function patternOf({ enum: choices, pattern, format, 'x-case': written }: Schema): string | undefined {
  if (choices) return choices.map((choice) => regExpEscaped(String(choice))).join('|')
  if (typeof pattern !== 'string') return formatCalled(format)?.pattern ?? (written === 'upper' ? '[^a-z]+' : undefined)
  const [isBegun, isEnded] = [pattern.startsWith('^'), pattern.endsWith('$')]
  const inner = pattern.slice(isBegun ? 1 : 0, isEnded ? -1 : undefined)
  return `${isBegun ? '' : anything}(?:${inner})${isEnded ? '' : anything}`
}

/** An integer as Pact writes JSON numbers: `2`, `2.0` and `1e+22` are the same to JSON Schema, and Pact's `integer` knows the first only. */
export const integerPattern = '-?(?:[0-9]+(?:\\.0+)?|[0-9](?:\\.[0-9]+)?e\\+?[0-9]+)'

const anything = '[\\s\\S]*'

function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`
}
