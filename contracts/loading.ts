import type { Contract } from './contract.ts'
import { contract as generated } from './generated/contract.ts'
import type { FaultsIn } from './overlays/overlaid.ts'

/**
 * The contract of the committed document, or of the document that overlay files change one after another. What that
 * takes is loaded only then. @throws {DocumentError}
 */
export async function loadContract(overlays: readonly string[] = [], faultsIn?: FaultsIn): Promise<Contract> {
  if (overlays.length === 0) return generated
  const { deriveOverlaid } = await import('./overlays/overlaid.ts')
  return deriveOverlaid(overlays, faultsIn)
}
