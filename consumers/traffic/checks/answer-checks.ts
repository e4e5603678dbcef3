import type { Contract, Operation } from '../../../contracts/contract.ts'
import { hashed } from '../../../contracts/hashing.ts'
import type { Validators } from '../../../contracts/schemas/validator.ts'
import { isSuccessful } from '../../../contracts/statuses.ts'
import { classify } from '../../../engine/evidence/classification.ts'
import { Inconclusive } from '../../../engine/evidence/evidence.ts'
import { createShapes } from '../../../engine/evidence/shape.ts'
import type { Exchange, ReceivedResponse } from '../../../engine/exchange.ts'
import type { Check } from '../../../engine/judging/check.ts'
import { type Finding, foundIn } from '../../../engine/judging/outcome.ts'
import type { Probe } from '../../../engine/probes/probe.ts'
import { memoized } from '../../../language/memoized.ts'
import { answerChecks } from '../../../suites/answers/checks.ts'
import { fieldChecks } from '../../../suites/fields/checks.ts'
import { type ActiveCheck, type ConsumerCheck, noFindings } from '../consumer-check.ts'
import type { Sent } from '../sent-request.ts'

/** The checks that a run applies to every success, for answers that no run asked for. */
export function trafficAnswerChecks(contract: Contract, validators: Validators): ConsumerCheck[] {
  const shapes = createShapes(validators)
  return contract.operations.flatMap((operation) => {
    const probe = seen(operation)
    return [...answerChecks(operation, [probe]), ...fieldChecks(operation, [probe], shapes)].map(ofTraffic)
  })
}

const role = 'seen'

/** A probe that sends nothing: each answer that passes is its evidence. */
function seen(operation: Operation): Probe {
  return {
    id: `${operation.id}.traffic`,
    operation,
    phase: 'judging',
    isRight: () => true,
    cost: () => ({ requests: 0, signed: 0, registers: 0, mayRegister: 0, chain: 0 }),
    recipe: () => undefined,
    run: async () => undefined,
  }
}

function ofTraffic(check: Check): ConsumerCheck {
  const { id, requirement, title, probe } = check
  return { id, requirement, title, operation: probe.operation.id, begin: () => judging(check) }
}

const mostKnown = 10_000

/** Judges each answer; one whose bytes were judged before is skipped, since services answer the same often. */
function judging(check: Check): ActiveCheck {
  const known = new Set<string>()
  return {
    see: (sent) => {
      const { response } = sent.exchange
      if (!response || !isSuccess(check.probe.operation, sent)) return undefined
      if (sent.lacks.response !== undefined) throw new Inconclusive(sent.lacks.response)
      if (response.truncated)
        throw new Inconclusive('An answer was longer than what is kept of it (1 MB of what passes): `assay run` judges long ones.')
      const answer = digestOf(response)
      if (known.has(answer)) return noFindings
      if (known.size < mostKnown) known.add(answer)
      return findings(check, sent.exchange, () => known.delete(answer))
    },
  }
}

function findings({ probe, judge }: Check, exchange: Exchange, forget: () => void): Finding[] | undefined {
  try {
    const evidence = { probe, operation: probe.operation, exchanges: new Map([[role, exchange]]), leftOut: new Map() }
    return foundIn(exchange.id, judge(evidence))
  } catch (cause) {
    forget()
    if (cause instanceof Inconclusive) return undefined
    throw cause
  }
}

/** A refusal is open, and does not fail the service. */
function isSuccess(operation: Operation, { address, exchange }: Sent): boolean {
  if (address.kind !== 'shown') return false
  const classification = classify(operation, exchange)
  return classification === 'accepted' || (classification === 'unanswered' && isSuccessful(exchange.response?.status))
}

const digestOf = memoized(({ status, headers, body }: ReceivedResponse) => {
  const type = headers.filter(([name]) => /^content-(type|encoding)$/i.test(name))
  return hashed('sha256', JSON.stringify([status, type]), body).toString('base64')
})
