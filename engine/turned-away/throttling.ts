import { isOfCrowds } from '../../contracts/statuses.ts'
import { decodedText } from '../evidence/body.ts'
import { type Exchange, headerValue } from '../exchange.ts'
import type { Finding, Outcome } from '../judging/outcome.ts'
import type { Plan } from '../plan.ts'
import { clientRoles, controlRoles, isAmongWrong } from '../probes/roles.ts'
import type { Run } from '../run.ts'
import { agentFiltersOf } from './agent-filters.ts'
import { bansOf, locksOf } from './bans.ts'
import { type RightExchange, rightExchanges } from './right-exchanges.ts'

/**
 * Whether the number of requests, or of wrong ones among them, may explain what a run found. `shown`: an operation accepted some right requests and
 * turned others away, like a target that limits requests or locks out after failures, or a share of all requests got no answer; sent alone, or among
 * right ones only, each of them may be answered. `possible`: nothing that was found speaks against it.
 */
export type Throttling = 'shown' | 'possible' | 'none'

/** Whether the pace of a run explains what it left open or failed. */
export function throttlingOf({ probes }: Pick<Plan, 'probes'>, run: Run): Throttling {
  const right = rightExchanges(probes, run.exchanges)
  if (agentFiltersOf(right, run.exchanges).length > 0 || !mayExplain(right, run)) return 'none'
  const isShown =
    isShownBy(right) ||
    isBannedFromTheFirst(right, run.exchanges) ||
    isLockedOnce(right, run) ||
    isOverloaded(run.exchanges.filter(mustBeAnswered(probes)))
  return isShown ? 'shown' : 'possible'
}

/**
 * True if a right request was refused just as the wrong one beside it, by a lock that was over soon: its operation accepts others. An unusual one only
 * if that is a failure.
 */
function isLockedOnce(right: readonly RightExchange[], { exchanges, outcomes }: Run): boolean {
  const known = new Set(right.map(({ exchange }) => exchange))
  const failing = new Set(failedFindings(outcomes).map(({ exchange }) => exchange))
  const open = new Set(right.flatMap(({ isAccepted, operation }) => (isAccepted ? [operation] : [])))
  const isLocked = locksOf(
    exchanges.filter((exchange) => !known.has(exchange)),
    exchanges,
  )
  return right.some(
    ({ operation, isAccepted, isUnusual, exchange }) =>
      open.has(operation) && !isAccepted && (!isUnusual || failing.has(exchange.id)) && isLocked(exchange),
  )
}

function failedFindings(outcomes: readonly Outcome[]): readonly Finding[] {
  return outcomes.flatMap(({ verdict, findings }) => (verdict === 'failed' ? findings : []))
}

/** True if a share of all requests, right or wrong, got no answer at all, or some timed out: the target may accept few connections. */
function isOverloaded(exchanges: readonly Exchange[]): boolean {
  const sent = whereAnswered(exchanges).filter(({ failure }) => failure?.kind !== 'unsent')
  const lost = sent.filter(({ response }) => !response)
  const late = lost.filter(({ failure }) => failure?.kind === 'time-out')
  const isShare = isBeyondChance(lost.length, sent.length) || late.length >= leastLate
  return isShare && lost.length < sent.length && lost.every(isCutOff)
}

