import type { Operation } from '../../contracts/contract.ts'
import { isUnable } from '../../contracts/statuses.ts'
import { isAnswerLost } from '../client/pacing/losses.ts'
import { bansOf, locksOf } from '../evidence/bans.ts'
import { mistimedBeside } from '../evidence/mistimed.ts'
import { type RightExchange, rightExchanges, wrongAmong } from '../evidence/right-exchanges.ts'
import {
  isBeyondChance,
  isCutOff,
  isLikeOthers,
  isThrottled,
  mayBeThrottled,
  saysTooMuch,
  throttledAmong,
} from '../evidence/throttled-answers.ts'
import { chronological, type Exchange, sentWhere, wasTried } from '../exchange.ts'
import { agentFiltersOf } from '../judging/doubts/agent-filters.ts'
import { isFailureIn, type Outcome } from '../judging/outcome.ts'
import type { Plan } from '../plan.ts'
import { isFailed, type Run } from '../run.ts'

/**
 * Whether the number of requests, or of wrong ones, may explain what a run found. `shown`: an operation accepted some right requests and turned
 * others away, like a target that limits requests or locks out after failures, or a share of all requests got no answer; alone, or among right
 * ones only, each may be answered. `possible`: nothing that was found speaks against it.
 */
export type Throttling = 'shown' | 'possible' | 'none'

/** Whether the pace of a run explains what it left open or failed. */
export function throttlingOf({ probes }: Pick<Plan, 'probes'>, run: Run): Throttling {
  const right = rightExchanges(probes, run.exchanges)
  if (isForTheClient(right, run) || !mayExplain(right, run)) return 'none'
  const isShown =
    isShownBy(right) ||
    wasAway(right) ||
    isBannedFromTheFirst(right, run.exchanges) ||
    isLockedOnce(right, run) ||
    isOverloaded(answering(right, run.exchanges).filter(mustBeAnswered(probes)))
  return isShown ? 'shown' : 'possible'
}

/** True if right requests were turned away for the client's name alone: where others were as well, that may have been chance. */
function isForTheClient(right: readonly RightExchange[], { exchanges }: Run): boolean {
  const filters = agentFiltersOf(right, exchanges)
  const turned = new Set(filters.flatMap((one) => one.turned))
  return (
    filters.length > 0 &&
    right.every(({ isAccepted, isUnusual, exchange }) => isAccepted || isUnusual || !wasTried(exchange) || turned.has(exchange))
  )
}

/**
 * True if a right request was refused just as the wrong one beside it, by a lock that was over soon: its operation accepts others. An unusual
 * one only if that is a failure, and also if it was told what crowds are told: it may be the only one that met another.
 */
function isLockedOnce(right: readonly RightExchange[], { exchanges, outcomes }: Run): boolean {
  const failing = failingExchanges(outcomes)
  const open = acceptingAmong(right)
  const isLocked = locksOf(wrongAmong(exchanges, right), exchanges)
  return right.some(
    ({ operation, isAccepted, isUnusual, exchange }) =>
      open.has(operation) &&
      !isAccepted &&
      (isUnusual ? failing.has(exchange.id) && (isThrottled(exchange) || isLocked(exchange)) : isLocked(exchange)),
  )
}

/** The exchanges by which anything failed, by their ids. */
export function failingExchanges(outcomes: readonly Outcome[]): ReadonlySet<string> {
  const findings = outcomes.flatMap(({ verdict, findings }) => (verdict === 'failed' ? findings : []))
  return new Set(findings.flatMap(({ exchange }) => exchange ?? []))
}

/** The exchanges of operations that answered any right request: one that never does, while others do, is no better off alone. */
function answering(right: readonly RightExchange[], exchanges: readonly Exchange[]): readonly Exchange[] {
  const known = new Set(right.flatMap(({ exchange: { operation, response } }) => (response ? [operation] : [])))
  return known.size === 0 ? exchanges : exchanges.filter(({ operation }) => known.has(operation))
}

/** True if a share of all requests, right or wrong, got no answer at all, or some timed out: the target may accept few connections. */
function isOverloaded(exchanges: readonly Exchange[]): boolean {
  const sent = whereAnswered(exchanges).filter(wasTried)
  const lost = sent.filter(({ response }) => !response)
  const late = lost.filter(({ failure }) => failure?.kind === 'time-out')
  const isShare = isBeyondChance(lost.length, sent.length) || late.length >= leastLate
  return isShare && lost.length < sent.length && lost.every(isCutOff)
}

/**
 * True if some right requests ended in a broken connection, or in a gateway's answer in place of the target's, however often they were sent,
 * though their operations accept others: the target may have been away for a moment. Those that hang do so again.
 */
function wasAway(right: readonly RightExchange[]): boolean {
  const open = acceptingAmong(right)
  const isBroken = ({ failure, response }: Exchange) => failure?.kind === 'reset' || isUnable(response?.status)
  return right.filter(({ operation, exchange }) => isBroken(exchange) && open.has(operation)).length >= leastAway
}

/** A single one may be broken off for what it asks. */
const leastAway = 2

function acceptingAmong(right: readonly RightExchange[]): ReadonlySet<Operation> {
  return new Set(right.flatMap(({ isAccepted, operation }) => (isAccepted ? [operation] : [])))
}

