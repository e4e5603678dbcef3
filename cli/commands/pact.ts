import { Command } from 'commander'
import { checkCommand } from './pact-check.ts'
import { pactVerifyCommand } from './pact-verify.ts'

export function pactCommand(): Command {
  return new Command('pact').addCommand(pactVerifyCommand()).addCommand(checkCommand())
}
