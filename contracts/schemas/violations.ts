import { isDeepStrictEqual } from 'node:util'
import { inTime, TookTooLong } from '../../spec/in-time.ts'
import type { Schema } from '../contract.ts'
import { DerivationError } from '../derivation/derivation-error.ts'
import { textFor } from './pattern.ts'

/** A keyword that sets a bound to a value, whatever its type. */
type BoundKeyword = (typeof keywords)[number]

/** A value that a schema would allow except for one keyword, and that keyword in words that complete "a value that …". */
interface Violation {
  readonly keyword: BoundKeyword
  readonly value: unknown
  readonly words: string
}

const keywords = [
  'enum',
  'const',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
] as const

/** For every bound that a schema sets, a value that breaks it; `right` is one that breaks none. */
export function violations(schema: Schema, right: unknown): Violation[] {
  return keywords.flatMap((keyword) => {
    if (schema[keyword] === undefined) return []
    const value = candidates(keyword, schema, right).find((candidate) => breaks(keyword, schema, candidate))
    return value === undefined ? [] : [{ keyword, value, words: words(keyword, schema[keyword]) }]
  })
}

/** The first bound of a schema that a value breaks, in words that complete "a value that …". */
export function brokenBound(schema: Schema, value: unknown): string | undefined {
  const keyword = keywords.find((each) => schema[each] !== undefined && breaks(each, schema, value))
  return keyword && words(keyword, schema[keyword])
}

/** True if a schema allows one value and no other. */
export function isFixed(schema: Schema | undefined): boolean {
  return schema !== undefined && ('const' in schema || schema.enum?.length === 1)
}

function breaks(keyword: BoundKeyword, schema: Schema, value: unknown): boolean {
  const bound = schema[keyword]
  if (keyword === 'enum') return !(bound as readonly unknown[]).some((each) => isSame(each, value))
  if (keyword === 'const') return !isSame(bound, value)
  if (typeof value === 'number') return breaksNumber(keyword, Number(bound), value)
  if (typeof value !== 'string') return false
  if (keyword === 'minLength') return [...value].length < Number(bound)
  if (keyword === 'maxLength') return [...value].length > Number(bound)
  return keyword === 'pattern' && !matches(String(bound), value)
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other)
}

function matches(pattern: string, value: string): boolean {
  try {
    return inTime(() => new RegExp(pattern, 'u').test(value))
  } catch (cause) {
    if (cause instanceof TookTooLong) throw new DerivationError(`The pattern ${pattern} takes too long on a text of ${value.length}.`)
    throw cause
  }
}

function breaksNumber(keyword: BoundKeyword, bound: number, value: number): boolean {
  if (keyword === 'minimum') return value < bound
  if (keyword === 'maximum') return value > bound
  if (keyword === 'exclusiveMinimum') return value <= bound
  return keyword === 'exclusiveMaximum' && value >= bound
}

const longest = 4096

function candidates(keyword: BoundKeyword, schema: Schema, right: unknown): unknown[] {
  const bound = Number(schema[keyword])
  switch (keyword) {
    case 'enum':
    case 'const':
      return typeof right === 'number' ? [right + 1, right + 1000, -1] : typeof right === 'boolean' ? [!right] : others(schema, right)
    case 'minimum':
      return [bound - 1]
    case 'maximum':
      return [bound + 1]
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return [bound]
    case 'minLength':
      return [String(right).slice(0, Math.max(0, bound - 1))]
    case 'maxLength':
      return bound < longest ? [String(right).padEnd(bound + 1, 'x')] : []
    case 'pattern':
      return others(schema, right)
    default:
      keyword satisfies never
      return []
  }
}

/** Texts unlike a right one. Those of the same length come first, so that they break only the bound that is tried. */
function others({ minLength, maxLength, pattern }: Schema, right: unknown): string[] {
  const text = typeof right === 'string' ? right : ((typeof pattern === 'string' ? textFor(pattern) : undefined) ?? 'assay')
  const turned = text.replace(/[a-z0-9]/gi, (letter) =>
    /\d/.test(letter) ? String((Number(letter) + 1) % 10) : /[a-z]/.test(letter) ? 'q' : 'Q',
  )
  const all = [
    turned,
    text.slice(0, -1) + (text.endsWith('~') ? '!' : '~'),
    '~'.repeat(text.length),
    `${text}~`,
    text.slice(0, -1),
    `~${text}`,
    '',
  ]
  return all.filter((each) => each.length >= Number(minLength ?? 0) && each.length <= Number(maxLength ?? longest))
}

function words(keyword: BoundKeyword, bound: unknown): string {
  switch (keyword) {
    case 'enum':
      return `is none of ${(bound as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return `is not ${JSON.stringify(bound)}`
    case 'minimum':
      return `is below ${bound}`
    case 'maximum':
      return `is above ${bound}`
    case 'exclusiveMinimum':
      return `is not above ${bound}`
    case 'exclusiveMaximum':
      return `is not below ${bound}`
    case 'minLength':
      return `is shorter than ${bound}`
    case 'maxLength':
      return `is longer than ${bound}`
    case 'pattern':
      return `does not match ${bound}`
    default:
      return keyword satisfies never
  }
}
