import type { Operation } from '../../contracts/contract.ts'
import { isNoAnswer, isSuccessful } from '../../contracts/statuses.ts'
import { absent } from '../../text/excerpt.ts'
import { type Exchange, isWebPage } from '../exchange.ts'
import type { Probe } from '../probes/probe.ts'
import { controlRoles } from '../probes/roles.ts'
import type { ProbeRecord } from '../probes/steps.ts'
import { jsonOf } from './body.ts'
import { type Classification, classify } from './classification.ts'
import { otherMark } from './plain-error.ts'

/** What a probe recorded. A judge sees nothing else, so that saved evidence can be judged again. */
export interface Evidence extends ProbeRecord {
  readonly probe: Probe
}

/** Thrown by a judge where the evidence does not suffice for a verdict. */
export class Inconclusive extends Error {}

/** Thrown where a role was left out on purpose: there is nothing to judge at this target. */
export class LeftOut extends Error {}

/** The exchange of a role. @throws {LeftOut} if it was left out. @throws {Inconclusive} if it was not sent. */
export function exchangeOf(evidence: ProbeRecord, role: string): Exchange {
  const exchange = evidence.exchanges.get(role)
  if (exchange) return exchange
  const reason = evidence.leftOut.get(role)
  if (reason !== undefined) throw new LeftOut(reason)
  throw new Inconclusive(notAccepted(evidence, controlRoles.before) ?? notSent)
}

const notSent = 'It was not sent: a request that it depends on was not accepted, or the run ended first.'

/** The exchange of a right request that was accepted. @throws {Inconclusive} saying what happened instead. */
export function acceptedOf(evidence: ProbeRecord, role: string): Exchange {
  const exchange = exchangeOf(evidence, role)
  const reason = notAccepted(evidence, role)
  if (reason !== undefined) throw new Inconclusive(reason)
  return exchange
}

/** Checks that at least one of several right requests was accepted. @throws {Inconclusive} if none was. */
export function oneAcceptedOf(evidence: Evidence, roles: readonly string[]): void {
  const sent = roles.filter((role) => evidence.exchanges.has(role))
  if (sent.some((role) => notAccepted(evidence, role) === undefined)) return
  const [role] = [...sent, ...roles]
  if (role === undefined) throw new Inconclusive(notSent)
  acceptedOf(evidence, role)
}

/** All exchanges of right requests with an answer to judge: accepted, or a 2xx that makes no sense. */
export function answersOf({ probe, operation, exchanges }: Evidence): Exchange[] {
  return [...exchanges].flatMap(([role, exchange]) => (probe.isRight(role) && isAnswer(operation, exchange) ? [exchange] : []))
}

/** What a target did with a request, in words that complete a sentence. */
export function describe(operation: Operation, exchange: Exchange, classification: Classification): string {
  const { response, failure } = exchange
  return response && !failure ? `answered with ${answerFound(operation, exchange, classification)}` : (failure?.message ?? 'not answered')
}

/** What stood where another answer was expected: its status, and what is not told by that. */
export function answerFound(operation: Operation, { response }: Exchange, classification: Classification): string {
  if (!response) return absent
  const { status } = response
  if (classification === 'unanswered') {
    if (isNoAnswer(status)) return String(status)
    return `${status}, which is ${response.truncated ? 'more than can be judged' : 'neither a success nor a refusal'}`
  }
  if (classification !== 'refused' || !isSuccessful(status)) return String(status)
  return `${status} and ${isWebPage(response) ? 'a web page' : (otherMark(operation, jsonOf(response).value) ?? 'an error in it')}`
}

function isAnswer(operation: Operation, exchange: Exchange): boolean {
  const classification = classify(operation, exchange)
  const isWithoutSense = classification === 'unanswered' && isSuccessful(exchange.response?.status)
  return classification === 'accepted' || isWithoutSense
}

function notAccepted({ operation, exchanges }: ProbeRecord, role: string): string | undefined {
  const exchange = exchanges.get(role)
  if (!exchange) return undefined
  const classification = classify(operation, exchange)
  if (classification === 'accepted') return undefined
  return `A right request was not accepted: ${describe(operation, exchange, classification)}.`
}
