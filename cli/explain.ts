import { Command } from 'commander'
import { explanation } from '../reports/explanation.ts'
import { styleOf } from '../reports/lines.ts'
import { catalogueOf } from '../suites/index.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { nearest } from '../targets/suggestion.ts'
import { contract, overlayOption } from './contract.ts'

/** `assay explain CHECK`: the requirement, its clause, what is sent and what is judged. */
export function explainCommand(): Command {
  return new Command('explain')
    .description('say what a check sends and judges')
    .argument('<check>', 'the id of a check, as reports and `assay coverage` show it')
    .addOption(overlayOption())
    .addHelpText('after', '\nExample:\n  $ assay explain requestWithdrawal.signature.swaps-amount-token')
    .action(async (id: string) => {
      const { checks } = await catalogueOf(contract)
      const check = checks.find((candidate) => candidate.id === id)
      if (!check)
        throw new ConfigurationError(
          `There is no check ${JSON.stringify(id)}.${nearest(
            id,
            checks.map((each) => each.id),
          )}`,
        )
      process.stdout.write(explanation(contract, check, styleOf(process.stdout)))
    })
}
