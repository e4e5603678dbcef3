import type { Operation, Pagination } from '../../contracts/contract.ts'
import { valueAt } from '../../engine/evidence/place.ts'
import { pointerSteps } from '../../spec/pointer.ts'
import { must, type PactFinding, shown } from './finding.ts'
import { type ConsumerInteraction, type ConsumerResponse, isObject, type Json } from './interaction.ts'
import { isRuledAt } from './pact-rules.ts'

/** Where the page that a consumer expects to the letter is none that any provider's state could have arranged (clause 2.4). */
export function pageFindings({ pagination }: Operation, { request, response }: ConsumerInteraction): PactFinding[] {
  if (!pagination || !isObject(request.body.value) || request.generators.length > 0) return []
  const asked = request.body.value
  const { page, filter, records } = pagination
  const found = exactAt(response, records)
  const counts = Array.isArray(found) ? countFindings(pagination, response, found.length) : []
  const repeated = [
    { at: page.response, value: asked[page.request.slice(1)] },
    ...(filter && Array.isArray(found)
      ? found.map((_, index) => ({ at: `${records}/${index}${filter.record}`, value: asked[filter.request.slice(1)] }))
      : []),
  ]
  return [
    ...repeated.flatMap(({ at, value }) => otherThan(value, at, exactAt(response, at))),
    ...(counts.length > 0 ? counts : sizeFindings(pagination, asked, response)),
  ]
}

/** Whether a page may be larger than the one that was asked for is not said, as a run that meets one says too. */
function sizeFindings({ size, records }: Pagination, asked: Json, response: ConsumerResponse): PactFinding[] {
  const most = asked[size.request.slice(1)]
  if (typeof most !== 'number') return []
  const held = valueAt(response.body.value, pointerSteps(records))
  const sizes = [
    [size.response, exactAt(response, size.response)],
    [records, Array.isArray(held) ? held.length : undefined],
  ] as const
  return sizes.flatMap(([at, found]): PactFinding[] =>
    typeof found === 'number' && found > most
      ? [{ level: 'SHOULD', at: `response body ${at}`, expected: `${most} at most, as was asked for`, actual: String(found) }]
      : [],
  )
}

function otherThan(asked: unknown, at: string, found: unknown): PactFinding[] {
  if (asked === undefined || found === undefined || typeof asked !== typeof found || asked === found) return []
  return [must(`response body ${at}`, `${shown(asked)}, which was asked for`, shown(found))]
}

/** A page holds at most as many as it says, and all pages together hold no fewer than one of them. */
function countFindings({ size, total, records }: Pagination, response: ConsumerResponse, count: number): PactFinding[] {
  const [most, all] = [exactAt(response, size.response), exactAt(response, total)]
  return [
    ...(typeof most === 'number' && count > most
      ? [must(`response body ${records}`, `${most} at most, as ${size.response} says`, String(count))]
      : []),
    ...(typeof all === 'number' && count > all
      ? [must(`response body ${total}`, `${count} or more, as many as there are`, String(all))]
      : []),
  ]
}

/** What stands at a place of a body that is expected to the letter; undefined where there is nothing, or a rule. */
function exactAt(response: ConsumerResponse, pointer: string): unknown {
  const steps = pointerSteps(pointer)
  return isRuledAt(response, steps) ? undefined : valueAt(response.body.value, steps)
}
