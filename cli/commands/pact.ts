import { Command } from 'commander'
import { checkCommand } from './pact-check.ts'
import { pactVerifyCommand } from './pact-verify.ts'

/** `assay pact`: judges a target by the contract's pacts, and a consumer's pacts by the document. */
export function pactCommand(): Command {
  return new Command('pact').addCommand(pactVerifyCommand()).addCommand(checkCommand())
}
