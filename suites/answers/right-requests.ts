import type { Operation } from '../../contracts/contract.ts'
import { marksOf } from '../../contracts/fields.ts'
import { isRedirect, isServerError, isSuccessful } from '../../contracts/statuses.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { type Classification, classify } from '../../engine/evidence/classification.ts'
import { describe, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { droppedAmong } from '../../engine/evidence/long-requests.ts'
import { hasList } from '../../engine/evidence/payload.ts'
import { messagesOf } from '../../engine/evidence/plain-error.ts'
import { isRefusedAs } from '../../engine/evidence/refusal-form.ts'
import { asRight, type RightExchange } from '../../engine/evidence/right-exchanges.ts'
import { saysError, saysSuccess } from '../../engine/evidence/wording.ts'
import type { Exchange, ReceivedResponse } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { exchangesOf } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { isObject, pointerSteps } from '../../text/json/pointer.ts'

/** A right request as it is judged beside the wrong ones of its operation. */
export interface RightRequest extends RightExchange {
  readonly classification: Classification
  /** True if it may be refused in any way, was dropped for its length, or ended as wrong credentials do: with their status, or no answer. */
  readonly isOpen: boolean
  /** True for an answer from 500 on to one that is not open. */
  readonly isFault: boolean
}

/** The probes that send right requests of an operation; a check of these belongs to the first. */
export type Senders = readonly [Probe, ...Probe[]]

export interface RightCheck extends Pick<Check, 'id' | 'title' | 'roles' | 'extent'> {
  readonly judge: (requests: readonly RightRequest[], evidence: readonly [Evidence, ...Evidence[]]) => Iterable<Finding>
}

/** A check of the right requests of all these probes, whichever sent them. Its id is that of its requirement. */
export function checkOfRight([probe, ...beside]: Senders, { judge, ...named }: RightCheck, requestsOf = rightRequests): Check {
  return {
    ...named,
    requirement: named.id,
    probe,
    beside,
    judge: (evidence, others = []) => judge(requestsOf([evidence, ...others]), [evidence, ...others]),
  }
}

export function rightRequests(evidence: readonly Evidence[]): RightRequest[] {
  return requestsOf(evidence, (probe, { role }) => probe.isRight(role))
}

/** The right requests, and the unlikely ones that the document allows if they were accepted: a success looks the same, whatever was asked. */
export function shapedRequests(evidence: readonly Evidence[]): RightRequest[] {
  const isTaken = ({ operation, isAllowed }: Probe, exchange: Exchange) =>
    isAllowed?.(exchange.role) === true && classify(operation, exchange) === 'accepted'
  return requestsOf(evidence, (probe, exchange) => probe.isRight(exchange.role) || isTaken(probe, exchange))
}

function requestsOf(evidence: readonly Evidence[], isMeant: (probe: Probe, exchange: Exchange) => boolean): RightRequest[] {
  const isDropped = droppedAmong(exchangesOf(...evidence))
  return evidence.flatMap(({ probe, operation, exchanges }) =>
    [...exchanges.values()].flatMap((exchange) => {
      if (!isMeant(probe, exchange)) return []
      const right = asRight(probe, exchange)
      const isUnusual = right.isUnusual || !probe.isRight(exchange.role)
      const status = exchange.response?.status
      // A redirect is no success, wherever it leads.
      const isRefused = isRedirect(status) || (isUnusual && isRefusedAs(operation, exchange, openings(operation, evidence)))
      const isOpen =
        probe.isOpen?.(exchange.role) === true || (isUnusual && (isDropped(exchange) || isRefusedAsWrong(operation, exchange, evidence)))
      const isFault = isServerError(status) && !isOpen
      const classification = isRefused ? 'refused' : classify(operation, exchange)
      return [{ ...right, isUnusual, classification, isAccepted: classification === 'accepted', isOpen, isFault }]
    }),
  )
}

/** True if a wrong credential is refused with the same status, or gets no answer either: the target refuses so. */
function isRefusedAsWrong(operation: Operation, { response }: Exchange, evidence: readonly Evidence[]): boolean {
  return openings(operation, evidence).some(
    (wrong) => (!wrong.response || classify(operation, wrong) === 'refused') && wrong.response?.status === response?.status,
  )
}

/** The wrong requests of an operation that came before every right one. */
function openings({ id }: Operation, evidence: readonly Evidence[]): Exchange[] {
  return evidence.flatMap(({ probe: { opening }, operation, exchanges }) =>
    opening && operation.id === id ? (exchanges.get(opening.role) ?? []) : [],
  )
}

/**
 * Exchanges with an answer to judge, maybe cut off: accepted, or a senseless 2xx (to unusual ones only if it cannot mean a refusal).
 * @throws {Inconclusive} if there is none.
 */
export function answersBegun(requests: readonly RightRequest[]): Exchange[] {
  const answers = requests.filter(isAnswered).map(({ exchange }) => exchange)
  if (answers.length === 0) throw new Inconclusive(whyNone(requests))
  return answers
}

/** Those whose body can be judged: answers that were cut off count only if none is whole. @throws {Inconclusive} if there is none. */
export function answeredExchanges(requests: readonly RightRequest[]): Exchange[] {
  const answers = answersBegun(requests)
  const whole = answers.filter(({ response }) => response?.truncated === false)
  return whole.length > 0 ? whole : answers
}

function isAnswered({ operation, isAccepted, classification, exchange: { response }, isUnusual }: RightRequest): boolean {
  if (isAccepted) return true
  if (classification !== 'unanswered' || response === undefined || !isSuccessful(response.status)) return false
  return !isUnusual || refusesNothing(operation, response)
}

/**
 * True for an empty body, a page or a text that is no JSON, flags and empty lists, and a success without its payload: none contains a word of
 * refusal, nor does a message that there is nothing to list. What marks itself as a success and has a list is one, whatever else it says.
 */
function refusesNothing(operation: Operation, response: ReceivedResponse): boolean {
  const { payload, success } = operation
  const { value, error } = jsonOf(response)
  if (error !== undefined) return !saysError(response.body.toString('utf8', 0, mostOfPage).replace(/<[^<>]*>/g, ' '))
  if (!isObject(value)) return value === null || (Array.isArray(value) && value.length === 0)
  const names = Object.keys(value)
  const marks = marksOf(success)
  const isMarked = marks.length > 0 && marks.every(([name, mark]) => value[name] === mark)
  const [envelope] = pointerSteps(payload.envelope)
  const isBare = names.every((name) => isEmptyOrTrue(value[name])) && !saysError(names.join(' '))
  const isFormed = isBare || isMarked || (envelope !== undefined && names.includes(envelope))
  if (payload.record.includes('*') && messagesOf(value).some((text) => nothingThere.test(text))) return true
  return isFormed && ((isMarked && hasList(operation, value)) || messagesOf(value).every((text) => saysSuccess(text)))
}

function isEmptyOrTrue(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.length === 0)
}

/** Words that stand for an empty list; those of a refusal were told before. */
const nothingThere = /^\W*(?:there (?:is|are|was|were) )?(?:no|nothing|empty|zero|0)\b/i

const mostOfPage = 1 << 16

export function whyNone(requests: readonly RightRequest[]): string {
  const [first] = requests
  if (!first) return 'Nothing was sent.'
  return `A right request was not accepted: ${describe(first.operation, first.exchange, first.classification)}.`
}
