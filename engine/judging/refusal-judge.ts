import { isNoAnswer, isOfClient, isSuccessful, saysMade } from '../../contracts/statuses.ts'
import { memoized } from '../../language/memoized.ts'
import { classify } from '../evidence/classification.ts'
import { acceptedOf, describe, type Evidence, exchangeOf, Inconclusive } from '../evidence/evidence.ts'
import { registeredId } from '../evidence/identifier.ts'
import { droppedAmong } from '../evidence/long-requests.ts'
import { classifyAmong, saysTheSame } from '../evidence/refusal-form.ts'
import type { Exchange, ReceivedResponse } from '../exchange.ts'
import { afterRefusedRole, controlRoles, isAmongWrong, isControl, plainRoles } from '../probes/roles.ts'
import type { Finding } from './outcome.ts'

/** The roles of one wrong request in all its forms: the first was sent, or nothing is known. */
export type Roles = readonly [string, ...string[]]

/** What else decides whether a wrong request was refused. */
interface RefusalTerms {
  /** What was sent with ever less that is unusual, if that is not the same. */
  readonly plainly?: readonly string[] | undefined
  readonly without?: string | undefined
  readonly beside?: readonly Evidence[]
  readonly isUnlisted?: boolean | undefined
}

/**
 * A wrong request is refused. An acceptance is a finding whatever else happened. A refusal counts only between two right requests that were
 * accepted; otherwise a target that refuses everything, or locks out, would pass for one that tells them apart. It is enough if the right
 * request after it is told that no more withdrawals are taken: a target that did not tell it apart would have told the wrong one the same.
 * `without` is the role of a request that lacks what this one has in the wrong place: if that is accepted too, the place is not the reason.
 * `beside` is evidence of other probes of the operation, which may show how it refuses. A request whose form the source does not list must
 * not be answered with the payload: any other answer is open.
 */
export function* judgeRefused(
  evidence: Evidence,
  roles: string | Roles,
  sent: string,
  { plainly = [], without, beside = [], isUnlisted = false }: RefusalTerms = {},
): Generator<Finding> {
  const [first, ...others] = typeof roles === 'string' ? [roles] : roles
  // An early one may have been accepted even if the first role was never sent.
  const tried = [first, ...others].flatMap((role) => evidence.exchanges.get(role) ?? [])
  const words = ({ role }: Exchange) => plainly[plainRoles(first).indexOf(role)] ?? sent
  const accepted = acceptances(evidence, tried, words, without)
  if (accepted.length > 0) return yield* accepted
  exchangeOf(evidence, first)
  acceptedOf(evidence, controlRoles.before)
  const ration = rationOf(evidence)
  for (const exchange of isUnlisted ? [] : telling(tried)) {
    if (isRationedBy(ration, exchange)) acceptedOf(evidence, controlRoles.after)
    const classification = classifyAmong(evidence.operation, exchange, exchangesOf(evidence, ...beside))
    if (classification === 'unanswered' && !isRefusedBySilence(evidence, exchange))
      throw new Inconclusive(`It is not known whether it was refused: ${describe(evidence.operation, exchange, classification)}.`)
  }
  if (ration === undefined) acceptedOf(evidence, controlRoles.after)
}

export const rationed = 'The target takes no more withdrawals for now: how many it takes is open.'

/**
 * The answer with which a target tells right withdrawals that it takes no more for now, if it took one at first: a 429, or the same refusal
 * of the last two.
 */
export function rationOf({ operation, exchanges }: Evidence): ReceivedResponse | undefined {
  const [before, after, again] = [controlRoles.before, controlRoles.after, afterRefusedRole].map((role) => exchanges.get(role))
  // A probe without controls ends with the one that follows a refused one.
  const last = before ? after : again && [...exchanges.values()].at(-2)
  if (!operation.movesMoney || !last?.response) return undefined
  if (before && last.response.status === 429) return last.response
  const isRefused = [last, again].every((exchange) => exchange && isBounded(operation, exchange))
  const isSaidAgain = again?.response !== undefined && saysTheSame(last.response, again.response)
  return isRefused && isSaidAgain && (!before || classify(operation, before) === 'accepted') ? last.response : undefined
}

/** True for the answer that right withdrawals get when no more are taken, except a 429, which counts as no answer to a wrong one anyway. */
export function isRationedBy(ration: ReceivedResponse | undefined, { response }: Exchange): boolean {
  return ration !== undefined && ration.status !== 429 && response !== undefined && saysTheSame(ration, response)
}

