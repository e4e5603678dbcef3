import { Command } from 'commander'
import type { Contract } from '../contracts/contract.ts'
import { createClient } from '../engine/client/client.ts'
import type { Exchange } from '../engine/exchange.ts'
import { probeOf, ResendError, resend } from '../engine/resending.ts'
import { secretVariations } from '../engine/secret-variations.ts'
import { mayAsk } from '../engine/selection.ts'
import { missingSettings, type Target } from '../engine/target.ts'
import { styleOf } from '../reports/lines.ts'
import { redactionOf } from '../reports/redaction.ts'
import { fromReport, type Report } from '../reports/report.ts'
import { sideBySide } from '../reports/resent.ts'
import { catalogueOf } from '../suites/index.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { nearest } from '../targets/suggestion.ts'
import { contract } from './contract.ts'
import { addTargetOptions, settingsFrom } from './options.ts'

const examples = `
Examples:
  $ assay send reports/out requestWithdrawal.signature/omits-amount
  $ assay send report.json inquirePayments.pages/page-2 --target http://127.0.0.1:4010

Without --target it goes to where the report's run went. Credentials come from the environment.
Exit codes: 0 it was sent and answered · 2 wrong usage · 3 no answer`

/** `assay send REPORT EXCHANGE`: sends one exchange of a report again as its probe built it, and shows both answers. */
export function sendCommand(): Command {
  const command = new Command('send').description('send one exchange of a report again, freshly signed, and show both answers')
  return addTargetOptions(command, contract)
    .argument('<report>', 'the report.json of a run, or the folder that holds it')
    .argument('<exchange>', 'the id of an exchange, as findings name it')
    .addHelpText('after', examples)
    .action(async (path: string, id: string, options: Readonly<Record<string, unknown>>) => {
      const { readReport } = await import('./saved.ts')
      const report = await readReport(path)
      const saved = fromReport(report)
      const wanted = find(saved, id)
      const target = await targetOf(contract, report, options)
      process.exitCode = await sendAgain(saved, wanted, target)
    })
}

async function sendAgain(saved: readonly Exchange[], wanted: Exchange, target: Target): Promise<number> {
  const client = createClient({ contract, target, signal: new AbortController().signal, deadline: Date.now() + 60_000 })
  try {
    const catalogue = await catalogueOf(contract)
    const probe = probeOf(catalogue, contract, wanted)
    const refusal = mayAsk(target, probe)
    if (refusal !== undefined) throw new ConfigurationError(refusal)
    const missing = missingSettings(contract, target, probe.needs)
    if (missing.length > 0) throw new ConfigurationError(`Not set: ${missing.map(({ env }) => env).join(', ')}.`)
    const now = await resend(catalogue, client, saved, wanted)
    const redact = redactionOf(contract, target, secretVariations(contract, target))
    process.stdout.write(redact(sideBySide(wanted, now, styleOf(process.stdout))))
    return now.response ? 0 : 3
  } catch (cause) {
    if (cause instanceof ResendError) throw new ConfigurationError(cause.message)
    throw cause
  } finally {
    await client.close()
  }
}

function find(saved: readonly Exchange[], id: string): Exchange {
  const found = saved.find((exchange) => exchange.id === id)
  if (found) return found
  throw new ConfigurationError(
    `The report has no exchange ${JSON.stringify(id)}.${nearest(
      id,
      saved.map((exchange) => exchange.id),
    )}`,
  )
}

/** Where the report's run went, unless the command says otherwise. */
async function targetOf(contract: Contract, report: Report, options: Readonly<Record<string, unknown>>): Promise<Target> {
  const given = ['target', 'config', ...contract.bases.map((base) => `${base}Url`)].some((name) => options[name] !== undefined)
  const addresses = Object.fromEntries(contract.bases.map((base) => [`${base}Url`, report.target[`${base}Url`]]))
  return (await settingsFrom(contract, given ? options : { ...options, ...addresses })).target
}
