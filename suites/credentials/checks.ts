import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { refusalCheck } from '../access/wrong-request.ts'
import { allWrongCredentials } from './probe.ts'

export function credentialChecks(contract: Contract, operation: Operation, probe: Probe): Check[] {
  return allWrongCredentials(contract, operation).map((wrong) => refusalCheck('credential', wrong, probe))
}
