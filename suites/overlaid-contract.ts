import type { Contract } from '../contracts/contract.ts'
import { loadContract } from '../contracts/loading.ts'

/**
 * The contract that a run is about: the committed one, or that of the document as overlay files change it, in which open points are
 * observed by observations that there are. Every door loads it here. @throws {DocumentError} @throws {DerivationError}
 */
export function overlaidContract(overlays: readonly string[]): Promise<Contract> {
  return loadContract(overlays, async (...contracts) => {
    const { observedByNothing } = await import('./observed.ts')
    return observedByNothing(...contracts)
  })
}
