import { Command } from 'commander'
import { UsageError } from '../../language/usage-error.ts'
import { exiting } from '../exit-code.ts'
import { sayable } from '../fault.ts'
import { needPackages, pactVerifier } from '../optional.ts'
import { contract, overlayOption } from '../options/contract.ts'
import { positiveNumber } from '../options/flag-values.ts'
import { complain, say } from '../output/telling.ts'
import { endAtSignals } from '../runs/interruption.ts'

const examples = `
Examples:
  $ assay pact check pacts/my-sdk-the-service.json
  $ assay pact check pacts/ --provider the-service     of a folder, the pacts with one provider
  $ assay pact check pacts/ --json

Exit codes: 0 every pact agrees with the source · 1 one does not · 2 a file is no pact (the others are judged) · 3 not proven`

export function checkCommand(): Command {
  return new Command('check')
    .description("check a consumer's own pacts (Pact specification 1 to 4) against the source")
    .argument('<file...>', 'pact files, or folders of them')
    .addOption(overlayOption())
    .option('--provider <name>', 'only the pacts with the provider of this name')
    .option('--patience <seconds>', "the most that Pact's verifier may take", positiveNumber, 120)
    .option('--json', 'print the findings as JSON', false)
    .addHelpText('after', examples)
    .action(exiting(check))
}

async function check(
  files: readonly string[],
  { provider, patience, json }: { provider?: string; patience: number; json: boolean },
): Promise<number> {
  endAtSignals()
  needPackages([pactVerifier], 'assay pact check')
  const [{ readPactFiles }, { jsonText }] = await Promise.all([
    import('../../consumers/pact/reading/file.ts'),
    import('../../reports/text/json.ts'),
  ])
  const { pacts, problems } = await readPactFiles(files)
  const wanted = pacts.filter((pact) => provider === undefined || pact.provider === provider)
  if (wanted.length === 0 && problems.length === 0)
    throw new UsageError(`No pact has the provider ${JSON.stringify(provider)}; ${named(pacts)}.`)
  for (const problem of problems) complain(`assay: ${sayable(problem)}`)
  if (wanted.length === 0) return 2
  const { checkCode, checkPacts, pactSummary } = await import('../../consumers/pact/pact-check.ts')
  const report = await checkPacts(contract, wanted, { patience: patience * 1000 })
  if (json) process.stdout.write(jsonText(report))
  else say(pactSummary(report))
  const code = checkCode(report)
  return code !== 1 && problems.length > 0 ? 2 : code
}

function named(pacts: readonly { readonly provider: string }[]): string {
  const names = [...new Set(pacts.map((pact) => JSON.stringify(pact.provider)))]
  return names.length === 0 ? 'there are none' : `found ${names.join(', ')}`
}
