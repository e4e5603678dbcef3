import type { Field, Operation } from '../../contracts/contract.ts'
import { fieldName } from '../../contracts/fields.ts'
import { notBlank } from '../../contracts/formats/formats.ts'
import { jsonFault, jsonOf } from '../../engine/evidence/body.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import { placesAt } from '../../engine/evidence/place.ts'
import type { FieldShape, Shapes } from '../../engine/evidence/shape.ts'
import { isHopeful, saysError } from '../../engine/evidence/wording.ts'
import type { Exchange, ReceivedResponse } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { type Finding, foundIn, merged } from '../../engine/judging/outcome.ts'
import { excerpt } from '../../text/excerpt.ts'
import { withClients } from '../answers/clients.ts'
import { answeredExchanges, checkOfRight, type RightRequest, type Senders, shapedRequests } from '../answers/right-requests.ts'

export function fieldChecks(operation: Operation, senders: Senders, shapes: Shapes): Check[] {
  return operation.success.fields.map((field) => {
    const shapeOf = (response: ReceivedResponse) => shapes({ id: operation.id, ...operation.success }, field, response)
    const judge = (requests: readonly RightRequest[]) => judgeField(requests, field, shapeOf)
    const title = `${fieldName(field.path)}: ${field.expected}`
    return checkOfRight(senders, { id: field.requirement, title, roles: [], judge }, shapedRequests)
  })
}

/** Words of refusal where a success says in words what it did. */
function* denials({ path, schema }: Field, { id, response }: Exchange): Generator<Finding> {
  if (schema.format !== notBlank.name || !response) return
  for (const { pointer, value } of placesAt(jsonOf(response).value, path)) {
    if (typeof value === 'string' && saysError(value) && !isHopeful(value))
      yield { at: pointer, expected: 'words of success', actual: excerpt(value), exchange: id }
  }
}

function* judgeField(
  requests: readonly RightRequest[],
  field: Field,
  shapeOf: (response: ReceivedResponse) => FieldShape,
): Generator<Finding> {
  const answers = answeredExchanges(requests)
  const shapes = answers.flatMap(({ id, response }) =>
    response && jsonFault(response) === undefined ? [{ exchange: id, ...shapeOf(response) }] : [],
  )
  const all = [
    ...shapes.flatMap(({ exchange, findings }) => foundIn(exchange, findings)),
    ...answers.flatMap((exchange) => [...denials(field, exchange)]),
  ]
  const found = merged(withClients(all, answers))
  const of = shapes.reduce((sum, shape) => sum + shape.of, 0)
  yield* found.map((finding) => (finding.count !== undefined && finding.count <= of ? { ...finding, of } : finding))
  if (of === 0) throw new Inconclusive(`No answer contains ${fieldName(field.path)}: there is nothing to judge.`)
  const ordinary = new Set(requests.flatMap(({ isUnusual, exchange }) => (isUnusual ? [] : exchange.id)))
  if (shapes.every((shape) => shape.of === 0 || !ordinary.has(shape.exchange)))
    throw new Inconclusive(`Only answers to unusual requests contain ${fieldName(field.path)}: do the settings ask for what there is?`)
}
