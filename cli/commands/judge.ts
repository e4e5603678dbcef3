import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { type HarContents, parseHar } from '../../consumers/traffic/har.ts'
import { judgeRecorded, type RecordedOptions } from '../../consumers/traffic/recorded.ts'
import { attempted } from '../../language/attempted.ts'
import { UsageError } from '../../language/usage-error.ts'
import { cannotRead } from '../../targets/configuration/named-file.ts'
import { readText } from '../../text/files/text-file.ts'
import { exiting } from '../exit-code.ts'
import { contract } from '../options/contract.ts'
import { positiveNumber, repeatableList } from '../options/flag-values.ts'
import { defaultLimits } from '../options/run-limits.ts'
import { targetFrom } from '../options/target-options.ts'
import { addTrafficOptions, reportTraffic } from '../options/traffic-options.ts'
import type { ReportOptions } from '../output/report-output.ts'
import { endAtSignals } from '../runs/interruption.ts'

interface Options extends ReportOptions {
  readonly except?: readonly string[]
  readonly deadline: number
}

const examples = `
Nothing is sent. Signatures and credentials are judged by the ASSAY_… variables, as far as they are set; addresses are taken from
the requests themselves where no flag names them.

Examples:
  $ assay judge captured.har
  $ assay judge first.har second.har --operations ${contract.operations[0]?.id}

Exit codes: 0 both conform · 1 a MUST failed · 2 wrong usage, nothing judged · 3 not proven`

export function judgeCommand(): Command {
  const command = new Command('judge')
    .argument('<files...>', 'HTTP Archives (HAR 1.2)')
    .option('--target <url>', 'the address of the service, for all operations')
  for (const base of contract.bases) command.option(`--${base}-url <url>`, `the address of the ${base} operations`)
  command.option('--except <pattern>', 'leave checks out (can be given several times)', repeatableList)
  command.option('--deadline <seconds>', 'the longest that judging may take', positiveNumber, defaultLimits.deadline)
  return addTrafficOptions(command, examples).action(exiting(judgeFiles))
}

async function judgeFiles(files: readonly string[], options: Options): Promise<number> {
  const described = targetFrom({ ...options })
  // What is not there, or leads nowhere, is told when it is read.
  const size = files.reduce((sum, file) => sum + (attempted(() => statSync(file).size) ?? 0), 0)
  if (size > longest)
    throw new UsageError(
      `${files.join(', ')}: expected at most ${longest >> 20} MB at once, found ${Math.ceil(size / 2 ** 20)}. Judge less at a time.`,
    )
  const recordings = files.map(recordingOf)
  const { bases, settings, operations } = described
  const name = files.map((file) => basename(file)).join(', ')
  const { except, deadline } = options
  const recorded: RecordedOptions = { contract, name, recordings, bases, settings, operations, except, deadline: deadline * 1000 }
  return reportTraffic(options, described, () => {
    endAtSignals()
    return judgeRecorded(recorded)
  })
}

/** In bytes, of all files together: what is read of them is judged at once. */
const longest = 32 << 20

/** @throws {UsageError} */
function recordingOf(file: string): HarContents {
  try {
    return parseHar(readText(file, longest))
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`${file}: ${cause.message}.`)
    throw cannotRead(file, cause)
  }
}
