import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import type { Probe } from '../../engine/probe.ts'
import { judgeRefused } from '../../engine/refused.ts'
import { wrongCredentials } from './probe.ts'

/** One check for each wrong way to present the credential of an operation. */
export function credentialChecks(contract: Contract, operation: Operation, probe: Probe): Check[] {
  return wrongCredentials(contract, operation).map(({ id, requirement, title }) => ({
    id: `${operation.id}.credential.${id}`,
    requirement: `${operation.id}.credential.${requirement}`,
    title: `Refuses ${title}`,
    probe,
    roles: requirement === 'place' ? [id, 'none'] : [id],
    judge: (evidence) => judgeRefused(evidence, id, title, requirement === 'place' ? 'none' : undefined),
  }))
}
