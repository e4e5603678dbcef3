import type { Contract } from '../../contracts/contract.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { isServerError } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { acceptedOf, answerFound, describe, type Evidence, exchangeOf, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import { classifyAmong } from '../../engine/evidence/refusal-form.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { exchangesOf, isRationedBy, isRefusedBySilence, rationed, rationOf } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { controlRoles, isAmongWrong, withdrawalRoles } from '../../engine/probes/roles.ts'
import { refusalCheck } from '../access/wrong-request.ts'
import { acceptedMistake } from './accepted-instead.ts'
import { explanationRoles, formGroups, formRole } from './legal-forms/form-requests.ts'
import type { LegalForm } from './legal-forms/legal-forms.ts'
import { malformedCheck } from './malformed.ts'
import { allWrongSignatures } from './probe.ts'

/** One check for each wrong way to sign, each replay of a signature, and each unusual form of a right request. */
export function signatureChecks(contract: Contract, operation: SignedOperation, probe: Probe, robustness: Probe): Check[] {
  return [
    malformedCheck(operation, robustness, probe),
    ...allWrongSignatures(contract, operation).map((wrong) => refusalCheck('signature', wrong, probe, [robustness])),
    ...formGroups(operation).flatMap(({ atOnce, forms }) =>
      forms.map((form) => ({
        id: `${operation.id}.signature.${formRole(form.id)}`,
        requirement: `${operation.id}.signature.verbatim`,
        title: `Accepts a right signature with ${form.title}`,
        sent: { as: 'unusual' as const, words: form.title },
        probe,
        beside: [robustness],
        roles: [formRole(form.id), formRole(atOnce.id)],
        judge: (evidence: Evidence, others: readonly Evidence[] = []) =>
          judgeLegalForm(operation, { evidence, sent: exchangesOf(evidence, ...others) }, form, formRole(atOnce.id)),
      })),
    ),
  ]
}

/** The evidence of a probe and of the others, which may show how the target refuses. */
interface Given {
  readonly evidence: Evidence
  readonly sent: readonly Exchange[]
}

/**
 * Refusing an unusual form is a failure if a wrong signature is accepted for it, or if it only writes the same values differently and right
 * requests are accepted before and after. Otherwise the form may be beyond a bound, and bounds are open.
 */
function* judgeLegalForm(operation: SignedOperation, { evidence, sent }: Given, legal: LegalForm, atOnce: string): Generator<Finding> {
  const { id: form, isSpelling } = legal
  acceptedOf(evidence, controlRoles.before)
  const isAlone = evidence.exchanges.has(formRole(form)) || !(evidence.exchanges.has(atOnce) || evidence.leftOut.has(atOnce))
  const exchange = exchangeOf(evidence, isAlone ? formRole(form) : atOnce)
  const classification = classifyAmong(evidence.operation, exchange, sent)
  if (classification === 'accepted') return
  const what = describe(operation, exchange, classification)
  if (exchange.response?.status === 429 && rationOf(evidence) !== undefined) throw new LeftOut(rationed)
  if (classification === 'unanswered' && !isRefusedBySilence(evidence, exchange))
    throw new Inconclusive(`It is not known whether it was accepted: ${what}.`)
  const explanation = explanationRoles(operation, legal).find((role) => {
    const tried = evidence.exchanges.get(role)
    return tried && classify(evidence.operation, tried) === 'accepted'
  })
  if (!explanation) settleUnexplained(evidence, exchange, what, isSpelling === true && isAlone)
  const mistake = explanation && acceptedMistake(evidence.operation, explanation)
  yield {
    at: 'status',
    expected: 'a success',
    actual: `${answerFound(operation, exchange, classification)}${explanation ? `; it accepts a wrong signature${mistake ? `: ${mistake}` : ''}` : ''}`,
    exchange: exchange.id,
  }
}

/** Returns only if the form alone can be the reason for the refusal. @throws {LeftOut} @throws {Inconclusive} if there may be another. */
function settleUnexplained(evidence: Evidence, exchange: Exchange, what: string, isSpelling: boolean): void {
  if (isRationedBy(rationOf(evidence), exchange)) throw new LeftOut(rationed)
  if (!isSpelling)
    throw new LeftOut(
      `The target refuses such a request (${what}), and no wrong signature explains it: the source leaves open what it may accept here.`,
    )
  acceptedOf(evidence, controlRoles.after)
  const isBroken =
    isServerError(exchange.response?.status) && plainRoles.some((role) => isServerError(evidence.exchanges.get(role)?.response?.status))
  if (isBroken || isTurnedAwayAmong(evidence, exchange))
    throw new Inconclusive(`It is not known whether the form is the reason: right requests of the ordinary form failed as well (${what}).`)
}

/** Right requests of the ordinary form. */
const plainRoles = [...Object.values(controlRoles), withdrawalRoles.smaller, withdrawalRoles.earlier, withdrawalRoles.seen]

/** True if an ordinary right request among wrong ones was refused with the same status, so that the form is not the reason. */
function isTurnedAwayAmong({ operation, exchanges }: Evidence, { response }: Exchange): boolean {
  const isAlike = (other: Exchange) => other.response?.status === response?.status && classify(operation, other) === 'refused'
  return [...exchanges].some(([role, other]) => isAmongWrong(role) && isAlike(other))
}
