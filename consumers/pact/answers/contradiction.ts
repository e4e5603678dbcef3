import { isDeepStrictEqual } from 'node:util'
import { isObject, valueAt } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, pointerOf } from '../finding.ts'
import type { ConsumerInteraction, ConsumerRequest } from '../reading/interaction.ts'
import { isRuledAt } from '../reading/pact-rules.ts'

/** Where an interaction expects exactly another answer than an earlier one that sends the same request in the same state. */
export function contradictions(interaction: ConsumerInteraction, all: readonly ConsumerInteraction[]): PactFinding[] {
  const before = all.slice(0, all.indexOf(interaction))
  const others = before.filter(
    (other) => !other.message && other.states === interaction.states && isSame(other.request, interaction.request),
  )
  return others.flatMap((other) => {
    const place = difference([other, interaction], [other.response.body.value, interaction.response.body.value], [])
    const expected = `what “${other.description}” expects of the same request in the same state`
    return place
      ? [must(`response body ${pointerOf(place)}`.trim(), expected, findingValue(valueAt(interaction.response.body.value, place)))]
      : []
  })
}

function isSame(one: ConsumerRequest, other: ConsumerRequest): boolean {
  const parts = ({ method, path, query, headers, body }: ConsumerRequest) => {
    const named = headers.map(([name, value]) => [name.toLowerCase(), value])
    return [method, path, query.toSorted(), named.sort(), body.value]
  }
  return one.generators.length + other.generators.length === 0 && isDeepStrictEqual(parts(one), parts(other))
}

type Pair<Value> = readonly [Value, Value]

/** The first place at which both know the value, and differ. */
function difference(both: Pair<ConsumerInteraction>, [one, other]: Pair<unknown>, place: readonly string[]): readonly string[] | undefined {
  if (one === undefined || other === undefined || both.some(({ response }) => isRuledAt(response, place))) return undefined
  const isList = Array.isArray(one) && Array.isArray(other) && one.length === other.length
  if (!isList && !(isObject(one) && isObject(other))) return isDeepStrictEqual(one, other) ? undefined : place
  for (const name of Object.keys(one)) {
    const found = difference(both, [valueAt(one, [name]), valueAt(other, [name])], [...place, name])
    if (found) return found
  }
  return undefined
}
