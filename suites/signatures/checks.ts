import type { Contract } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { judgeRefused } from '../../engine/refused.ts'
import { wrongSignature } from './explanation.ts'
import { misplaced } from './misplaced.ts'
import { replays } from './replays.ts'
import { legalForms, type SignedOperation, wrongRequests } from './variations.ts'

/** One check for each wrong way to sign, each replay of a signature, and each unusual form of a right request. */
export function signatureChecks(contract: Contract, operation: SignedOperation, probe: Probe): Check[] {
  const check = (id: string, requirement: string, title: string, judge: Check['judge']): Check => ({
    id: `${operation.id}.signature.${id}`,
    requirement: `${operation.id}.signature.${requirement}`,
    title,
    probe,
    roles: [id],
    judge,
  })
  return [
    ...[...wrongRequests(operation), ...misplaced(contract, operation), ...replays(operation)].map(({ id, requirement, title }) =>
      check(id, requirement, `Refuses a request ${title}`, (evidence) => judgeRefused(evidence, id, title)),
    ),
    ...legalForms(operation).map(({ id, title }) =>
      check(`variety.${id}`, 'verbatim', `Accepts a right signature with ${title}`, (evidence) => judgeLegalForm(evidence, id)),
    ),
  ]
}

/** An unusual form that is refused is a failure only where a wrong signature is accepted for it: bounds are open. */
function* judgeLegalForm(evidence: Evidence, variety: string): Generator<Finding> {
  acceptedOf(evidence, 'control')
  const exchange = exchangeOf(evidence, `variety.${variety}`)
  const classification = classify(evidence.operation, exchange)
  if (classification === 'accepted') return
  const what = describe(exchange, classification)
  if (classification === 'unanswered') throw new Inconclusive(`It is not known whether it was accepted: ${what}.`)
  const explanation = [...evidence.exchanges].find(
    ([role, tried]) => role.startsWith(`explains.${variety}.`) && classify(evidence.operation, tried) === 'accepted',
  )
  if (!explanation)
    throw new LeftOut(`The target refuses such a request (${what}), and no wrong signature explains it: what it allows there is open.`)
  yield {
    at: 'status',
    expected: 'the right signature is accepted',
    actual: `${what}; instead ${wrongSignature(evidence.operation, explanation[0]) ?? 'it accepts a wrong signature'}`,
    exchange: exchange.id,
  }
}
