import type { Level, Operation, Schema } from '../../../contracts/contract.ts'
import { inputAt } from '../../../contracts/fields.ts'
import { asText } from '../../../text/json/as-text.ts'
import { isObject, pointerSteps } from '../../../text/json/pointer.ts'
import type { ConsumerResponse, PlacedRule } from './interaction.ts'
import { takes } from './matcher.ts'

/** The schema of what a path leads to; undefined if the source lists nothing there, or the path is too loose to say. */
export function schemaOf(schema: Schema, path: readonly string[]): Schema | undefined {
  const { reached, rest } = followed(schema, path)
  return rest.length === 0 ? reached : undefined
}

/** The schema on a path that lists no such member as comes next; undefined if all are listed, or the path is too loose to say. */
export function schemaWithout(schema: Schema, path: readonly string[]): Schema | undefined {
  const { reached, rest } = followed(schema, path)
  const isLoose = !reached.items && (reached.properties ? rest[0] === '*' : reached.type === undefined)
  return rest.length === 0 || isLoose ? undefined : reached
}

/** As far as a schema says what stands on a path, and the rest of the path. */
function followed(schema: Schema, path: readonly string[]): { readonly reached: Schema; readonly rest: readonly string[] } {
  const [step, ...rest] = path
  const { items, properties } = schema
  if (step === undefined) return { reached: schema, rest: path }
  const next = items ? /^(\*|\d+)$/.test(step) && items : step !== '*' && properties?.[step]
  return next ? followed(next, rest) : { reached: schema, rest: path }
}

/** The field by which an operation's records are asked for, and the schema that it has in them. */
export function filterOf({ pagination, success }: Operation): { readonly name: string; readonly schema: Schema } | undefined {
  const { filter, records } = pagination ?? {}
  const found = filter && schemaOf(success.schema, pointerSteps(`${records}/0${filter.record}`))
  return found && { name: inputAt(filter.request), schema: found }
}

const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  decimal: 'number',
  number: 'integer',
  boolean: 'boolean',
  null: 'null',
  date: 'string',
  time: 'string',
  datetime: 'string',
  timestamp: 'string',
  include: 'string',
  semver: 'string',
}

/** The JSON types that a rule speaks of by name; `regex` takes texts and numbers alike, and `type` is the example's. */
export function sendable({ matchers }: PlacedRule): string[] {
  return matchers.flatMap(({ match }) => types[asText(match)] ?? [])
}

/** True for a rule of a header or a parameter, which are texts, that no text satisfies. */
export function isForNoText({ part, matchers, combine }: PlacedRule): boolean {
  const nulls = matchers.map(({ match }) => match === 'null')
  return (part === 'header' || part === 'query') && (combine === 'OR' ? !nulls.includes(false) : nulls.includes(true)) && nulls.length > 0
}

export function isForTexts(match: unknown): boolean {
  return types[asText(match)] === 'string'
}

export function isForOthers(match: unknown): boolean {
  return !isForTexts(match) && types[asText(match)] !== undefined
}

/** True if a path of a rule, `*` any step, leads to a place or to one above it. */
export function reaches(path: readonly string[], place: readonly string[]): boolean {
  return path.length <= place.length && path.every((step, index) => step === '*' || step === place[index])
}

export function isRuledAt({ rules, generators }: Pick<ConsumerResponse, 'rules' | 'generators'>, place: readonly string[]): boolean {
  return [...rules, ...generators].some(({ part, path }) => part === 'body' && reaches(path, place))
}

/** A warning if a rule for a place, for something around it or for something within it lets it differ from its example. */
export function gravity({ rules }: ConsumerResponse, place: readonly string[]): Level {
  return rules.some(({ part, path }) => part === 'body' && reaches(path.slice(0, place.length), place)) ? 'SHOULD' : 'MUST'
}

/** Whether a rule is known to take a value: all of its matchers that say, each expression among them, or one where they are alternatives. */
export function isTakenBy({ matchers, combine }: PlacedRule): (value: unknown) => boolean {
  return (value) => {
    const taken = matchers.map((matcher) => takes(matcher, value) ?? (matcher['match'] === 'regex' ? false : undefined))
    return taken.includes(true) && (combine === 'OR' || !taken.includes(false))
  }
}

/** A rule for every member of an object, each by its name, but those that have a rule of their own. */
export function memberRules(rules: readonly PlacedRule[], schema: Schema): PlacedRule[] {
  return rules.flatMap((rule) => {
    const last = rule.path.at(-1) === '*' ? schemaOf(schema, rule.path.slice(0, -1)) : undefined
    if (!last?.properties) return rule
    const paths = Object.keys(last.properties).map((name) => [...rule.path.slice(0, -1), name])
    return paths.filter((path) => !rules.some((other) => other.path.join('/') === path.join('/'))).map((path) => ({ ...rule, path }))
  })
}

const strangers = ['other', 'otherField', 'other_field', 'OTHER', '1']

/** A name that the schema of an object does not list and a rule for its members takes all the same. */
export function strangerOf({ matchers }: PlacedRule, { properties }: Schema): string | undefined {
  if (!properties || !matchers.some(({ match }) => ['eachKey', 'eachValue', 'values'].includes(asText(match)))) return undefined
  const keys = matchers
    .filter(({ match }) => match === 'eachKey')
    .flatMap(({ rules }) => (Array.isArray(rules) ? rules.filter(isObject) : []))
  return strangers.find((name) => keys.every((key) => takes(key, name) ?? key['match'] !== 'regex'))
}

/** The values at a place, whichever element of a list they stand in. */
export function valuesOnPath(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  if (Array.isArray(value)) return value.flatMap((element) => valuesOnPath(element, rest))
  return isObject(value) && step in value ? valuesOnPath(value[step], rest) : []
}
