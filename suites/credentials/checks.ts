import type { Contract, Operation } from '../../contracts/contract.ts'
import { hasScheme, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { exchangeOf } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { judgeRefused } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { isInstead } from '../../engine/probes/roles.ts'
import { refusalCheck } from '../access/wrong-request.ts'
import { allWrongCredentials } from './probe.ts'
import { lateCredential } from './wrong-credentials.ts'

export function credentialChecks(contract: Contract, operation: Operation, probe: Probe, behaviour: Probe): Check[] {
  if (!hasScheme(operation)) return []
  const late = operation.movesMoney ? [] : [lateCheck(operation, behaviour, probe)]
  return [...allWrongCredentials(contract, operation).map((wrong) => refusalCheck('credential', wrong, probe)), ...late]
}

/** Judged like those that were sent between the controls of another probe. */
function lateCheck(operation: SchemeOperation, probe: Probe, access: Probe): Check {
  const late = lateCredential(operation)
  const { role, title } = late
  return {
    ...refusalCheck('credential', late, probe),
    beside: [access],
    roles: [role],
    judge: (evidence, [among = evidence] = []) =>
      judgeRefused({ ...among, exchanges: new Map([...among.exchanges, [role, exchangeOf(evidence, role)]]) }, role, title),
  }
}

/** The wrong credentials that a target accepts of an operation's requests, each as a sentence about the target. */
export function acceptedOtherwise(contract: Contract, operation: Operation, exchanges: Iterable<Exchange>): string[] {
  const roles = new Set(
    [...exchanges].flatMap((exchange) => {
      const isOwn = exchange.operation === operation.id && !isInstead(exchange.role)
      return isOwn && classify(operation, exchange) === 'accepted' ? [exchange.role] : []
    }),
  )
  const taken = allWrongCredentials(contract, operation).filter(({ role }) => roles.has(role))
  return taken.map(({ title, plainTitles }) => `it takes a request ${plainTitles?.at(-1) ?? title}`)
}
