import type { Operation, Pagination } from '../../contracts/contract.ts'
import { valueAt } from '../../engine/evidence/place.ts'
import { pointerSteps } from '../../spec/pointer.ts'
import { must, type PactFinding, shown } from './finding.ts'
import { type ConsumerInteraction, type ConsumerResponse, isObject } from './interaction.ts'
import { isRuledAt } from './pact-rules.ts'

/** Where the page that a consumer expects to the letter is none that any provider's state could have arranged (clause 2.4). */
export function pageFindings({ pagination }: Operation, { request, response }: ConsumerInteraction): PactFinding[] {
  if (!pagination || !isObject(request.body.value) || request.generators.length > 0) return []
  const asked = request.body.value
  const { page, filter, records } = pagination
  const found = exactAt(response, records)
  const repeated = [
    { at: page.response, value: asked[page.request.slice(1)] },
    ...(filter && Array.isArray(found)
      ? found.map((_, index) => ({ at: `${records}/${index}${filter.record}`, value: asked[filter.request.slice(1)] }))
      : []),
  ]
  return [
    ...repeated.flatMap(({ at, value }) => otherThan(value, at, exactAt(response, at))),
    ...(Array.isArray(found) ? countFindings(pagination, response, found.length) : []),
  ]
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
