import type { Contract } from '../contract.ts'
import { contract as generated } from '../generated/contract.ts'
import { generatedValidators } from '../generated/validators.js'
import type { Validators } from './validator.ts'

/** The validators of a contract: the generated ones where it is the generated contract, else compiled for it. */
export async function validatorsFor({ spec, ...contract }: Contract): Promise<Validators> {
  if (spec.sha256 === generated.spec.sha256 && spec.overlays.length === 0) return generatedValidators
  const { compileValidators } = await import('./compile.ts')
  return compileValidators({ spec, ...contract })
}
