import { Command } from 'commander'
import type { PlannedInteraction } from '../../consumers/pact/verification/pact-verification.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { journalOf } from '../../reports/withdrawal-journal.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { exiting } from '../exit-code.ts'
import { withoutSecrets } from '../fault.ts'
import { needPackages, pactVerifier } from '../optional.ts'
import { authorityIn } from '../options/certificate-files.ts'
import { contract } from '../options/contract.ts'
import { positiveNumber } from '../options/flag-values.ts'
import { addTargetArgument, addTargetOptions, refuseTarget, settingsFrom } from '../options/target-options.ts'
import { inFolder } from '../output/folder.ts'
import { conclude, type ReportOptions } from '../output/report-output.ts'
import { tell } from '../output/telling.ts'
import { interruptibly } from '../runs/interruption.ts'
import { withReference } from '../runs/reference.ts'

interface Options extends Pick<ReportOptions, 'out' | 'quiet' | 'verbose' | 'json'> {
  readonly reference: boolean
  readonly ca?: string
}

const examples = `
Examples:
  $ assay pact verify --reference
  $ assay pact verify --target https://dev.example/wallet --ca company-ca.pem
  $ assay pact verify --coin-url https://coins.example --chain-url https://dev.example --allow-withdrawals
  $ assay pact verify dev --overlay partner.yaml       with the pacts of a changed document

Exit codes: 0 every interaction passed · 1 one failed · 2 wrong usage, nothing verified · 3 not proven`

export function pactVerifyCommand(): Command {
  const command = new Command('verify').description("verify a target with Pact's own verifier and the contract's pacts")
  return addTargetOptions(addTargetArgument(command, '[target]'))
    .option('--reference', 'verify the reference provider that comes with Assay', false)
    .option('--ca <file>', 'trust the certificate authority in this PEM file as well')
    .option('--deadline <seconds>', 'the longest the verification may take', positiveNumber)
    .option('--timeout <seconds>', 'the longest a request may take', positiveNumber)
    .option('--out <dir>', 'where the reports go', 'reports/out')
    .option('--quiet', 'print only the conclusion and the failures', false)
    .option('--verbose', 'cut nothing short', false)
    .option('--json', 'print report.json to standard output, and nothing else', false)
    .addHelpText('after', examples)
    .action(exiting(verifyNamed))
}

async function verifyNamed(name: string | undefined, options: Options): Promise<number> {
  needPackages([pactVerifier], 'assay pact verify')
  const names = name === undefined ? [] : [name]
  if (!options.reference) return verify(await settingsFrom({ ...options }, names), options)
  refuseTarget(names, { ...options })
  return withReference(options, (settings) => verify(settings, options))
}

async function verify({ target: given, limits: { deadline, timeout } }: Settings, options: Options): Promise<number> {
  const { planPacts, verifyPacts, withdrawalsOf } = await import('../../consumers/pact/verification/pact-verification.ts')
  const target = options.ca === undefined ? given : trusting(given, options.ca)
  const planned = planPacts(contract, target)
  refuseEmpty(planned)
  const withdrawals = withdrawalsOf(planned, target)
  if (withdrawals > 0) tell(`This verification registers withdrawals at ${withoutSecrets(target.name)}: ${withdrawals} at most.`)
  using journal = journalOf(options.out, { contract, target, run: createSeed().text, onProblem: tell })
  return await inFolder(options.out, { contract, target, startedAt: Date.now() }, async () => {
    const limits = { deadline: inMilliseconds(deadline), timeout: inMilliseconds(timeout) }
    const finished = await interruptibly((signal) => verifyPacts(defined({ contract, target, ...limits, signal, journal })))
    return (await conclude(finished, { ...options, report: ['json', 'junit'] })).exitCode
  })
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}

/** A verification of nothing is a mistake of its user's, and Pact's verifier would call it a success. @throws {UsageError} */
function refuseEmpty(planned: readonly PlannedInteraction[]): void {
  if (planned.some(({ admission }) => admission.verdict === 'judged')) return
  const reasons = [...new Set(planned.flatMap(({ admission }) => ('reason' in admission ? [admission.reason] : [])))]
  throw new UsageError(`No interaction could be verified.\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)
}

function trusting(target: Target, file: string): Target {
  const { connection } = target
  const ca = [connection?.tls.ca, authorityIn(file)].filter((text) => text !== undefined).join('\n')
  return { ...target, connection: { ...(connection ?? { headers: [], hidden: [] }), tls: { ...connection?.tls, ca } } }
}
