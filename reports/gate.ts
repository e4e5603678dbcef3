import { endingWords } from '../consumers/gate/command.ts'
import type { Coping } from '../consumers/gate/coping/coping.ts'
import { withCoping } from '../consumers/gate/coping/coping-outcomes.ts'
import type { Gated } from '../consumers/gate/gate.ts'
import { defined } from '../language/defined.ts'
import { type Redaction, redactionOf } from './redaction/redaction.ts'
import { type Report, reportOf } from './report.ts'
import { reportedCoping } from './reported-coping.ts'
import { plainLines } from './text/plain.ts'
import { type commandFileNames, writeFiles } from './write.ts'

/** How much of what a command printed stands in the report itself. */
const tailLength = 16_384

type CommandFiles = Readonly<Partial<Record<(typeof commandFileNames)[number], string>>>

/** The report of a gate; `hide` takes out what the environment of the command holds besides. */
export function gateReport(gated: Gated, files: CommandFiles, hide: Redaction, coping?: Coping): Report {
  const { run, words, ended, requests } = coping ? withCoping(gated, coping) : gated
  const own = redactionOf(run.contract, run.target)
  const redact: Redaction = (text) => hide(own(text))
  const text = plainLines(redact(ended.output.bytes.toString('utf8')))
  return defined({
    ...reportOf(run),
    requests,
    command: {
      words: words.map(redact),
      exitCode: ended.exitCode,
      ending: endingWords(ended),
      durationMs: Math.round(ended.durationMs),
      output: text.slice(-tailLength),
      files: Object.keys(files),
    },
    coping: coping && reportedCoping(run.contract, coping, redact),
  })
}

/** What a command printed and the JUnit file that it wrote, as they are kept: without secrets. */
export function commandFiles({ run, ended }: Gated, junit: string | undefined, hide: Redaction): CommandFiles {
  const own = redactionOf(run.contract, run.target)
  const { bytes, omitted } = ended.output
  const printed = plainLines(hide(own(bytes.toString('utf8'))))
  return defined({
    'command.log': omitted > 0 ? `${printed}\n(${omitted} bytes in the middle are not kept)\n` : printed,
    'command-junit.xml': junit === undefined ? undefined : hide(own(junit)),
  })
}

/** Writes what is kept of a command. Returns a sentence for each file that could not be written. */
export async function writeCommandFiles(files: CommandFiles, outDir: string): Promise<string[]> {
  const written = await writeFiles(outDir, Object.fromEntries(Object.entries(files).map(([name, text]) => [name, async () => text])))
  return [...written.problems]
}
