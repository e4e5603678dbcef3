import type { Field, Operation } from '../../contracts/contract.ts'
import { fieldName } from '../../contracts/fields.ts'
import type { Check } from '../../engine/check.ts'
import { jsonFault } from '../../engine/evidence/body.ts'
import { answersOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { FieldShape, Shapes } from '../../engine/evidence/shape.ts'
import type { ReceivedResponse } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { whyNoAnswer } from '../answers/checks.ts'

/** One check for each field of an operation's success. */
export function fieldChecks(operation: Operation, probe: Probe, shapes: Shapes): Check[] {
  return operation.success.fields.map((field) => ({
    id: field.requirement,
    requirement: field.requirement,
    title: `${fieldName(field.path)}: ${field.expected}`,
    probe,
    roles: [],
    judge: (evidence) =>
      judgeField(evidence, field, probe, (response) => shapes({ id: operation.id, ...operation.success }, field, response)),
  }))
}

function* judgeField(
  evidence: Evidence,
  field: Field,
  probe: Probe,
  shapeOf: (response: ReceivedResponse) => FieldShape,
): Generator<Finding> {
  const answers = answersOf(evidence, probe.isRight)
  if (answers.length === 0) throw new Inconclusive(whyNoAnswer(evidence))
  let judged = false
  for (const { id, response } of answers) {
    if (!response || jsonFault(response) !== undefined) continue
    const shape = shapeOf(response)
    judged ||= shape.judged
    for (const finding of shape.findings) yield { ...finding, exchange: id }
  }
  if (!judged)
    throw new Inconclusive(`No answer holds a place for ${fieldName(field.path)}: an empty or missing list proves nothing of its records.`)
}
