import type { Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import { isBeyondChance, isOfCrowds } from '../../engine/crowding.ts'
import { signedText } from '../../engine/distinction.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { clockSkew, duration } from '../../engine/evidence/clock-skew.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import { merged } from '../../engine/findings.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { isDenied } from '../../engine/other-credentials.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { isRationedBy, rationed, rationOf } from '../../engine/refusal-judge.ts'
import { controlRoles, isInstead, targetClockRole } from '../../engine/roles.ts'
import { defined } from '../../spec/defined.ts'
import { acceptedInstead } from '../signatures/accepted-instead.ts'
import { bansOf } from './bans.ts'
import { refuseLosses } from './lost-answers.ts'
import { preferenceRoles, preferences } from './probe.ts'
import { type RightRequest, rightRequests, whyNone } from './rights.ts'

/** The check that right requests are accepted, all those that any probe sends; `late` sends some that have checks of their own. */
export function acceptedCheck(operation: Operation, probe: Probe, beside: readonly Probe[], late: Probe): Check {
  const id = `${operation.id}.accepted`
  return {
    id,
    requirement: id,
    title: 'A right request is accepted',
    probe,
    beside: [...beside, late],
    roles: [],
    judge: function* (evidence, others = []) {
      const all = [evidence, ...others]
      const requests = rightRequests([probe, ...beside], all)
      const known = [...requests, ...rightRequests([late], all)]
      yield* judgeAccepted(operation, requests, known, all)
      refuseLosses(known)
    },
  }
}

/** One check for each thing that a right request may say of the answers that it takes. */
export function preferenceChecks(operation: Operation, probe: Probe, ordinary: Probe): Check[] {
  return preferenceRoles.map((role) =>
    defined({
      id: `${operation.id}.accepted.${role}`,
      requirement: `${operation.id}.accepted`,
      title: `A right request is accepted, ${preferences[role].title}`,
      sent: { as: 'unusual', words: preferences[role].title },
      probe,
      beside: [ordinary],
      roles: [role],
      isExtended: role === 'accept-any' || undefined,
      judge: (evidence, others = []) => {
        for (const other of others) acceptedOf(other, controlRoles.before)
        const exchange = exchangeOf(evidence, role)
        const isMore = exchange.response?.status === 429 || [evidence, ...others].some((each) => isRationedBy(rationOf(each), exchange))
        if (operation.movesMoney && isMore) throw new LeftOut(rationed)
        const all = [evidence, ...others]
        const right = rightRequests([probe, ordinary], all)
        const requests = right.filter((request) => request.role === role)
        return judgeAccepted(operation, requests, right, all)
      },
    }),
  )
}

/** Judges that every right request is accepted; one without an answer, or an unusual one that is refused, tells nothing. */
function* judgeAccepted(
  operation: Operation,
  requests: readonly RightRequest[],
  all: readonly RightRequest[],
  evidence: readonly Evidence[],
): Generator<Finding> {
  const byClock = requests.some(({ classification }) => classification === 'accepted') ? undefined : explainedByClock(operation, evidence)
  if (byClock !== undefined) throw new Inconclusive(byClock)
  const accepted = all.filter(({ classification }) => classification === 'accepted')
  const refused = requests.filter(
    (request) =>
      request.classification === 'refused' && (!request.isUnusual || request.isFault) && !isRationed(request, accepted, evidence),
  )
  const sent = evidence.flatMap(({ exchanges }) => [...exchanges.values()])
  const right = new Set(all.map(({ exchange }) => exchange))
  const wrong = sent.filter((exchange) => !right.has(exchange))
  const more = refused.length > 0 ? instead(operation, sent) : ''
  const open = more === '' && accepted.length === 0 ? whyOpen(operation, refused, wrong) : undefined
  if (open !== undefined) throw new Inconclusive(open)
  const isBanned = bansOf(wrong, sent)
  const lockedOut = refused.filter((request) => isLockedOut(request, accepted, wrong) || (!request.isFault && isBanned(request.exchange)))
  const hurried = isHurried(operation, refused, requests, wrong) ? refused : []
  const mistimed = refused.filter((request) => isMistimed(operation, request, accepted))
  const repeated = refused.filter((request) => isRepeated(request, accepted))
  const failing = refused.filter((request) => ![lockedOut, hurried, mistimed, repeated].some((excused) => excused.includes(request)))
  const expected = 'a right request is accepted'
  yield* merged(
    failing.map(({ exchange }) => ({ at: 'status', expected, actual: describe(exchange, 'refused') + more, exchange: exchange.id })),
  )
  if (mistimed[0]) throw new Inconclusive(setClock(describe(mistimed[0].exchange, 'refused')))
  if (lockedOut[0]) throw new Inconclusive(lockout(describe(lockedOut[0].exchange, 'refused')))
  if (repeated[0]) throw new Inconclusive(taken(describe(repeated[0].exchange, 'refused')))
  if (hurried[0]) throw new Inconclusive(tooFast(describe(hurried[0].exchange, 'refused')))
  if (!requests.some(({ classification }) => classification === 'accepted')) throw new Inconclusive(whyNone(requests))
}

/** Why a refusal is explained by the clocks: the request was refused at our time and accepted at the target's own. */
function explainedByClock(operation: Operation, evidence: readonly Evidence[]): string | undefined {
  for (const { exchanges } of evidence) {
    const [tried, control] = [exchanges.get(targetClockRole), exchanges.get(controlRoles.before)]
    if (!tried || !control || classify(operation, tried) !== 'accepted') continue
    const skew = clockSkew([control])
    return `The clock of this machine is ${duration(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead of'} the target's, by its Date header: a right request was refused, and accepted with the target's own time. Set the clocks by NTP and run again.`
  }
  return undefined
}

/** How far a time is from the target's, in milliseconds, that it may well refuse. */
const leastApart = 60_000

/** True for a request that was signed at another time, by the `Date` of its answer, than those that were accepted: the clock here was set. */
function isMistimed({ authentication }: Operation, { exchange }: RightRequest, accepted: readonly RightRequest[]): boolean {
  const isApart = (sent: Exchange) => Math.abs(clockSkew([sent])) >= leastApart
  return authentication.kind === 'signed' && isApart(exchange) && accepted.some((other) => !isApart(other.exchange))
}

function setClock(what: string): string {
  return `The clock of this machine was set during the run: a right request was ${what}, at another time than the target's Date header says.`
}

/** Why it is open whether right requests are accepted, where none was, and these were refused. */
function whyOpen(operation: Operation, refused: readonly RightRequest[], wrong: readonly Exchange[]): string | undefined {
  const [first] = refused
  if (!first) return undefined
  const what = describe(first.exchange, 'refused')
  if (isTimeless(operation, refused)) return timeless(what)
  if (isBounded(operation, refused)) return bounded(what)
  const other = acceptedForeign(operation, refused, wrong)
  return other && swapped(other, what)
}

/** True where a difference of clocks may explain the refusals of signed requests: no answer tells the target's time. */
function isTimeless({ authentication }: Operation, refused: readonly RightRequest[]): boolean {
  if (authentication.kind !== 'signed') return false
  return refused.every(({ exchange, isFault }) => !isFault && headerValue(exchange.response?.headers ?? [], 'date') === undefined)
}

function timeless(what: string): string {
  return `Every right request was refused (${what}), and it may be for the clock of this machine: the target's answers have no Date. Look at the clock, and at the key, the merchant code and the signing secret.`
}

/**
 * The request that was accepted with what another setting holds, where every right one was refused for who sends it, and no other was
 * accepted.
 */
function acceptedForeign(operation: Operation, refused: readonly RightRequest[], wrong: readonly Exchange[]): Exchange | undefined {
  if (!refused.every(({ exchange }) => isDenied(operation, exchange))) return undefined
  const accepted = wrong.filter((exchange) => classify(operation, exchange) === 'accepted')
  return accepted.every(({ role }) => isInstead(role)) ? accepted[0] : undefined
}

function swapped({ id }: Exchange, what: string): string {
  return `Every right request was refused for who sends it (${what}), and one with the credential of another was accepted (${id}): the settings may be swapped or wrong, or the target is.`
}

/** Statuses of what is asked for, not of who asks. */
const ofInputs = new Set([200, 400, 402, 409, 413, 422])

/** True where a bound may explain the refusal of the one right withdrawal that is tried away from this machine. */
function isBounded({ movesMoney }: Operation, refused: readonly RightRequest[]): boolean {
  if (!movesMoney) return false
  return refused.every(({ exchange }) => !isLoopback(exchange.request.url) && ofInputs.has(exchange.response?.status ?? 0))
}

function bounded(what: string): string {
  return `The right withdrawal was refused (${what}), and away from this machine no other is tried: its description of five letters or its amount may be beyond a bound, and bounds are open. Ask the target's owner, or configure another amount.`
}

/**
 * True for a request that was refused after others were accepted, with none accepted later: the target may lock out because of the wrong
 * requests in between.
 */
function isLockedOut({ exchange, isFault }: RightRequest, accepted: readonly RightRequest[], wrong: readonly Exchange[]): boolean {
  if (isFault || accepted.length === 0) return false
  const last = Math.max(...accepted.map((request) => request.exchange.startedAt))
  return last < exchange.startedAt && wrong.some(({ startedAt }) => startedAt >= last && startedAt <= exchange.startedAt)
}

/**
 * True where a limit of how many are taken in a second may explain the refusals of right withdrawals away from this machine, where they are
 * not sent again slower: others are accepted, and wrong ones of the same second were refused alike.
 */
function isHurried(
  { movesMoney }: Operation,
  refused: readonly RightRequest[],
  all: readonly RightRequest[],
  wrong: readonly Exchange[],
): boolean {
  const turned = all.filter(({ classification, isUnusual }) => classification === 'refused' && !isUnusual)
  if (!movesMoney || !isBeyondChance(turned.length, all.length)) return false
  if (!all.some(({ classification }) => classification === 'accepted')) return false
  return refused.every(({ exchange, isFault }) => {
    const alike = wrong.filter(
      ({ response, startedAt }) => response?.status === exchange.response?.status && Math.abs(startedAt - exchange.startedAt) < 1000,
    )
    return !isFault && isOfCrowds(exchange) && !isLoopback(exchange.request.url) && alike.length >= leastAlike
  })
}

/** Beside fewer that are refused alike none is asked too fast. */
const leastAlike = 3

function tooFast(what: string): string {
  return `Right requests were refused beside others that were accepted, and so were wrong ones of the same second: ${what}. The target may limit how many it takes in a second. Run again with fewer (--rate 2).`
}

/**
 * True for a withdrawal away from this machine that is refused, and has the wallet, token and amount of one that was accepted: where less is
 * refused, none differs in these, and a target may take each once.
 */
function isRepeated({ operation, exchange }: RightRequest, accepted: readonly RightRequest[]): boolean {
  if (!operation.movesMoney || !ofInputs.has(exchange.response?.status ?? 0) || isLoopback(exchange.request.url)) return false
  const own = signedText(operation, exchange.request)
  return accepted.some((other) => other.exchange.startedAt < exchange.startedAt && signedText(operation, other.exchange.request) === own)
}

function taken(what: string): string {
  return `A right withdrawal was accepted, and refused when it was asked for again (${what}): the target may take each once, and away from this machine no more than the configured amount is asked for. Configure a greater one.`
}

/** True for a withdrawal that is refused as the last ones are, and none was accepted after it: how many are taken is open. */
function isRationed({ exchange }: RightRequest, accepted: readonly RightRequest[], evidence: readonly Evidence[]): boolean {
  const end = exchange.startedAt + exchange.durationMs
  if (accepted.length === 0) return false
  return evidence.some((own) => isRationedBy(rationOf(own), exchange)) && !accepted.some((other) => other.exchange.startedAt > end)
}

/** Why what was refused after the wrong requests proves nothing. */
function lockout(what: string): string {
  return `A right request was accepted before the wrong ones and not after them: ${what}. The target may lock out who fails often.`
}

/** What a target that refuses the right signature accepts instead, as an explanation; empty if nothing. */
function instead(operation: Operation, exchanges: Iterable<Exchange>): string {
  const accepted = acceptedInstead(operation, exchanges)
  if (accepted.length === 0) return ''
  const more = accepted.length > 3 ? ` (and ${accepted.length - 3} more)` : ''
  return `; instead ${accepted.slice(0, 3).join(', ')}${more}`
}
