import type { Contract } from '../../contracts/contract.ts'
import { loadContract } from '../../contracts/loading.ts'

/**
 * The contract of a run: the committed one, or that of the document as changed by overlay files, whose open points only name observations that
 * exist. Everything that runs the suites loads it here. @throws {DocumentError}
 */
export function overlaidContract(overlays: readonly string[]): Promise<Contract> {
  return loadContract(overlays, async (...contracts) => (await import('./observed.ts')).observedByNothing(...contracts))
}
