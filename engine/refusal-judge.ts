import { classify } from './evidence/classification.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive } from './evidence/evidence.ts'
import { classifyAmong } from './evidence/refusal-form.ts'
import type { Exchange } from './exchange.ts'
import type { Finding } from './outcome.ts'
import { controlRoles } from './roles.ts'

/**
 * A wrong request is refused. An acceptance is a finding whatever else happened; a refusal counts only between a right request
 * that was accepted before and one after, lest a target that refuses everything, or locks out, pass for one that tells them apart.
 * One after that gets 429 will do: where no more is taken, the wrong one would have got that too, had it not been told from a right one.
 * `without` is the role of a request that lacks what this one has in the wrong place: if that is accepted too, it was not the place.
 * `beside` is what other probes asked of the operation, which may tell how it refuses.
 */
export function* judgeRefused(
  evidence: Evidence,
  roles: string | readonly string[],
  sent: string,
  { without, beside = [] }: { readonly without?: string | undefined; readonly beside?: readonly Evidence[] } = {},
): Generator<Finding> {
  const tried = sentOf(evidence, roles)
  const accepted = acceptances(evidence, tried, sent, without)
  if (accepted.length > 0) return yield* accepted
  acceptedOf(evidence, controlRoles.before)
  for (const exchange of tried) {
    const classification = classifyAmong(evidence.operation, exchange, exchangesOf(evidence, ...beside))
    if (classification === 'unanswered')
      throw new Inconclusive(`It is not known whether it was refused: ${describe(exchange, classification)}.`)
  }
  if (!isRationed(evidence)) acceptedOf(evidence, controlRoles.after)
}

/** A wrong request in a form that the source does not list: it is not answered with the payload. Whatever else comes back is open. */
export function* judgeNotGiven(evidence: Evidence, roles: string | readonly string[], sent: string, without?: string): Generator<Finding> {
  const accepted = acceptances(evidence, sentOf(evidence, roles), sent, without)
  if (accepted.length > 0) return yield* accepted
  acceptedOf(evidence, controlRoles.before)
  if (!isRationed(evidence)) acceptedOf(evidence, controlRoles.after)
}

/** Why a right withdrawal tells nothing. */
export const rationed = 'The target takes no more withdrawals for now (429): how many it takes is open.'

/** True where a withdrawal was accepted at first, and the last right one is told that no more are taken for now. */
export function isRationed({ operation, exchanges }: Evidence): boolean {
  return operation.movesMoney && exchanges.get(controlRoles.after)?.response?.status === 429
}

function exchangesOf(...all: readonly Evidence[]): Exchange[] {
  return all.flatMap(({ exchanges }) => [...exchanges.values()])
}

/** The exchange of the first role, and those of the other roles that were sent. */
function sentOf(evidence: Evidence, roles: string | readonly string[]): Exchange[] {
  const [first = '', ...others] = [roles].flat()
  return [exchangeOf(evidence, first), ...others.flatMap((role) => evidence.exchanges.get(role) ?? [])]
}

/** @throws {Inconclusive} where they were accepted as one without a credential was. */
function acceptances(evidence: Evidence, tried: readonly Exchange[], sent: string, without: string | undefined): Finding[] {
  const accepted = tried.filter((exchange) => classify(evidence.operation, exchange) === 'accepted')
  if (accepted.length > 0 && without !== undefined && isAccepted(evidence, without))
    throw new Inconclusive('The target accepts a request without any credential, so this one tells nothing.')
  return accepted.map(({ id, response }) => ({
    at: 'status',
    expected: 'a refusal',
    actual: `accepted (${response?.status}), sent ${sent}`,
    exchange: id,
  }))
}

/** True where a role was sent and accepted. */
export function isAccepted({ exchanges, operation }: Evidence, role: string): boolean {
  const exchange = exchanges.get(role)
  return exchange !== undefined && classify(operation, exchange) === 'accepted'
}
