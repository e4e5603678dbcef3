import type { Operation } from '../../contracts/contract.ts'
import { isOfInputs } from '../../contracts/statuses.ts'
import { isAnswerLost, isTransportLoss } from '../../engine/client/pacing/losses.ts'
import { isSystematic, type Share } from '../../engine/client/pacing/shares.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { clockSkew, durationText } from '../../engine/evidence/clock-skew.ts'
import { acceptedOf, answerFound, describe, type Evidence, exchangeOf, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import { wrongAmong } from '../../engine/evidence/right-exchanges.ts'
import { chronological, type Exchange, endOf, headerValue, wasTried } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { type Finding, merged } from '../../engine/judging/outcome.ts'
import { exchangesOf, isRationedBy, rationed, rationOf } from '../../engine/judging/refusal-judge.ts'
import { isLoopback } from '../../engine/loopback.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { controlRoles, isInstead, repeatedRoles, targetClockRole } from '../../engine/probes/roles.ts'
import { isDenied, sameCredential } from '../../engine/wrong-values/other-credentials.ts'
import { someOf } from '../../text/counted.ts'
import { acceptedInstead } from '../signatures/accepted-instead.ts'
import { excused } from './excuses.ts'
import { type Preference, preferenceRoles, preferences } from './probe.ts'
import { type RightRequest, rightRequests, type Senders, whyNone } from './right-requests.ts'

/** The check that right requests are accepted, all those that any probe sends; `late` sends some that have checks of their own. */
export function acceptedCheck(operation: Operation, senders: Senders, late: readonly Probe[]): Check {
  const id = `${operation.id}.accepted`
  const [probe, ...beside] = senders
  return {
    id,
    requirement: id,
    title: 'A right request is accepted',
    probe,
    beside: [...beside, ...late],
    roles: [],
    judge: function* (evidence, others = []) {
      const all = [evidence, ...others]
      const known = rightRequests(all)
      const requests = known.filter(({ exchange }) => late.every(({ id }) => exchange.probe !== id))
      yield* judgeAccepted(operation, requests, known, all)
      refuseLosses(known, all)
    },
  }
}

/** One check for each thing that a right request may say of the answers that it takes. */
export function preferenceChecks(operation: Operation, probes: Readonly<Record<Preference, Probe>>, ordinary: Probe): Check[] {
  return preferenceRoles.map((role) => ({
    id: `${operation.id}.accepted.${role}`,
    requirement: `${operation.id}.accepted`,
    title: `A right request is accepted, ${preferences[role].title}`,
    sent: { as: 'unusual', words: preferences[role].title },
    probe: probes[role],
    beside: [ordinary],
    roles: [role],
    isExtended: role === 'accept-any',
    judge: (evidence, others = []) => {
      for (const other of others) acceptedOf(other, controlRoles.before)
      const exchange = exchangeOf(evidence, role)
      const all = [evidence, ...others]
      const rations = all.flatMap((each) => rationOf(each) ?? [])
      // Refused right ones count against what was announced, so that the last may not be sent.
      const isSpent = rations.length > 0 && !wasTried(exchange)
      const isMore = exchange.response?.status === 429 || isSpent || rations.some((ration) => isRationedBy(ration, exchange))
      if (operation.movesMoney && isMore) throw new LeftOut(rationed)
      const right = rightRequests(all)
      const requests = right.filter((request) => request.exchange.role === role)
      return judgeAccepted(operation, requests, right, all)
    },
  }))
}

/** Judges that every right request is accepted; one without an answer, or an unusual one that is refused, tells nothing. */
function* judgeAccepted(
  operation: Operation,
  requests: readonly RightRequest[],
  known: readonly RightRequest[],
  evidence: readonly Evidence[],
): Generator<Finding> {
  const isAnyAccepted = requests.some(({ isAccepted }) => isAccepted)
  const byClock = isAnyAccepted ? undefined : explainedByClock(operation, evidence)
  if (byClock !== undefined) throw new Inconclusive(byClock)
  const accepted = known.filter(({ isAccepted }) => isAccepted)
  const acceptedAgain = acceptedAgainAmong(accepted)
  const acceptedAt = chronological(accepted.map(({ exchange }) => exchange)).map(({ startedAt }) => startedAt)
  const isRationed = rationedAmong(acceptedAt, evidence)
  const isTooSoon = tooSoonAmong(acceptedAt)
  const refused = requests.filter(
    (request) =>
      request.classification === 'refused' &&
      (!request.isUnusual || request.isFault || acceptedAgain(request)) &&
      !isRationed(request) &&
      !isTooSoon(request),
  )
  const all = exchangesOf(...evidence)
  const wrong = wrongAmong(all, known)
  const more = refused.length === 0 ? '' : accepted.length > 0 ? unlike(known, accepted) : instead(operation, all)
  const open = more === '' && accepted.length === 0 ? whyOpen(operation, refused, wrong, evidence) : undefined
  if (open !== undefined) throw new Inconclusive(open)
  const { failing, reason } = excused(refused, { accepted, wrong, all })
  const expected = 'a success'
  yield* merged(
    failing.map((request) => {
      const { exchange } = request
      const again = acceptedAgain(request)
      const told = again ? `; the same was accepted when it was sent again (${again.exchange.id})` : more
      return { at: 'status', expected, actual: answerFound(operation, exchange, 'refused') + told, exchange: exchange.id }
    }),
  )
  if (reason !== undefined) throw new Inconclusive(reason)
  if (!isAnyAccepted) throw new Inconclusive(whyNone(requests))
}

/** Gives the same request, sent again, if that was accepted: a target that takes what is unusual takes it each time. */
function acceptedAgainAmong(accepted: readonly RightRequest[]): (refused: RightRequest) => RightRequest | undefined {
  const known = new Map(accepted.map((request) => [`${request.exchange.probe} ${request.exchange.role}`, request]))
  return ({ exchange: { probe, role } }) => known.get(`${probe} ${repeatedRoles(role).again}`)
}

/** Tells a withdrawal that is refused as the last ones are, and none was accepted after it: how many are taken is open. */
function rationedAmong(acceptedAt: readonly number[], evidence: readonly Evidence[]): (refused: RightRequest) => boolean {
  const rations = evidence.map(rationOf)
  const last = acceptedAt.at(-1) ?? Number.POSITIVE_INFINITY
  return ({ exchange }) => last <= endOf(exchange) && rations.some((ration) => isRationedBy(ration, exchange))
}

/** In milliseconds: a run itself waits between ordinary withdrawals for less. */
const leastApart = 5000

/** Tells a withdrawal that is refused sooner after an accepted one than any other was accepted: the time between two is open. */
function tooSoonAmong(acceptedAt: readonly number[]): (refused: RightRequest) => boolean {
  const apart = acceptedAt
    .slice(1)
    .reduce((least, time, index) => Math.min(least, time - (acceptedAt[index] ?? 0)), Number.POSITIVE_INFINITY)
  return ({ operation, exchange: { startedAt }, isFault, isUnusual }) => {
    if (!operation.movesMoney || isFault || acceptedAt.length < 2 || apart < (isUnusual ? 1 : leastApart)) return false
    const before = acceptedAt.findLast((time) => time <= startedAt)
    return before !== undefined && startedAt - before < apart
  }
}

/** Which wrong signatures a target accepts that refuses the right one, as an explanation; empty if none. */
function instead(operation: Operation, exchanges: Iterable<Exchange>): string {
  const accepted = acceptedInstead(operation, exchanges)
  return accepted.length === 0 ? '' : `; it accepts a wrong signature: ${someOf(accepted, 3)}`
}

/** What tells refused right signatures from accepted ones, as an explanation: who writes a digest as one number drops the zeros in front. */
function unlike(known: readonly RightRequest[], accepted: readonly RightRequest[]): string {
  const refused = known.filter(({ classification, isUnusual, isFault }) => classification === 'refused' && (!isUnusual || isFault))
  const isDropped = refused.length > 0 && refused.every(beginsWithZero) && !accepted.some(beginsWithZero)
  return isDropped ? '; its signature begins with a zero, unlike those that are accepted: a digest in hexadecimal keeps its zeros' : ''
}

function beginsWithZero({ operation: { authentication }, exchange: { request } }: RightRequest): boolean {
  return authentication.kind === 'signed' && headerValue(request.headers, authentication.signature.header)?.startsWith('0') === true
}

/**
 * Lets no target pass that leaves right requests without an answer: one that is lost now and then is asked for again, and one that never
 * comes, or more than every eighth, proves nothing, unless all are lost alike on the way. @throws {Inconclusive}
 */
function refuseLosses(requests: readonly RightRequest[], evidence: readonly Evidence[]): void {
  const counted = requests.filter(({ isUnusual, isAccepted }) => !isUnusual || isAccepted)
  const left = requests.find(({ exchange, isUnusual, isOpen }) => isAnswerLost(exchange) && !(isUnusual && isOpen))
  if (left)
    throw new Inconclusive(
      `A right request got no answer, though others did: ${describe(left.operation, left.exchange, left.classification)}.`,
    )
  const right = lostAmong(counted.map(({ exchange }) => exchange))
  const wrong = lostAmong(wrongAmong(exchangesOf(...evidence), requests))
  if (!isSystematic(right) || isTransportLoss(right, wrong)) return
  throw new Inconclusive(
    `${right.some} of ${right.all} right requests got no answer, each at another time, until others took their place: one that never comes is none, and more than every eighth is no chance.`,
  )
}

function lostAmong(exchanges: readonly Exchange[]): Share {
  const lost = exchanges.reduce((sum, exchange) => sum + (exchange.lost ?? 0), 0)
  return { some: lost, all: exchanges.length + lost }
}

/** Why a refusal is explained by the clocks: the request was refused at our time and accepted at the target's own. */
function explainedByClock(operation: Operation, evidence: readonly Evidence[]): string | undefined {
  for (const { exchanges } of evidence) {
    const [tried, control] = [exchanges.get(targetClockRole), exchanges.get(controlRoles.before)]
    if (!tried || !control || classify(operation, tried) !== 'accepted') continue
    const skew = clockSkew([control])
    return `The clock of this machine is ${durationText(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead of'} the target's, by its Date header: a right request was refused, and accepted with the target's own time. Set the clocks by NTP and run again.`
  }
  return undefined
}

/** Why it is open whether right requests are accepted, where none was, and these were refused. */
function whyOpen(
  operation: Operation,
  refused: readonly RightRequest[],
  wrong: readonly Exchange[],
  evidence: readonly Evidence[],
): string | undefined {
  const [first] = refused
  if (!first) return undefined
  const what = describe(operation, first.exchange, 'refused')
  if (isTimeless(operation, refused))
    return `Every right request was refused (${what}), and the clock of this machine may be the reason: the target's answers have no Date. Look at the clock, and at the key, the merchant code and the signing secret.`
  if (isBounded(operation, refused))
    return `The right withdrawal was refused (${what}), and away from this machine no other is tried: its five-letter description or its amount may be out of bounds, and the source leaves bounds open. Ask the target's owner, or configure another amount.`
  if (!refused.every(({ exchange }) => isDenied(operation, exchange))) return undefined
  const accepted = wrong.filter((exchange) => classify(operation, exchange) === 'accepted')
  if (accepted.length === 0 && evidence.some(({ leftOut }) => [...leftOut.values()].includes(sameCredential)))
    return `Every right request was refused because of its credentials (${what}), and the settings give another operation the same credential: one of them may hold the other's value, or the target is wrong.`
  const [other] = accepted.every(({ role }) => isInstead(role)) ? accepted : []
  if (!other) return undefined
  return `Every right request was refused because of its credentials (${what}), and one with the credential of another was accepted (${other.id}): the settings may be swapped or wrong, or the target is.`
}

/** True where a difference of clocks may explain the refusals of signed requests: no answer tells the target's time. */
function isTimeless({ authentication }: Operation, refused: readonly RightRequest[]): boolean {
  if (authentication.kind !== 'signed') return false
  return refused.every(({ exchange, isFault }) => !isFault && headerValue(exchange.response?.headers ?? [], 'date') === undefined)
}

/** True where a bound may explain the refusal of the one right withdrawal that is tried away from this machine. */
function isBounded({ movesMoney }: Operation, refused: readonly RightRequest[]): boolean {
  if (!movesMoney) return false
  return refused.every(({ exchange }) => !isLoopback(exchange.request.url) && isOfInputs(exchange.response?.status))
}
