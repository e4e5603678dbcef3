import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import type { Probe } from '../../engine/probe.ts'
import { judgeRefused } from '../../engine/refused.ts'
import { credentialVariations } from './probe.ts'

/** One check for each wrong way to present the credential of an operation. */
export function credentialChecks(contract: Contract, operation: Operation, probe: Probe): Check[] {
  return credentialVariations(contract, operation).map(({ id, tries, title }) => ({
    id: `${operation.id}.credential.${id}`,
    verifies: `${operation.id}.credential.${tries}`,
    title: `Refuses ${title}`,
    probe,
    roles: tries === 'place' ? [id, 'none'] : [id],
    judge: (evidence) => judgeRefused(evidence, id, title, tries === 'place' ? 'none' : undefined),
  }))
}
