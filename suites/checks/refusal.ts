import { classify } from '../classification.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive } from '../evidence.ts'
import type { Finding } from '../outcome.ts'

/**
 * A wrong request is refused. An acceptance is a finding whatever else happened; a refusal counts only between a right request
 * that was accepted before and one after, lest a target that refuses everything, or locks out, pass for one that tells them apart.
 */
export function* judgeRefused(evidence: Evidence, role: string, sent: string): Generator<Finding> {
  const exchange = exchangeOf(evidence, role)
  const classification = classify(evidence.operation, exchange)
  if (classification === 'accepted') {
    yield { at: 'status', expected: 'a refusal', actual: `accepted (${exchange.response?.status}), sent ${sent}`, exchange: exchange.id }
    return
  }
  acceptedOf(evidence, 'control')
  if (classification === 'unanswered')
    throw new Inconclusive(`It is not known whether it was refused: ${describe(exchange, classification)}.`)
  acceptedOf(evidence, 'control-after')
}
