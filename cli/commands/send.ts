import { Command } from 'commander'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { createClient, nothingLearned } from '../../engine/client/client.ts'
import { endAfter, systemClock } from '../../engine/client/clock.ts'
import { isAnswered } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { probeOf, resend, resentCount } from '../../engine/probes/resending.ts'
import { createSeed } from '../../engine/seed.ts'
import { mayAsk } from '../../engine/selection.ts'
import { missingSettings, type Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { unknownLines, withdrawalText } from '../../reports/examination.ts'
import { difference, type JudgedAgain, redactedExchange, resentVerdicts, sideBySide } from '../../reports/exchanges/resent-exchange.ts'
import { fromReport } from '../../reports/parsing.ts'
import { type Redactions, redactionsOf } from '../../reports/redaction/redaction.ts'
import { signaturesOf } from '../../reports/redaction/signatures.ts'
import type { Report } from '../../reports/report.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { plain } from '../../reports/text/plain.ts'
import { findingWords } from '../../reports/wording/outcome-texts.ts'
import { catalogueOf } from '../../suites/index.ts'
import { rejudge } from '../../suites/run.ts'
import { configurationFileName } from '../../targets/configuration/configuration-file.ts'
import { counted, grouped } from '../../text/counted.ts'
import { exiting } from '../exit-code.ts'
import { withoutSecrets } from '../fault.ts'
import { contract } from '../options/contract.ts'
import { addTargetArgument, addTargetOptions, settingsFrom } from '../options/target-options.ts'
import { readReport, refuseOtherOverlays, reportArgument } from '../output/saved.ts'
import { tell } from '../output/telling.ts'
import { journalWithoutFolder } from '../runs/accounting.ts'
import { interruptibly } from '../runs/interruption.ts'

const examples = `
Examples:
  $ assay send reports/out requestWithdrawal.signature/omits-amount dev
  $ assay send report.json inquirePayments.pages/first --target http://127.0.0.1:4010

It goes to the target that you name or configure, never to an address that only the report names: that may be a stranger's.
Credentials come from the environment.
Exit codes: 0 it was answered, and fails nothing that it failed · 1 it still fails · 2 wrong usage · 3 no answer, or one that is none (408, 429, 502 to 504)`

export function sendCommand(): Command {
  const command = addTargetOptions(new Command('send'))
    .argument('<report>', reportArgument)
    .argument('<exchange>', 'the id of an exchange, as findings name it')
  return addTargetArgument(command, '[target]')
    .addHelpText('after', examples)
    .action(
      exiting(async (path: string, id: string, name: string | undefined, options: Readonly<Record<string, unknown>>) => {
        const report = await readReport(path)
        refuseOtherOverlays(path, report)
        const saved = fromReport(report)
        const wanted = find(report, saved, id)
        const { target } = await settingsFrom(options, name === undefined ? [] : [name])
        refuseUnnamed(target, wanted, report)
        return interruptibly((signal) => sendAgain({ report, saved, wanted, target }, signal))
      }),
    )
}

interface Resending {
  readonly report: Report
  readonly saved: readonly Exchange[]
  readonly wanted: Exchange
  readonly target: Target
}

/** In milliseconds. */
const mostTime = 60_000

async function sendAgain({ report, saved, wanted, target }: Resending, outer: AbortSignal): Promise<number> {
  using journal = journalWithoutFolder(target, `sent ${new Date().toISOString()}`)
  using end = endAfter(systemClock, mostTime, outer)
  const { signal, timeLeft } = end
  const client = createClient({
    ...defined({ contract, target, signal, timeLeft, journal }),
    // With another seed, a wrong value would be another, and a target that takes the first might refuse it.
    seed: createSeed(report.seed),
    learned: nothingLearned(systemClock, Date.now()),
  })
  try {
    const catalogue = await catalogueOf(contract)
    const probe = probeOf(catalogue, contract, wanted)
    refuseUnaskable(target, probe)
    if (journal && probe.operation.movesMoney)
      tell(
        `This may register ${counted(resentCount(probe, wanted), 'withdrawal')} at ${withoutSecrets(target.name)}, noted in ${journal.path}.`,
      )
    const sent = await resend(catalogue, client, saved, wanted)
    const redactions = redactionsOf(contract, target, signaturesOf(contract, target, [wanted, sent]), client.seed.text)
    const judged = await judgeAgain(report, saved, sent)
    process.stdout.write(comparedText(wanted, sent, judged, redactions))
    const unknown = client.spent().unknown.map((withdrawal) => redactions.sent(withdrawalText(withdrawal)))
    if (journal) for (const line of unknownLines(unknown, styleOf(process.stderr))) process.stderr.write(`${line}\n`)
    if (sent.response && judged.some(({ stillFails }) => stillFails)) return 1
    return isAnswered(sent) ? 0 : 3
  } finally {
    await client.close()
  }
}

/** What the settings do not let a probe ask is not sent. @throws {UsageError} */
function refuseUnaskable(target: Target, probe: Probe): void {
  const refusal = mayAsk(target, probe)
  if (refusal !== undefined) throw new UsageError(refusal)
  const missing = missingSettings(contract, target, settingsOf(probe.operation))
  if (missing.length > 0) throw new UsageError(`Not set: ${missing.map(({ env }) => env).join(', ')}.`)
}

/** Both answers, what differs between them, and what became of the failures; without secrets. */
function comparedText(saved: Exchange, now: Exchange, judged: readonly JudgedAgain[], redactions: Redactions): string {
  const style = styleOf(process.stdout)
  const [before, after] = [redactedExchange(saved, redactions), redactedExchange(now, redactions)]
  const shown = judged.map((each) => ({ ...each, why: redactions.received(each.why) }))
  const marks = shown.flatMap(({ at }) => at)
  return sideBySide(before, after, marks, style) + difference(before, after, style) + resentVerdicts(shown, style)
}

/** The checks that the exchange failed in the report, judged with the answer of now in its place. */
async function judgeAgain(report: Report, saved: readonly Exchange[], now: Exchange): Promise<JudgedAgain[]> {
  const failed = report.outcomes.filter(({ verdict, evidence, findings }) => {
    const shown =
      findings.some(({ exchange }) => exchange === now.id) || (findings.every(({ exchange }) => !exchange) && evidence.includes(now.id))
    return verdict === 'failed' && shown
  })
  if (failed.length === 0 || !now.response) return []
  const exchanges = saved.map((exchange) => (exchange.id === now.id ? now : exchange))
  const { outcomes } = await rejudge(contract, { exchanges, outcomes: report.outcomes })
  return failed.map(({ check, findings }) => {
    const at = findings.filter(({ exchange = now.id }) => exchange === now.id).map((each) => each.at)
    const outcome = outcomes.find((candidate) => candidate.check === check)
    const finding = outcome?.findings.find(({ exchange = now.id }) => exchange === now.id)
    return { check, at, stillFails: finding !== undefined, why: finding ? findingWords(finding) : (outcome?.reason ?? '') }
  })
}

function find({ outcomes }: Report, saved: readonly Exchange[], id: string): Exchange {
  const found = saved.find((exchange) => exchange.id === id)
  if (found) return found
  const evidence = outcomes.find(({ check }) => check === id)?.evidence ?? []
  if (evidence.length > 0)
    throw new UsageError(`${id} is a check, and one exchange is sent at a time. It was judged by ${evidence.slice(0, 5).join(', ')}.`)
  const known = saved.map((exchange) => exchange.id)
  const offered = didYouMean(id, known) || ` It has ${grouped(known.length)}, such as ${known.slice(0, 3).join(', ')}.`
  throw new UsageError(`The report has no exchange ${JSON.stringify(id)}.${known.length > 0 ? offered : ''}`)
}

/** The addresses of a report are those of whoever made it: credentials go to none of them. @throws {UsageError} */
function refuseUnnamed(target: Target, { operation }: Exchange, report: Report): void {
  const base = contract.operations.find(({ id }) => id === operation)?.base
  if (base === undefined || target.bases[base]) return
  const address = report.target[`${base}Url`]
  throw new UsageError(
    `No address is set, and none is taken from a report. If you trust the one of its run (${plain(address ?? 'none')}), give it yourself: --target URL, --${base}-url URL, ASSAY_TARGET, or the name of a target in ${configurationFileName}.`,
  )
}
