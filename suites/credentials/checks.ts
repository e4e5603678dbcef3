import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import type { Probe } from '../../engine/probe.ts'
import { hasScheme } from '../../engine/request.ts'
import { refusalCheck } from '../access/wrong-request.ts'
import { strangerRoles, unlessGivenAway } from './given-away.ts'
import { allWrongCredentials } from './probe.ts'

/** One check for each wrong way to present the credential of an operation. */
export function credentialChecks(contract: Contract, operation: Operation, probe: Probe): Check[] {
  return allWrongCredentials(contract, operation).map((wrong) => {
    const check = refusalCheck(operation, 'credential', wrong, probe)
    return hasScheme(operation) && strangerRoles.includes(wrong.role) ? unlessGivenAway(operation, check, wrong.role) : check
  })
}
