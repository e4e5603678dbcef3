import { type Headers, headerValue } from '../../../engine/exchange.ts'
import { asText } from '../../../text/json/as-text.ts'
import { jsonType } from '../../../text/json/json-type.ts'
import type { Node } from '../../../text/json/node.ts'
import { isObject, valueAt } from '../../../text/json/pointer.ts'
import type { ConsumerMessage, ConsumerRequest, PlacedGenerator } from './interaction.ts'
import { textTaken } from './matcher.ts'

type Generated = ConsumerMessage & Partial<Pick<ConsumerRequest, 'path' | 'query'>>

/** A request or response as its generators make it, each by itself, at both ends of what it makes. */
export function generatedForms<Part extends Generated>(stated: Part): { generator: Node; form: Part }[] {
  return stated.generators.flatMap((placed) =>
    madeBy(placed, exampleAt(stated, placed)).map((value) => ({ generator: placed.generator, form: withMade(stated, placed, value) })),
  )
}

/** What a generator makes, of the same type as the example; nothing if that is known only at run time. */
function madeBy({ part, generator }: PlacedGenerator, example: unknown): unknown[] {
  const { min, max, digits, size, format } = generator
  const number = (value: unknown) => (typeof example === 'string' ? asText(value) : value)
  switch (generator['type']) {
    case 'RandomInt':
      return [min, max].filter((end) => typeof end === 'number').map(number)
    case 'RandomDecimal':
      return [number(12.5)]
    case 'RandomHexadecimal':
      return ['9F'.repeat(99).slice(0, countOf(digits))]
    case 'RandomString':
      return ['aZ9'.repeat(99).slice(0, countOf(size))]
    case 'RandomBoolean':
      return [true]
    case 'Uuid':
      return [format === 'simple' ? uuid.replaceAll('-', '') : uuid]
    case 'Date':
    case 'Time':
    case 'DateTime':
      return [timeAs(typeof format === 'string' ? format : (times[generator['type']] ?? ''))]
    case 'Regex':
      return [textTaken(generator)].filter((text) => text !== undefined)
    case 'ProviderState':
      return part === 'body' ? stateValues(generator, example) : stateText(asText(generator['expression'] ?? ''))
    default:
      return []
  }
}

const uuid = '7f9c24e5-2d1a-4c3b-9b8e-0a1b2c3d4e5f'
const times: Readonly<Record<string, string>> = { Date: 'yyyy-MM-dd', Time: "'T'HH:mm:ss", DateTime: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX" }

function countOf(stated: unknown): number {
  return typeof stated === 'number' ? stated : 10
}

/** One moment in a date format of Java, in which literal text is quoted. */
function timeAs(format: string): string {
  const parts: Readonly<Record<string, string>> = { y: '2024', u: '2024', M: '02', d: '29', H: '13', h: '01', m: '05', s: '09', S: '123' }
  return format.replace(/'([^']*)'|([A-Za-z])\2*/g, (_, quoted, letter) => quoted ?? parts[letter] ?? 'Z')
}

/** The words around what a provider's state gives; alone, it can be anything. */
function stateText(expression: string): string[] {
  const text = expression.replace(/\$\{[^}]*\}/g, '1')
  return /^\$\{[^}]*\}$/.test(expression) || text === expression ? [] : [text]
}

const typed: Readonly<Record<string, unknown>> = { STRING: '1', INTEGER: 1, DECIMAL: 1.5, FLOAT: 1.5, BOOLEAN: true }

/** In a body, a state's value is turned into the type that is asked for, which the example may not have. */
function stateValues({ expression, dataType }: Node, example: unknown): unknown[] {
  const value = typed[asText(dataType)]
  return value === undefined || jsonType(value) === jsonType(example) ? stateText(asText(expression ?? '')) : [value]
}

function exampleAt({ headers, query = [], body, ...whole }: Generated, { part, path }: PlacedGenerator): unknown {
  if (part === 'path') return whole.path
  if (part === 'body')
    return valueAt(
      body.value,
      path.map((step) => (step === '*' ? '0' : step)),
    )
  return headerValue(part === 'header' ? headers : query, path[0] ?? '')
}

function withMade<Part extends Generated>(stated: Part, { part, path }: PlacedGenerator, value: unknown): Part {
  if (part === 'body') return { ...stated, body: { ...stated.body, value: replaced(stated.body.value, path, value) } }
  if (part === 'path') return { ...stated, path: asText(value) }
  const [name = ''] = path
  const withField = (fields: Headers): Headers => [
    ...fields.filter(([given]) => given.toLowerCase() !== name.toLowerCase()),
    [name, asText(value)],
  ]
  if (part === 'header') return { ...stated, headers: withField(stated.headers) }
  return part === 'query' ? { ...stated, query: withField(stated.query ?? []) } : stated
}

function replaced(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other
  if (Array.isArray(value)) return value.map((each, index) => (step === '*' || step === String(index) ? replaced(each, rest, other) : each))
  return isObject(value) && step in value ? { ...value, [step]: replaced(value[step], rest, other) } : value
}
