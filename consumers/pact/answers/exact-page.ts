import { isDeepStrictEqual } from 'node:util'
import type { Operation, Pagination } from '../../../contracts/contract.ts'
import { inputAt } from '../../../contracts/fields.ts'
import type { Node } from '../../../text/json/node.ts'
import { isObject, pointerSteps, valueAt, valueAtPointer } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, should } from '../finding.ts'
import type { ConsumerInteraction, ConsumerResponse } from '../reading/interaction.ts'
import { gravity, isRuledAt } from '../reading/pact-rules.ts'

/** A page that no state of a provider can produce (clause 2.4). Under matching rules it is only an example: no provider need answer it. */
export function pageFindings({ pagination }: Operation, { request, response }: ConsumerInteraction): PactFinding[] {
  if (!pagination || !isObject(request.body.value) || request.generators.length > 0) return []
  const asked = request.body.value
  const { page, filter, records } = pagination
  const found = statedAt(response, records)
  const counts = Array.isArray(found) ? countFindings(pagination, response, found.length) : []
  const repeated = [
    { at: page.response, value: asked[inputAt(page.request)] },
    ...(filter && Array.isArray(found)
      ? found.map((_, index) => ({ at: `${records}/${index}${filter.record}`, value: asked[inputAt(filter.request)] }))
      : []),
  ]
  return [
    ...repeated.flatMap(({ at, value }) => otherThan(value, at, response)),
    ...(counts.length > 0 ? counts : sizeFindings(pagination, asked, response)),
    ...(Array.isArray(found) ? copyFindings(records, response, found) : []),
  ]
}

/** Two records may be equal in all fields that are shown, though that is rare; under matching rules they are copies that a library made. */
function copyFindings(records: string, response: ConsumerResponse, found: readonly unknown[]): PactFinding[] {
  if (gravity(response, pointerSteps(records)) === 'SHOULD') return []
  return found.flatMap((record, index): PactFinding[] => {
    const before = found.findIndex((other) => isDeepStrictEqual(other, record))
    const expected = `another than that of ${records}/${before}, unless both are alike in all that is shown`
    return before < index ? [should(`response body ${records}/${index}`, expected, 'the same')] : []
  })
}

/** The source does not say whether a page may be larger than was asked for; a run warns of such a page, too. */
function sizeFindings({ size, records }: Pagination, asked: Node, response: ConsumerResponse): PactFinding[] {
  const most = asked[inputAt(size.request)]
  if (typeof most !== 'number') return []
  const held = valueAtPointer(response.body.value, records)
  const sizes = [
    [size.response, statedAt(response, size.response)],
    [records, Array.isArray(held) ? held.length : undefined],
  ] as const
  return sizes.flatMap(([at, found]): PactFinding[] =>
    typeof found === 'number' && found > most ? [should(`response body ${at}`, `${most} at most, as was asked for`, String(found))] : [],
  )
}

function otherThan(asked: unknown, at: string, response: ConsumerResponse): PactFinding[] {
  const found = statedAt(response, at)
  if (asked === undefined || found === undefined || typeof asked !== typeof found || asked === found) return []
  return [impossible(response, [at], `${findingValue(asked)}, which was asked for`, found)]
}

/** A page holds at most as many as it says, and all pages together hold no fewer than one of them. */
function countFindings({ size, total, records }: Pagination, response: ConsumerResponse, count: number): PactFinding[] {
  const [most, all] = [size.response, total].map((at) => statedAt(response, at))
  return [
    ...(typeof most === 'number' && count > most
      ? [impossible(response, [records, size.response], `${most} at most, as ${size.response} says`, count)]
      : []),
    ...(typeof all === 'number' && count > all
      ? [impossible(response, [total, records], `${count} or more, as many as there are`, all)]
      : []),
  ]
}

/** A finding about the first of these places, which contradicts the other: a warning if a matching rule covers one of them. */
function impossible(response: ConsumerResponse, places: readonly [string, ...string[]], expected: string, found: unknown): PactFinding {
  const finding = places.some((place) => isRuledAt(response, pointerSteps(place))) ? should : must
  return finding(`response body ${places[0]}`, expected, findingValue(found))
}

/** What stands at a place of a body; undefined if there is nothing, or a generator makes it. */
function statedAt({ generators, body }: ConsumerResponse, pointer: string): unknown {
  const steps = pointerSteps(pointer)
  return isRuledAt({ rules: [], generators }, steps) ? undefined : valueAt(body.value, steps)
}
