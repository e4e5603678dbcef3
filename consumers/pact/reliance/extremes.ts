import type { Operation, Schema } from '../../../contracts/contract.ts'
import { inputAt } from '../../../contracts/fields.ts'
import { formatCalled } from '../../../contracts/formats/formats.ts'
import { sample } from '../../../contracts/schemas/sample.ts'
import { statedTypes } from '../../../contracts/schemas/schema-parts.ts'
import { defined } from '../../../language/defined.ts'
import { nodeOf } from '../../../text/json/node.ts'
import { anyElement, isObject } from '../../../text/json/pointer.ts'
import { departures } from '../answers/pact-body.ts'
import { pointerOf } from '../finding.ts'
import type { ConsumerRequest, ConsumerResponse, PlacedRule } from '../reading/interaction.ts'
import { reaches } from '../reading/pact-rules.ts'

/** How a provider answers that uses what the source leaves it: empty lists, or the least or the most that schemas allow in a record. */
export type Extreme = 'empty' | 'least' | 'most'

export const extremes: readonly Extreme[] = ['empty', 'least', 'most']

/**
 * The answer at an extreme to a consumer that expects `response`. Where it compares with its example, which its
 * provider's state may have arranged, the example comes back; where a matching rule speaks for all answers, the extreme does.
 */
export function extremeAnswer(schema: Schema, response: ConsumerResponse, extreme: Extreme, echoes: Echoes): unknown {
  return answer(schema, response.body.value, { extreme, echoes, rules: response.rules.filter(({ part }) => part === 'body') }, [])
}

/** What an answer repeats of its request, by JSON pointers with `*` for the elements of lists. */
type Echoes = ReadonlyMap<string, unknown>

/** The page that was asked for, and what all records of it have in common (clause 2.4). */
export function echoesOf({ pagination }: Operation, { body: { value } }: ConsumerRequest): Echoes {
  if (!pagination || !isObject(value)) return new Map()
  const { page, records, filter } = pagination
  const pairs = [
    [page.response, value[inputAt(page.request)]],
    ...(filter ? [[`${records}/*${filter.record}`, value[inputAt(filter.request)]]] : []),
  ]
  return new Map(pairs as [string, unknown][])
}

interface Sought {
  readonly extreme: Extreme
  /** True if numbers are whole, as those of every record but the first are. */
  readonly isWhole?: boolean
  readonly echoes: Echoes
  readonly rules: readonly PlacedRule[]
}

function answer(schema: Schema, example: unknown, sought: Sought, place: readonly string[]): unknown {
  if (schema.items) return list(schema.items, example, sought, place)
  if (schema.properties) return object(schema, example, sought, place)
  const echo = echoAt(schema, sought, place)
  if (echo !== undefined && conforms(schema, echo)) return echo
  const isFixed = example !== undefined && !isRuled(sought, place) && conforms(schema, example)
  if (isFixed) return example
  const end = scalar(schema, sought)
  return conforms(schema, end) ? end : sample(schema)
}

function conforms(schema: Schema, value: unknown): boolean {
  return departures(schema, value, '').every(({ level }) => level === 'SHOULD')
}

/** A regular expression for a text that has a form speaks for all answers, whichever value was asked for. */
function echoAt({ format }: Schema, { echoes, rules }: Sought, place: readonly string[]): unknown {
  const narrowed = rules.filter(({ path, matchers }) => reaches(path, place) && matchers.some(({ match }) => match === 'regex'))
  const echo = echoes.get(anyElement(pointerOf(place)))
  return format !== undefined && narrowed.length > 0 ? undefined : echo
}

function list(items: Schema, example: unknown, sought: Sought, place: readonly string[]): unknown[] {
  const given = Array.isArray(example) ? example : []
  const element = (index: number) => answer(items, given[index] ?? given[0], { ...sought, isWhole: index > 0 }, [...place, String(index)])
  if (Array.isArray(example) && !isRuled(sought, place)) return given.map((_, index) => element(index))
  if (sought.extreme === 'most')
    return [element(0), items.properties ? element(1) : answer(items, undefined, { ...sought, extreme: 'least' }, [...place, '1'])]
  return sought.extreme === 'least' && items.properties ? [element(0)] : []
}

function object(schema: Schema, example: unknown, sought: Sought, place: readonly string[]): unknown {
  const given = nodeOf(example)
  const required = schema.required ?? []
  const named = Object.entries(schema.properties ?? {}).filter(([name]) => sought.extreme === 'most' || required.includes(name))
  const members = named.map(([name, property]) => [name, answer(property, given[name], sought, [...place, name])])
  return defined({ ...Object.fromEntries(members), [unlistedField]: sought.extreme === 'most' || undefined })
}

/** A field that no document lists: providers may add fields, and a consumer that allows only listed ones breaks on it. */
const unlistedField = 'field_that_the_source_does_not_list'

function isRuled({ rules }: Sought, place: readonly string[]): boolean {
  return rules.some(({ path, matchers }) => reaches(path, place) && matchers.some(({ match }) => match !== 'equality'))
}

function scalar(schema: Schema, { extreme, isWhole = false }: Sought): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.at(extreme === 'most' ? -1 : 0)
  const types = statedTypes(schema)
  if (extreme === 'least' && types.includes('null')) return null
  switch (types.find((type) => type !== 'null')) {
    case 'integer':
      return extreme === 'most' ? 9_007_199_254_740_991 : 0
    case 'number':
      return extreme === 'most' ? (isWhole ? 12345 : 12345.675) : 0
    case 'boolean':
      return extreme === 'most'
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return textAt(schema, extreme === 'most' ? 'most' : 'least')
  }
}

/** Of a format whose ends are not known, and of what has a pattern, any right text is taken. */
function textAt(schema: Schema, end: 'least' | 'most'): unknown {
  const known = formatCalled(schema.format)
  if (known?.extremes && schema.pattern === undefined) return known.extremes[end]
  return known || schema.pattern !== undefined ? sample(schema) : anyText[end]
}

const anyText = { least: '', most: 'Größe “é” 🪙 — a text of some length, in any script' }
