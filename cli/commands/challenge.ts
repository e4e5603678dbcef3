import { lstatSync } from 'node:fs'
import { Command } from 'commander'
import { challengeFile } from '../../certificates/challenge.ts'
import { attempted } from '../../language/attempted.ts'
import { UsageError } from '../../language/usage-error.ts'
import { resolveOperations } from '../../targets/configuration/configuration.ts'
import { day, dayOf } from '../../text/day.ts'
import { privateKeys } from '../options/certificate-files.ts'
import { contract } from '../options/contract.ts'
import { days, repeatable } from '../options/flag-values.ts'
import { writeOutput } from '../output/output-file.ts'
import { say } from '../output/telling.ts'

interface Options {
  readonly asker: string
  readonly operations?: string
  readonly days: number
  readonly sign?: readonly string[]
  readonly out: string
}

export function challengeCommand(): Command {
  return new Command('challenge')
    .requiredOption('--asker <name>', 'who asks, as the certificate will name it')
    .option('--operations <list>', 'the operations that have to be certified, separated by commas; all if left out')
    .option('--days <n>', 'for how many days it can be answered', days, 14)
    .option(
      '--sign <file>',
      'sign it with a private key in PEM, so that you need not keep the file (can be given several times)',
      repeatable,
    )
    .option('--out <file>', 'where it goes', 'assay.challenge.json')
    .addHelpText(
      'after',
      '\nExample:\n  $ assay challenge --asker "ACME Payments" --days 7\n\nThe vendor runs `assay certify --challenge FILE`; you run `assay verify CERTIFICATE --challenge FILE`.\nExit codes: 0 written · 2 wrong usage, or the file is there already',
    )
    .action(async ({ asker, operations, days: given, sign, out }: Options) => {
      if (attempted(() => lstatSync(out).isFile()))
        throw new UsageError(`${out} is there already, and may still be answered: remove it, or give --out for another file.`)
      const issuedAt = Date.now()
      const asked = { asker, operations: resolveOperations(contract, operations), issuedAt, validUntil: issuedAt + given * day }
      await writeOutput(out, challengeFile(asked, await privateKeys(sign)))
      say(`${out}: hand it to the vendor. It can be answered until ${dayOf(asked.validUntil)}.`)
    })
}
