import type { Contract } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { isRationedBy, rationed, rationOf } from '../../engine/refusal-judge.ts'
import { controlRoles } from '../../engine/roles.ts'
import { refusalCheck } from '../access/wrong-request.ts'
import { wrongSignature } from './accepted-instead.ts'
import { allForms, type LegalForm, legalForms } from './legal-forms.ts'
import { malformedCheck } from './malformed.ts'
import { allWrongSignatures, explanationRoles, formRole } from './probe.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** One check for each wrong way to sign, each replay of a signature, and each unusual form of a right request. */
export function signatureChecks(contract: Contract, operation: SignedOperation, probe: Probe, robustness: Probe): Check[] {
  return [
    malformedCheck(operation, robustness),
    ...allWrongSignatures(contract, operation).map((wrong) => refusalCheck(operation, 'signature', wrong, probe, [robustness])),
    ...legalForms(operation).map((form) => ({
      id: `${operation.id}.signature.${formRole(form.id)}`,
      requirement: `${operation.id}.signature.verbatim`,
      title: `Accepts a right signature with ${form.title}`,
      probe,
      roles: [formRole(form.id), formRole(allForms(operation).id)],
      judge: (evidence: Evidence) => judgeLegalForm(operation, evidence, form),
    })),
  ]
}

/**
 * An unusual form that is refused is a failure where a wrong signature is accepted for it, or where the same values are written otherwise
 * and right requests are accepted before and after: what else is refused may be beyond a bound, and bounds are open.
 */
function* judgeLegalForm(operation: SignedOperation, evidence: Evidence, { id: form, isSpelling }: LegalForm): Generator<Finding> {
  acceptedOf(evidence, controlRoles.before)
  const atOnce = formRole(allForms(operation).id)
  const isAlone = evidence.exchanges.has(formRole(form)) || !evidence.exchanges.has(atOnce)
  const exchange = exchangeOf(evidence, isAlone ? formRole(form) : atOnce)
  const classification = classify(evidence.operation, exchange)
  if (classification === 'accepted') return
  const what = describe(exchange, classification)
  const ration = rationOf(evidence)
  if (exchange.response?.status === 429 && ration !== undefined) throw new LeftOut(rationed)
  if (classification === 'unanswered') throw new Inconclusive(`It is not known whether it was accepted: ${what}.`)
  const explanation = explanationRoles(operation, form).find((role) => {
    const tried = evidence.exchanges.get(role)
    return tried && classify(evidence.operation, tried) === 'accepted'
  })
  if (!explanation && isRationedBy(ration, exchange)) throw new LeftOut(rationed)
  if (!explanation && !(isSpelling && isAlone))
    throw new LeftOut(`The target refuses such a request (${what}), and no wrong signature explains it: what it allows there is open.`)
  if (!explanation) acceptedOf(evidence, controlRoles.after)
  const instead = explanation && (wrongSignature(evidence.operation, explanation) ?? 'it accepts a wrong signature')
  yield {
    at: 'status',
    expected: 'the right signature is accepted',
    actual: instead === undefined ? what : `${what}; instead ${instead}`,
    exchange: exchange.id,
  }
}
