import { isObject } from '../../text/json/pointer.ts'
import type { Schema } from '../contract.ts'
import { elementOf, propertiesOf, statedTypes, subschemas } from './schema-parts.ts'
import { allowsName, fits, hasType } from './violations.ts'

/** Places of a schema that no value fits, one sentence each: what stands in `allOf` counts with what stands beside it. */
export function impossibleIn(schema: Schema, at: string): string[] {
  return impossibleParts(together(schema), at)
}

/** One form of several may be impossible, and whatever `not` excludes: only what has to fit is looked at. */
function impossibleParts(parts: readonly Schema[], at: string): string[] {
  const fault = impossible(parts)
  const names = new Set(parts.flatMap((part) => propertiesOf(part).map(([name]) => name)))
  const inner = [...names].flatMap((name) => {
    const described = parts.flatMap(({ properties = {} }) => together(properties[name] ?? {}))
    return impossibleParts(described, `${at}/${name}`)
  })
  const elements =
    parts.some(({ items }) => isObject(items)) && !parts.some((part) => 'prefixItems' in part)
      ? impossibleParts(
          parts.flatMap((part) => together(elementOf(part))),
          `${at}/*`,
        )
      : []
  return [...(fault ? [`${at} ${fault.words}: ${remaining(fault.left)}`] : []), ...inner, ...elements]
}

function remaining(left: readonly string[]): string {
  const names = new Set(left.map((kind) => (['integer', 'fraction'].includes(kind) ? 'number' : kind)))
  return left.length === 0 ? 'no value could be right.' : `of its types, only ${[...names].join(' or ')} could be right.`
}

/** A schema and all that it asks for besides. */
function together(schema: Schema): Schema[] {
  return [schema, ...subschemas(schema, 'allOf').flatMap(together)]
}

const kinds = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object']

/** Why nothing of some kinds fits, in words that follow a place. */
interface Fault {
  readonly words: string
  readonly kinds: readonly string[]
}

/** The first of what is wrong with all of these at once, and the kinds of values that fit all the same. */
function impossible(parts: readonly Schema[]): { readonly words: string; readonly left: readonly string[] } | undefined {
  const rules = [typesApart, crossed, noNumber, noneOfThose, fewElements, manyRequired, closed, noForm]
  const faults = rules.flatMap((rule) => rule(parts) ?? [])
  const excluded = faults.flatMap((fault) => fault.kinds)
  const left = parts.some(({ type }) => type !== undefined) ? typesOf(parts).filter((kind) => !excluded.includes(kind)) : []
  return faults[0] && { words: faults[0].words, left }
}

function typesOf(parts: readonly Schema[]): string[] {
  return parts.reduce<string[]>((left, schema) => {
    const { type, not } = schema
    const own = type === undefined ? kinds : kindsOf(schema)
    const excluded = isObject(not) && Object.keys(not).join() === 'type' ? kindsOf(not) : []
    return left.filter((each) => own.includes(each) && !excluded.includes(each))
  }, kinds)
}

function kindsOf(schema: Schema): string[] {
  return statedTypes(schema).flatMap((each) => (each === 'number' ? ['integer', 'fraction'] : [each]))
}

function typesApart(parts: readonly Schema[]): Fault | undefined {
  if (typesOf(parts).length > 0) return undefined
  const words = (schema: Schema) => statedTypes(schema).join(' or ')
  const stated = parts.flatMap((schema) => [
    ...(schema.type === undefined ? [] : [words(schema)]),
    ...(isObject(schema.not) && 'type' in schema.not ? [`not ${words(schema.not)}`] : []),
  ])
  return { kinds, words: `has types that exclude each other, ${[...new Set(stated)].join(' and ')}` }
}

const numbers = ['integer', 'fraction']
const bounds = [
  ['minimum', 'maximum', numbers],
  ['minLength', 'maxLength', ['string']],
  ['minItems', 'maxItems', ['array']],
  ['minProperties', 'maxProperties', ['object']],
] as const

function crossed(parts: readonly Schema[]): Fault | undefined {
  const [pair] = bounds.filter(([least, most]) => highest(parts, least) > lowest(parts, most))
  return pair && { kinds: pair[2], words: `has a ${pair[0]} above its ${pair[1]}` }
}

