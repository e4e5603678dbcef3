import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../../../text/digest.ts'
import { isObject, valueAt } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, pointerOf } from '../finding.ts'
import type { ConsumerInteraction } from '../reading/interaction.ts'
import { isRuledAt } from '../reading/pact-rules.ts'

/** Where interactions expect exactly another answer than earlier ones that send the same request in the same state. */
export function contradictions(all: readonly ConsumerInteraction[]): ReadonlyMap<ConsumerInteraction, readonly PactFinding[]> {
  const exact = all.filter(({ message, request }) => !message && request.generators.length === 0)
  const alike = Map.groupBy(exact, (interaction) => sha256(sentIn(interaction)))
  return new Map(
    [...alike.values()].flatMap((same) =>
      same.map((interaction, at) => [interaction, contradicted(interaction, same.slice(0, Math.min(at, mostCompared)))] as const),
    ),
  )
}

/** With so many earlier ones of the same request each is compared: a stranger's pact may hold thousands. */
const mostCompared = 20

function contradicted(interaction: ConsumerInteraction, before: readonly ConsumerInteraction[]): PactFinding[] {
  return before.flatMap((other) => {
    const place = difference([other, interaction], [other.response.body.value, interaction.response.body.value], [])
    const expected = `what “${other.description}” expects of the same request in the same state`
    return place
      ? [must(`response body ${pointerOf(place)}`.trim(), expected, findingValue(valueAt(interaction.response.body.value, place)))]
      : []
  })
}

/** What is sent in which state, the same text for what is the same. */
function sentIn({ states, request: { method, path, query, headers, body } }: ConsumerInteraction): string {
  const named = headers.map(([name, value]) => [name.toLowerCase(), value])
  return JSON.stringify([states, method, path, query.toSorted(), named.sort(), { body: body.value }], (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value,
  )
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
