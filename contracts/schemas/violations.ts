import { isDeepStrictEqual } from 'node:util'
import { jsonType } from '../../text/json/json-type.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Schema } from '../contract.ts'
import { formatCalled } from '../formats/formats.ts'
import { matches, textFor } from './pattern.ts'
import { innerValues, takesType } from './schema-parts.ts'

/** A keyword that sets a bound to a value, whatever its type. */
interface Bound {
  /** What breaks it does, in words that complete "a value that …". */
  readonly words: (bound: unknown) => string
  readonly isBroken: (value: unknown, bound: unknown) => boolean
  /** Values that may break this bound and no other. */
  readonly candidates: (bound: number, schema: Schema, right: unknown) => readonly unknown[]
}

const bounds = {
  enum: {
    words: (all) => `is none of ${(all as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')}`,
    isBroken: (value, all) => !(all as readonly unknown[]).some((each) => isSame(each, value)),
    candidates: (_, schema, right) => otherValues(schema, right),
  },
  const: {
    words: (only) => `is not ${JSON.stringify(only)}`,
    isBroken: (value, only) => !isSame(only, value),
    candidates: (_, schema, right) => otherValues(schema, right),
  },
  minimum: ofNumber('below', (value, bound) => value < bound, -1),
  exclusiveMinimum: ofNumber('not above', (value, bound) => value <= bound, 0),
  maximum: ofNumber('above', (value, bound) => value > bound, 1),
  exclusiveMaximum: ofNumber('not below', (value, bound) => value >= bound, 0),
  minLength: ofText(
    'is shorter than',
    (value, bound) => [...value].length < Number(bound),
    (bound, _, right) => [String(right).slice(0, Math.max(0, bound - 1))],
  ),
  maxLength: ofText(
    'is longer than',
    (value, bound) => [...value].length > Number(bound),
    (bound, _, right) => (bound < longest ? [String(right).padEnd(bound + 1, 'x')] : []),
  ),
  pattern: ofText(
    'does not match',
    (value, pattern) => !matches(String(pattern), value),
    (_, schema, right) => otherTexts(schema, right),
  ),
} as const satisfies Readonly<Record<string, Bound>>

type BoundKeyword = keyof typeof bounds

const keywords = Object.keys(bounds) as BoundKeyword[]

const longest = 4096

function ofNumber(words: string, isBroken: (value: number, bound: number) => boolean, away: number): Bound {
  return {
    words: (bound) => `is ${words} ${bound}`,
    isBroken: (value, bound) => typeof value === 'number' && isBroken(value, Number(bound)),
    candidates: (bound) => [bound + away],
  }
}

function ofText(words: string, isBroken: (value: string, bound: unknown) => boolean, candidates: Bound['candidates']): Bound {
  return {
    words: (bound) => `${words} ${bound}`,
    isBroken: (value, bound) => typeof value === 'string' && isBroken(value, bound),
    candidates,
  }
}

/** A value that a schema would allow except for one keyword, and that keyword in words that complete "a value that …". */
interface Violation {
  readonly keyword: BoundKeyword
  readonly value: unknown
  readonly words: string
}

/** For every bound that a schema sets, a value that breaks it; `right` is one that breaks none. */
export function violations(schema: Schema, right: unknown): Violation[] {
  return keywords.flatMap((keyword) => {
    const { words, isBroken, candidates } = bounds[keyword]
    const bound = schema[keyword]
    const value = bound === undefined ? undefined : candidates(Number(bound), schema, right).find((candidate) => isBroken(candidate, bound))
    return value === undefined ? [] : [{ keyword, value, words: words(bound) }]
  })
}

/** The first bound of a schema that a value breaks, in words that complete "a value that …". */
export function brokenBound(schema: Schema, value: unknown): string | undefined {
  const keyword = keywords.find((each) => schema[each] !== undefined && bounds[each].isBroken(value, schema[each]))
  return keyword && bounds[keyword].words(schema[keyword])
}

/** True if a schema allows one value and no other. */
export function isFixed(schema: Schema | undefined): boolean {
  return schema !== undefined && ('const' in schema || schema.enum?.length === 1)
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other)
}

function otherValues(schema: Schema, right: unknown): unknown[] {
  if (typeof right === 'number') return [right + 1, right + 1000, -1]
  return typeof right === 'boolean' ? [!right] : otherTexts(schema, right)
}

/** Texts unlike a right one. Those of the same length come first, so that they break only the bound that is tried. */
function otherTexts({ minLength, maxLength, pattern }: Schema, right: unknown): string[] {
  const text = typeof right === 'string' ? right : ((typeof pattern === 'string' ? textFor(pattern) : undefined) ?? 'assay')
  const turned = text.replace(/[a-z0-9]/gi, (letter) =>
    /\d/.test(letter) ? String((Number(letter) + 1) % 10) : /[a-z]/.test(letter) ? 'q' : 'Q',
  )
  const cut = text.slice(0, -1)
  const all = [turned, cut + (text.endsWith('~') ? '!' : '~'), '~'.repeat(text.length), `${text}~`, cut, `~${text}`, '']
  return all.filter((each) => each.length >= Number(minLength ?? 0) && each.length <= Number(maxLength ?? longest))
}

/** True for a value that a schema's type, bounds and format allow, whatever stands in it. */
export function isAllowed(schema: Schema, value: unknown): boolean {
  return hasType(schema, value) && brokenBound(schema, value) === undefined && hasFormat(schema, value)
}

/** True for a value that a schema's types, bounds, formats, fields and elements allow, forms of it aside. */
export function fits(schema: Schema, value: unknown): boolean {
  if (!isAllowed(schema, value)) return false
  if (Array.isArray(value) && 'prefixItems' in schema) return true
  const isWhole = !isObject(value) || (schema.required ?? []).every((name) => Object.hasOwn(value, name))
  const isOpen = !isObject(value) || Object.keys(value).every((name) => allowsName(schema, name))
  return isWhole && isOpen && innerValues(schema, value).every(({ schema: inner, value: each }) => fits(inner, each))
}

/** False for the name of a field where a schema lists others and allows no further ones. */
export function allowsName(schema: Schema, name: string): boolean {
  const isClosed = schema['additionalProperties'] === false && !('patternProperties' in schema)
  return !isClosed || Object.hasOwn(schema.properties ?? {}, name)
}

/** True for a value of one of a schema's types, if it states any; an integer is a number. */
export function hasType(schema: Schema, value: unknown): boolean {
  return takesType(schema, jsonType(value))
}

/** False for a text that is not in the format of a schema, where that is one of our own. */
export function hasFormat({ format }: Schema, value: unknown): boolean {
  return typeof value !== 'string' || formatCalled(format)?.isValid?.(value) !== false
}
