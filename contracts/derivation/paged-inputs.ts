import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Operation, Pagination, Parameter } from '../contract.ts'
import { inputAt, queryParameters } from '../fields.ts'
import { allowsNumbers } from '../schemas/schema-parts.ts'
import { brokenBound } from '../schemas/violations.ts'

/** How an operation pages through its list, from 1 on where nothing else is said. */
export function paging(stated: unknown, clause: string): Pagination | undefined {
  if (!isObject(stated)) return undefined
  const [page, filter] = [nodeOf(stated['page']), stated['filter']]
  const of = (part: Node) => ({ ...part, clause: part['clause'] ?? clause })
  const filtered = isObject(filter) ? { filter: of(filter) } : {}
  return { ...of(stated), page: { ...page, first: page['first'] ?? 1 }, ...filtered } as unknown as Pagination
}

/** The parameters of a list, of which those that page through it are never left out: each request says which page it asks for. */
export function pagedInputs(inputs: Parameter[], pagination: Pagination | undefined): Parameter[] {
  if (!pagination) return inputs
  const { page, size } = pagination
  return inputs.map((input) => {
    if (input.name === inputAt(page.request)) return given(input, [page.first])
    if (input.name !== inputAt(size.request)) return input
    return given(input, [usualSize, Number(input.schema['maximum']), Number(input.schema['minimum'])])
  })
}

/** What pages through a list and is no input of its requests, one sentence each; a body's is looked for in its schema. */
export function pagingProblems({ id, body, parameters, pagination }: Operation): string[] {
  if (!pagination || body) return []
  const { page, size, filter } = pagination
  const asked = queryParameters({ parameters })
  const names = asked.map(({ name }) => name).join(' or ') || 'one that it has, and it has none'
  const pointers = { 'page/request': page.request, 'size/request': size.request, 'filter/request': filter?.request }
  return Object.entries(pointers).flatMap(([at, pointer]) => {
    if (pointer === undefined) return []
    const input = asked.find(({ name }) => name === inputAt(pointer))
    if (!input) return [`${id}: x-pagination/${at} is ${pointer}, and its query has no such parameter; expected ${names}.`]
    if (at !== 'filter/request' && !allowsNumbers(input.schema))
      return [`${id}: x-pagination/${at}: ${input.name} is no number by its schema; expected the type integer.`]
    const isLeftOut = 'value' in input.value && input.value.value === undefined
    return isLeftOut ? [`${id}: x-pagination/${at}: a right request leaves ${input.name} out; give it an example.`] : []
  })
}

/** How many records are asked for where nothing says it. */
const usualSize = 10

function given(input: Parameter, values: readonly number[]): Parameter {
  if (!('value' in input.value) || input.value.value !== undefined) return input
  const value = values.find((each) => Number.isFinite(each) && brokenBound(input.schema, each) === undefined)
  return value === undefined ? input : { ...input, value: { value } }
}
