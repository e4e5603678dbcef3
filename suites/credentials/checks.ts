import type { Contract, Operation } from '../../contracts/contract.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { isInstead } from '../../engine/probes/roles.ts'
import { refusalCheck } from '../access/wrong-request.ts'
import { allWrongCredentials } from './probe.ts'

export function credentialChecks(contract: Contract, operation: Operation, probe: Probe): Check[] {
  return allWrongCredentials(contract, operation).map((wrong) => refusalCheck('credential', wrong, probe))
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
  return taken.map(({ title }) => `it takes a request ${title}`)
}
