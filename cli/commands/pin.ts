import { Command } from 'commander'
import { UsageError } from '../../language/usage-error.ts'
import { pinned } from '../../reports/pin.ts'
import { documentUrl, readDocument } from '../../spec/document.ts'
import { catalogueOf } from '../../suites/index.ts'
import { counted } from '../../text/counted.ts'
import { contract } from '../options/contract.ts'
import { writeOutput } from '../output/output-file.ts'
import { readReport, reportArgument } from '../output/saved.ts'
import { say } from '../output/telling.ts'

const examples = `
Examples:
  $ assay run dev --out reports/dev
  $ assay pin reports/dev --out dev.overlay.yaml
  $ assay run mock --overlay dev.overlay.yaml       hold your mock to what the development host does

Exit codes: 0 written · 2 wrong usage, or the report cannot be read`

export function pinCommand(): Command {
  return new Command('pin')
    .argument('<report>', reportArgument)
    .option('--out <file>', 'where the overlay goes', 'pinned.overlay.yaml')
    .addHelpText('after', examples)
    .action(async (path: string, { out }: { readonly out: string }) => {
      const report = await readReport(path)
      if (report.spec.overlays.length > 0)
        throw new UsageError(`${path} was judged with an overlay already: pin a run by the document itself.`)
      const { content } = await readDocument(documentUrl)
      const { text, count, left } = pinned(report, content, await catalogueOf(contract))
      // An overlay without an action is none.
      if (count === 0) throw new UsageError(`${path} shows nothing that an overlay can state: no refusal, no bound, no input left out.`)
      await writeOutput(out, text)
      say(`${out}: ${counted(count, 'thing')} pinned.`)
      if (left.length > 0) say(['Not pinned, since an overlay has no word for it:', ...left].join('\n  '))
    })
}