/** The exchanges with addresses that answered anything: an address at which nothing listens turns nobody away. */
function whereAnswered(exchanges: readonly Exchange[]): Exchange[] {
  const answered = exchanges.filter(({ response }) => response)
  return sentWhere(exchanges, answered)
}

/** From how many requests on that time out, while others are answered, this is not chance. */
const leastLate = 5

export function mustBeAnswered(probes: Plan['probes']): (exchange: Exchange) => boolean {
  const open = new Map(probes.map(({ probe }) => [probe.id, probe.isOpen]))
  return ({ probe, role }) => open.get(probe)?.(role) !== true
}

/** True if operations turned right requests away as by a limit or a lockout, each by itself or all of them in the same way. */
function isShownBy(right: readonly RightExchange[]): boolean {
  const operations = byOperation(right)
  const together = throttledAmong(operations.flatMap((own) => (own.some(({ isAccepted }) => isAccepted) ? own : [])))
  return operations.some((own) => throttledAmong(own).length > 0) || (together.length > 0 && areAlike(together))
}

function byOperation(right: readonly RightExchange[]): RightExchange[][] {
  return [...Map.groupBy(right, ({ exchange }) => exchange.operation).values()]
}

function areAlike(exchanges: readonly Exchange[]): boolean {
  return new Set(exchanges.map(({ response }) => response?.status)).size === 1
}

/** The status of a resource that is locked, whoever asks. */
const locked = 423

/** True if an operation refused all right requests alike, as by a ban, which the wrong ones that open a run may have caused. */
function isBannedFromTheFirst(right: readonly RightExchange[], exchanges: readonly Exchange[]): boolean {
  return byOperation(right).some((own) => {
    const all = exchanges.filter(({ operation }) => operation === own[0]?.exchange.operation)
    const wrong = wrongAmong(all, own)
    const sent = own.flatMap(({ isUnusual, exchange }) => (isUnusual || !wasTried(exchange) ? [] : [exchange]))
    if (!areAlike(sent) || own.some(({ isAccepted }) => isAccepted)) return false
    if (sent[0]?.response?.status === locked) return true
    return saysOnlyLater(sent, wrong) || sent.some(bansOf(wrong, all))
  })
}

/** True if each right request is told that it was too much, unlike a wrong one before. */
function saysOnlyLater(right: readonly Exchange[], wrong: readonly Exchange[]): boolean {
  const [first] = right
  const isEarlier = (exchange: Exchange) => first !== undefined && exchange.startedAt <= first.startedAt && !saysTooMuch(exchange)
  return right.every(saysTooMuch) && wrong.some(isEarlier)
}

function mayExplain(right: readonly RightExchange[], { outcomes, complete, exchanges }: Run): boolean {
  if (!complete || isGone(exchanges) || outcomes.every(({ verdict }) => verdict !== 'failed' && verdict !== 'inconclusive')) return false
  const [accepted, away] = [right.filter(({ isAccepted }) => isAccepted), right.filter(({ isAccepted }) => !isAccepted)]
  if (away.some(mistimedBeside(accepted))) return false
  const lossy = new Set(exchanges.flatMap((exchange) => (isAnswerLost(exchange) ? [exchange.operation] : [])))
  const isHeldBack = ({ exchange }: RightExchange) => !wasTried(exchange) && lossy.has(exchange.operation)
  if (away.some((one) => !one.isUnusual && !mayBeThrottled(one.exchange) && !isHeldBack(one))) return false
  return !failsOtherwise(right, outcomes)
}

/** True if anything failed in a run but right requests that were turned away, which no pace and no lockout explains. */
export function isFlawed({ probes }: Pick<Plan, 'probes'>, { exchanges, outcomes }: Run): boolean {
  return failsOtherwise(rightExchanges(probes, exchanges), outcomes)
}

function failsOtherwise(right: readonly RightExchange[], outcomes: readonly Outcome[]): boolean {
  const turned = new Set(right.flatMap(({ isAccepted, exchange }) => (!isAccepted && mayBeThrottled(exchange) ? [exchange.id] : [])))
  return outcomes.some((outcome) => outcome.verdict === 'failed' && !isFailureIn(outcome, turned))
}

/** True if nothing fails any more in another run, though the first was flawed: what it found stands, since nothing that was sent explains it. */
export function isFlawGone(planned: Pick<Plan, 'probes'>, first: Run, other: Run): boolean {
  return isFlawed(planned, first) && !isFailed(other)
}

/** How many refused connections in a row at the end of a run show that nothing listens any more. */
const leastRefused = 10

/** True for a target that went down: a slower pace does not bring it back. */
function isGone(exchanges: readonly Exchange[]): boolean {
  const last = chronological(exchanges).slice(-leastRefused)
  return last.length === leastRefused && last.every(({ failure }) => failure?.kind === 'refused')
}

/** True if right requests were turned away in the same way as wrong ones: sending one at a time does not help against that. */
export function isRefusedAsWrong({ probes }: Pick<Plan, 'probes'>, { exchanges }: Run): boolean {
  return rightExchanges(probes, exchanges).some(
    ({ isAccepted, isUnusual, exchange }) =>
      !isAccepted && !isUnusual && exchange.response !== undefined && !isThrottled(exchange) && isLikeOthers(exchange),
  )
}
