import { classify } from './evidence/classification.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive } from './evidence/evidence.ts'
import type { Finding } from './outcome.ts'

/**
 * A wrong request is refused. An acceptance is a finding whatever else happened; a refusal counts only between a right request
 * that was accepted before and one after, lest a target that refuses everything, or locks out, pass for one that tells them apart.
 * `without` is the role of a request that lacks what this one has in the wrong place: if that is accepted too, it was not the place.
 */
export function* judgeRefused(evidence: Evidence, role: string, sent: string, without?: string): Generator<Finding> {
  const exchange = exchangeOf(evidence, role)
  const classification = classify(evidence.operation, exchange)
  if (classification === 'accepted') {
    if (without !== undefined && isAccepted(evidence, without))
      throw new Inconclusive('The target accepts a request without any credential, so this one tells nothing.')
    yield { at: 'status', expected: 'a refusal', actual: `accepted (${exchange.response?.status}), sent ${sent}`, exchange: exchange.id }
    return
  }
  acceptedOf(evidence, 'control')
  if (classification === 'unanswered')
    throw new Inconclusive(`It is not known whether it was refused: ${describe(exchange, classification)}.`)
  acceptedOf(evidence, 'control-after')
}

function isAccepted({ exchanges, operation }: Evidence, role: string): boolean {
  const exchange = exchanges.get(role)
  return exchange !== undefined && classify(operation, exchange) === 'accepted'
}
