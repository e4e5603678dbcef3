import type { AskedFor } from '../../contracts/asked-for.ts'
import type { Operation } from '../../contracts/contract.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import { placesAt } from '../../engine/evidence/place.ts'
import { bodyMembers, type Exchange, headerValue, type SentRequest } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { type Finding, merged } from '../../engine/judging/outcome.ts'
import { excerpt } from '../../text/excerpt.ts'
import { pointerSteps } from '../../text/json/pointer.ts'
import { percentDecoded } from '../../text/percent.ts'
import { checkOfRight, type RightRequest, type Senders, whyNone } from '../answers/right-requests.ts'
import { otherPlaces, otherRole } from './other-values.ts'

/** One check for each input that asks for a record: the answer is about that record, whichever is asked for. */
export function askedForChecks(operation: Operation, senders: Senders): Check[] {
  return (operation.askedFor ?? []).map((asked) =>
    checkOfRight(senders, {
      id: `${operation.id}.asked-for.${asked.input}`,
      title: `The record in the answer is the one that ${asked.input} asks for`,
      roles: operation.movesMoney ? [] : otherPlaces.map((place) => otherRole(asked, place)),
      judge: (requests) => judgeAskedFor(operation, asked, requests),
    }),
  )
}

function* judgeAskedFor(operation: Operation, asked: AskedFor, requests: readonly RightRequest[]): Generator<Finding> {
  const compared = requests.filter(({ isAccepted }) => isAccepted).flatMap(({ exchange }) => compare(operation, asked, exchange))
  yield* merged(compared.flatMap(({ finding }) => (finding ? [finding] : [])))
  if (compared.length > 0) return
  if (requests.every(({ isAccepted }) => !isAccepted)) throw new Inconclusive(whyNone(requests))
  throw new Inconclusive(
    `No answer holds a value at ${asked.answered}, so nothing shows whether it belongs to the ${asked.input} asked for.`,
  )
}

/** One entry for each value that is a text or a number: another kind is a finding of its field. */
function compare(operation: Operation, { input, answered }: AskedFor, { id: exchange, request, response }: Exchange) {
  const wanted = askedValue(operation, request, input)
  if (wanted === undefined || !response) return []
  return [...placesAt(jsonOf(response).value, pointerSteps(answered))]
    .filter(({ value }) => isComparable(value))
    .map(({ pointer: at, value }): { finding?: Finding } => {
      return isAsAskedFor(value, wanted)
        ? {}
        : { finding: { at, expected: `${excerpt(wanted)}, as asked for`, actual: excerpt(value), exchange } }
    })
}

export function isComparable(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** True if an answered value is the one asked for, which may travel as a text. */
export function isAsAskedFor(value: unknown, wanted: unknown): boolean {
  return typeof value === 'number' ? value === Number(wanted) : value === String(wanted)
}

function askedValue({ parameters, path }: Operation, request: SentRequest, input: string): unknown {
  const { url, headers } = request
  const place = parameters.find(({ name }) => name === input)?.in
  if (place === 'query') return new URL(url).searchParams.get(input) ?? undefined
  if (place === 'header') return headerValue(headers, input)
  if (place === undefined) return bodyMembers(request)[input]
  const steps = path.split('/')
  const at = steps.indexOf(`{${input}}`)
  const value = at < 0 ? undefined : new URL(url).pathname.split('/').at(at - steps.length)
  return value === undefined ? undefined : percentDecoded(value)
}
