import type { Operation } from '../../contracts/contract.ts'
import { isOfInputs } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { clockSkew, durationText } from '../../engine/evidence/clock-skew.ts'
import { describe, type Evidence } from '../../engine/evidence/evidence.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { controlRoles, isInstead, targetClockRole } from '../../engine/probes/roles.ts'
import { isDenied, sameCredential } from '../../engine/wrong-values/other-credentials.ts'
import type { RightRequest } from './rights.ts'

/** Why a refusal is explained by the clocks: the request was refused at our time and accepted at the target's own. */
export function explainedByClock(operation: Operation, evidence: readonly Evidence[]): string | undefined {
  for (const { exchanges } of evidence) {
    const [tried, control] = [exchanges.get(targetClockRole), exchanges.get(controlRoles.before)]
    if (!tried || !control || classify(operation, tried) !== 'accepted') continue
    const skew = clockSkew([control])
    return `The clock of this machine is ${durationText(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead of'} the target's, by its Date header: a right request was refused, and accepted with the target's own time. Set the clocks by NTP and run again.`
  }
  return undefined
}

/** Why it is open whether right requests are accepted, where none was, and these were refused. */
export function whyOpen(
  operation: Operation,
  refused: readonly RightRequest[],
  wrong: readonly Exchange[],
  evidence: readonly Evidence[],
): string | undefined {
  const [first] = refused
  if (!first) return undefined
  const what = describe(first.exchange, 'refused')
  if (isTimeless(operation, refused)) return timeless(what)
  if (isBounded(operation, refused)) return bounded(what)
  if (!refused.every(({ exchange }) => isDenied(operation, exchange))) return undefined
  const accepted = wrong.filter((exchange) => classify(operation, exchange) === 'accepted')
  if (accepted.length === 0 && evidence.some(isShared)) return shared(what)
  const [other] = accepted.every(({ role }) => isInstead(role)) ? accepted : []
  return other && swapped(other, what)
}

/** True where another operation's credential was not tried because it is this one's as well. */
function isShared({ leftOut }: Evidence): boolean {
  return [...leftOut.values()].includes(sameCredential)
}

function shared(what: string): string {
  return `Every right request was refused because of its credentials (${what}), and the settings give another operation the same credential: one of them may hold the other's value, or the target is wrong.`
}

/** True where a difference of clocks may explain the refusals of signed requests: no answer tells the target's time. */
function isTimeless({ authentication }: Operation, refused: readonly RightRequest[]): boolean {
  if (authentication.kind !== 'signed') return false
  return refused.every(({ exchange, isFault }) => !isFault && headerValue(exchange.response?.headers ?? [], 'date') === undefined)
}

function timeless(what: string): string {
  return `Every right request was refused (${what}), and the clock of this machine may be the reason: the target's answers have no Date. Look at the clock, and at the key, the merchant code and the signing secret.`
}

function swapped({ id }: Exchange, what: string): string {
  return `Every right request was refused because of its credentials (${what}), and one with the credential of another was accepted (${id}): the settings may be swapped or wrong, or the target is.`
}

/** True where a bound may explain the refusal of the one right withdrawal that is tried away from this machine. */
function isBounded({ movesMoney }: Operation, refused: readonly RightRequest[]): boolean {
  if (!movesMoney) return false
  return refused.every(({ exchange }) => !isLoopback(exchange.request.url) && isOfInputs(exchange.response?.status))
}

function bounded(what: string): string {
  return `The right withdrawal was refused (${what}), and away from this machine no other is tried: its five-letter description or its amount may be out of bounds, and the source leaves bounds open. Ask the target's owner, or configure another amount.`
}
