import { isObject } from '../../../spec/json/pointer.ts'
import type { JsonObject } from './interaction.ts'

/** An interaction of Pact's specification 1 or 2 in the form of 3: a state by name, rules in one list, each by its whole path. */
export function inVersionThree({ providerState, provider_state: older, request, response, ...others }: JsonObject): JsonObject {
  const state = providerState ?? older
  return {
    ...others,
    ...(typeof state === 'string' && { providerStates: [{ name: state }] }),
    request: partInVersionThree(request),
    response: partInVersionThree(response),
  }
}

function partInVersionThree(part: unknown): unknown {
  if (!isObject(part) || !isObject(part['matchingRules'])) return part
  const placed = Object.entries(part['matchingRules']).flatMap(([path, rule]) => placedRule(path, rule))
  const rules = Map.groupBy(placed, ({ name }) => name)
  return { ...part, matchingRules: Object.fromEntries([...rules].map(([name, held]) => [name, partRules(name, held)])) }
}

interface Placed {
  readonly name: string
  readonly at: string
  readonly rule: unknown
}

function placedRule(path: string, stated: unknown): Placed[] {
  const [, part = '', at = ''] = /^\$\.(body|headers?|query|path)(.*)$/.exec(path) ?? []
  if (part === '' || !isObject(stated)) return []
  const matcher = 'match' in stated ? stated : { match: 'regex' in stated ? 'regex' : 'type', ...stated }
  return [{ name: part.replace('headers', 'header'), at, rule: { combine: 'AND', matchers: [matcher] } }]
}

function partRules(name: string, held: readonly Placed[]): unknown {
  if (name === 'path') return held[0]?.rule
  const key = (at: string) => (name === 'body' ? `$${at}` : at.replace(/^\.|^\['|'\]$/g, ''))
  return Object.fromEntries(held.map(({ at, rule }) => [key(at), rule]))
}