/** True for a refusal that may be because of a bound: no fault, no redirect, and not because of credentials. */
function isBounded(operation: Evidence['operation'], exchange: Exchange): boolean {
  if (!exchange.response || classify(operation, exchange) !== 'refused') return false
  const { status } = exchange.response
  return status < 300 || (isOfClient(status) && status !== 401)
}

export function exchangesOf(...all: readonly Evidence[]): Exchange[] {
  return all.flatMap(({ exchanges }) => [...exchanges.values()])
}

/** @throws {Inconclusive} if a request without a credential was accepted as well */
function acceptances(
  evidence: Evidence,
  tried: readonly Exchange[],
  words: (exchange: Exchange) => string,
  without: string | undefined,
): Finding[] {
  const accepted = tried.filter((exchange) => classify(evidence.operation, exchange) === 'accepted')
  if (accepted.length > 0 && without !== undefined && isAccepted(evidence, without))
    throw new Inconclusive('The target accepts a request without any credential, so this one shows nothing.')
  return accepted.map((exchange) => ({
    at: 'status',
    expected: 'a refusal',
    actual: `${acceptedWith(exchange)}, sent ${words(exchange)}`,
    exchange: exchange.id,
  }))
}

/** What is said of an acceptance whose status is that of a refusal. */
export const withPayload = 'with what a success holds'

/** How a request was accepted: what its answer gives counts, whatever its status says. */
export function acceptedWith({ response }: Exchange): string {
  const isRefused = response && !isSuccessful(response.status)
  return `accepted (${response?.status}${isRefused ? `, ${withPayload}` : ''})`
}

/** Those whose answers count: if a plainer request was sent as well, the answers to the others were about what else is unusual in them. */
function telling(tried: readonly Exchange[]): readonly Exchange[] {
  const roles = plainRoles(tried[0]?.role ?? '')
  const plainer = tried.findLast(({ role }) => roles.includes(role))
  return plainer ? [plainer] : tried
}

export function isAccepted({ exchanges, operation }: Evidence, role: string): boolean {
  const exchange = exchanges.get(role)
  return exchange !== undefined && classify(operation, exchange) === 'accepted'
}

/**
 * True if a target refuses by not answering, by an empty success, or by saying "later": wrong requests got exactly that often enough, or this one
 * however often it was sent, and all right requests among them were accepted at once. The accepted withdrawals need consecutive ids, which
 * shows that nothing was registered between them.
 */
export function isRefusedBySilence(evidence: Evidence, exchange: Exchange): boolean {
  const { operation, exchanges } = evidence
  const all = [...exchanges]
  const isDropped = droppedIn(evidence)(exchange)
  const way = wayOf(exchange)
  if (way === undefined && !isDropped) return false
  const right = all.flatMap(([role, each]) => (isControl(role) || isAmongWrong(role) ? [each] : []))
  const isTold = right.every((each) => each.repeats === 0 && classify(operation, each) === 'accepted')
  const alike = all.reduce((sum, [, each]) => (wayOf(each) === way ? sum + 1 + each.repeats : sum), 0)
  const isAgain = isDropped || alike >= leastAlike || exchange.repeats >= leastRepeats
  if (!isTold || right.length < leastRight || !isAgain) return false
  const accepted = all.flatMap(([, each]) => (classify(operation, each) === 'accepted' ? [each] : []))
  return !operation.movesMoney || areCounted(accepted.map((each) => registeredId(operation, each)))
}

/** The same for all checks that judge this evidence. */
const droppedIn = memoized(({ exchanges }: Evidence) => droppedAmong([...exchanges.values()]))

const leastRight = 3
/** Those that were sent again count as often as that. */
const leastAlike = 10
const leastRepeats = 3

/** How a request was left unanswered: how the connection ended, or the status; undefined if it was answered. */
function wayOf({ response, failure }: Exchange): string | undefined {
  if (response) return isNoAnswer(response.status) || saysNothing(response) ? String(response.status) : undefined
  return failure?.kind === 'reset' ? failure.kind : undefined
}

/** True for a success without a body that does not claim to have made anything. */
function saysNothing(response: ReceivedResponse): boolean {
  return isSuccessful(response.status) && !saysMade(response.status) && response.body.length === 0
}

function areCounted(ids: readonly (string | undefined)[]): boolean {
  const numbers = ids.flatMap((id) => (id !== undefined && /^-?\d{1,30}$/.test(id) ? [BigInt(id)] : []))
  const [least, ...others] = numbers.sort((a, b) => (a < b ? -1 : Number(a > b)))
  return least !== undefined && numbers.length === ids.length && others.every((number, index) => number === least + BigInt(index + 1))
}