/** The exchanges with addresses that answered anything: an address at which nothing listens turns nobody away. */
function whereAnswered(exchanges: readonly Exchange[]): Exchange[] {
  const originOf = ({ request }: Exchange) => new URL(request.url).origin
  const answering = new Set(exchanges.filter(({ response }) => response).map(originOf))
  return exchanges.filter((exchange) => answering.has(originOf(exchange)))
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

/** True if an operation accepted no right request, and refused all alike, as by a ban, which the wrong requests that open a run may have caused. */
function isBannedFromTheFirst(right: readonly RightExchange[], exchanges: readonly Exchange[]): boolean {
  return byOperation(right).some((own) => {
    const known = new Set(own.map(({ exchange }) => exchange))
    const all = exchanges.filter(({ operation }) => operation === own[0]?.exchange.operation)
    const wrong = all.filter((exchange) => !known.has(exchange))
    const sent = own.flatMap(({ isUnusual, exchange }) => (isUnusual || exchange.failure?.kind === 'unsent' ? [] : [exchange]))
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

/** The right requests of one operation that were turned away as by a limit or a lockout; none if there may be another reason. */
export function throttledAmong(right: readonly RightExchange[]): readonly Exchange[] {
  const own = right.filter(({ isUnusual, exchange }) => !isUnusual || exchange.lost !== undefined)
  const isEverTaken = right.some(({ isAccepted, isUnusual, exchange }) => isAccepted && (!isUnusual || exchange.role === clientRoles[0]))
  if (!isEverTaken) return []
  const away = own.flatMap(({ isAccepted, exchange }) => (isAccepted && exchange.lost === undefined ? [] : [exchange]))
  const isShare = isBeyondChance(away.length, own.length) && (away.every(isThrottled) || away.some(isOrdinary))
  return isShare || away.some(saysTooMuch) ? away : []
}

function mayExplain(right: readonly RightExchange[], { outcomes, complete, exchanges }: Run): boolean {
  if (!complete || isGone(exchanges) || outcomes.every(({ verdict }) => verdict !== 'failed' && verdict !== 'inconclusive')) return false
  const away = right.filter(({ isAccepted }) => !isAccepted)
  if (away.some(({ isUnusual, exchange }) => !isUnusual && !mayBeThrottled(exchange))) return false
  const turned = new Set(away.flatMap(({ exchange }) => (mayBeThrottled(exchange) ? [exchange.id] : [])))
  return failedFindings(outcomes).every(({ exchange }) => exchange !== undefined && turned.has(exchange))
}

/** How many refused connections in a row at the end of a run show that nothing listens any more. */
const leastRefused = 10

/** True for a target that went down: a slower pace does not bring it back. */
function isGone(exchanges: readonly Exchange[]): boolean {
  const last = exchanges.toSorted((one, other) => one.startedAt - other.startedAt).slice(-leastRefused)
  return last.length === leastRefused && last.every(({ failure }) => failure?.kind === 'refused')
}

/** True if right requests were turned away in the same way as wrong ones: sending one at a time does not help against that. */
export function isRefusedAsWrong({ probes }: Pick<Plan, 'probes'>, { exchanges }: Run): boolean {
  return rightExchanges(probes, exchanges).some(
    ({ isAccepted, isUnusual, exchange }) => !isAccepted && !isUnusual && !isThrottled(exchange) && isOrdinary(exchange),
  )
}

/** True for a right request that is like the others of its probe: if it is turned away, the reason is not what it asks. */
function isOrdinary({ role }: Exchange): boolean {
  return role === controlRoles.after || isAmongWrong(role)
}

/** True for an answer with which a target may turn away requests that come too fast, or clients that failed too often: not a 500. */
function mayBeThrottled(exchange: Exchange): boolean {
  return isThrottled(exchange) || (exchange.response !== undefined && exchange.response.status < 500)
}

const leastTurned = 2
const leastShare = 0.1

/** False if so few are turned away, by number or by share, that it may be chance, which is judged as a fault of the target. */
export function isBeyondChance(turned: number, all: number): boolean {
  return turned >= leastTurned && turned >= all * leastShare
}

/** True for an answer with which services turn away requests that come too fast or at the same time as others, even if they are repeated. */
export function isThrottled(exchange: Exchange): boolean {
  const { response, lost } = exchange
  if (lost !== undefined) return true
  if (!response) return isCutOff(exchange)
  return isOfCrowds(response.status) || (response.status < 500 && saysTooMuch(exchange))
}

function isCutOff({ failure }: Exchange): boolean {
  return failure?.kind === 'reset' || failure?.kind === 'refused' || failure?.kind === 'time-out'
}

/** True if an answer says that it was too much at once: by words in it, or by a header that counts what is left. */
function saysTooMuch({ response }: Exchange): boolean {
  if (!response) return false
  const { headers, body } = response
  const isSpent = countsLeft.some((name) => headerValue(headers, name)?.trim() === '0')
  if (isSpent || headerValue(headers, 'retry-after') !== undefined) return true
  const said = body.length <= longest ? decodedText(response) : ''
  return wording.test(`${said} ${headerValue(headers, 'location') ?? ''}`.replace(/[_-]+/g, ' '))
}

const longest = 10_000
const countsLeft = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining']

const wording = new RegExp(
  [
    String.raw`\brate\s?limit|\b(?:rate|request|call|traffic|usage) (?:limit|quota)|\brequests? (?:an?|per|each) (?:second|minute|hour)|\btoo many\b|\btoo (?:fast|frequent|often)|\bthrottl`,
    String.raw`\bslow(?:er| down)\b|\bcalm\b|\b(?:try|retry|come back)(?: again)? (?:later|after|in)\b|\bquota\b|\boverload|\bbusy\b|\bcapacity\b`,
    String.raw`\bin (?:progress|flight)\b|\bconcurren|\bsimultaneous|\b(?:already|being) (?:being )?process|\banother (?:\w+ )?(?:request|transaction|transfer|withdrawal) is\b|\bpending\b|\block(?:ed)?\b|\blimit (?:is )?(?:exceeded|reached)`,
    'تعداد درخواست|بیش از حد|بعدا|مجددا|频繁|頻繁|稍后|稍後|слишком|попробуйте|demasiad|zu viele|trop de|muitas|çok fazla',
  ].join('|'),
  'iu',
)