function noNumber(parts: readonly Schema[]): Fault | undefined {
  const [low, above] = [highest(parts, 'minimum'), highest(parts, 'exclusiveMinimum')]
  const [high, below] = [lowest(parts, 'maximum'), lowest(parts, 'exclusiveMaximum')]
  const [from, to] = [Math.max(low, above), Math.min(high, below)]
  if (from > to || (from === to && (above >= from || below <= to))) return { kinds: numbers, words: 'has bounds that leave no number' }
  const whole = typesOf(parts).includes('fraction') ? [] : [1]
  const steps = [...whole, ...valuesOf(parts, 'multipleOf')]
  const step = [...steps, commonStep(steps) ?? []]
    .flat()
    .find((each) => firstStep(from, each, above >= from) > -firstStep(-to, each, below <= to))
  return step === undefined
    ? undefined
    : { kinds: numbers, words: `has bounds between which there is no ${step === 1 ? 'whole number' : `multiple of ${step}`}` }
}

/** The first multiple of a step from a bound on, counted in steps; a decimal that divides all but evenly divides evenly. */
function firstStep(from: number, step: number, isBeyond: boolean): number {
  const steps = from / step
  const nearest = Math.round(steps)
  const isMultiple = Math.abs(steps - nearest) <= 2 * Number.EPSILON * Math.abs(steps)
  return isMultiple ? nearest + (isBeyond ? 1 : 0) : Math.ceil(steps)
}

function noneOfThose(parts: readonly Schema[]): Fault | undefined {
  const values = finite(parts)
  if (!values || values.some((value) => parts.every((part) => fits(part, value)))) return undefined
  return { kinds, words: `allows ${values.map((value) => JSON.stringify(value)).join(', ')} alone, which the rest of it excludes` }
}

/** The values of the first list of them, where a schema allows so many and no more. */
function finite(parts: readonly Schema[]): readonly unknown[] | undefined {
  const found = parts.find((part) => 'const' in part || part.enum)
  return found && ('const' in found ? [found.const] : found.enum)
}

function fewElements(parts: readonly Schema[]): Fault | undefined {
  if (!parts.some(({ uniqueItems }) => uniqueItems === true)) return undefined
  const elements = parts.flatMap((part) => ('prefixItems' in part ? [] : together(elementOf(part))))
  const values = finite(elements)?.filter((value) => elements.every((part) => hasType(part, value)))
  const least = highest(parts, 'minItems')
  if (!values || least <= values.length) return undefined
  return { kinds: ['array'], words: `asks for ${least} elements, each another, of which there are ${values.length}` }
}

function manyRequired(parts: readonly Schema[]): Fault | undefined {
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const most = lowest(parts, 'maxProperties')
  return required.size > most ? { kinds: ['object'], words: `requires ${required.size} fields and allows ${most}` } : undefined
}

/** A part that allows no further fields does not see those of the parts beside it. */
function closed(parts: readonly Schema[]): Fault | undefined {
  const name = parts.flatMap((part) => part.required ?? []).find((each) => parts.some((part) => !allowsName(part, each)))
  return name === undefined
    ? undefined
    : { kinds: ['object'], words: `requires ${name}, and a part of it that lists other fields allows no further ones` }
}

function noForm(parts: readonly Schema[]): Fault | undefined {
  const plain = parts.map(({ oneOf: _one, anyOf: _any, ...rest }) => rest)
  const keyword = (['oneOf', 'anyOf'] as const).find((each) =>
    parts.some((part) => {
      const forms = subschemas(part, each)
      return forms.length > 0 && forms.every((form) => impossible([...plain, ...together(form)])?.left.length === 0)
    }),
  )
  return keyword && { kinds, words: `has a ${keyword} of which no form can fit` }
}

function highest(parts: readonly Schema[], keyword: string): number {
  return Math.max(...valuesOf(parts, keyword), Number.NEGATIVE_INFINITY)
}

function lowest(parts: readonly Schema[], keyword: string): number {
  return Math.min(...valuesOf(parts, keyword), Number.POSITIVE_INFINITY)
}

function valuesOf(parts: readonly Schema[], keyword: string): number[] {
  return parts.flatMap((part) => (part[keyword] === undefined ? [] : [Number(part[keyword])]))
}

/** The smallest number that is a multiple of each of several steps, such as `multipleOf` has; none if it is beyond exact numbers. */
function commonStep(steps: readonly number[]): number | undefined {
  const scale = 10 ** Math.max(0, ...steps.map(decimals))
  const common = steps.map((step) => Math.round(step * scale)).reduce((one, other) => (one / divisor(one, other)) * other, 1)
  return steps.length > 1 && Number.isSafeInteger(common) ? common / scale : undefined
}

function decimals(step: number): number {
  const [, fraction = '', power = '0'] = /^\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(step)) ?? []
  return Math.max(0, fraction.length - Number(power))
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other)
}
