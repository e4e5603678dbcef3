import { claimOf } from '../conclusions/claim.ts'
import type { Report } from '../report.ts'
import { coverageSection } from './coverage.ts'
import { evidenceSection } from './evidence.ts'
import { commandSection, copingSection } from './gate.ts'
import { head, showsWholeFirst } from './head.ts'
import { documentPieces } from './html-document.ts'
import { htmlPieces } from './markup.ts'
import { observationsSection } from './observations.ts'
import { outcomesSection } from './outcomes.ts'
import { timelineSection } from './timeline.ts'

/** The report as one page that opens from a disk and runs only its own script, what needs attention first; `saved` is where to send it from. */
export function htmlReport(report: Report, saved?: string): Promise<Iterable<string>> {
  const body = htmlPieces`<a class="skip" href="#outcomes">Skip to the outcomes</a>
${head(report)}
<main>
${showsWholeFirst(report) ? [coverageSection(report), outcomesSection(report)] : [outcomesSection(report), coverageSection(report)]}
${copingSection(report)}${commandSection(report)}${observationsSection(report)}
${timelineSection(report)}
${evidenceSection(report, saved)}
</main>
<footer><p>Assay ${report.assay} · ${report.spec.title} ${report.spec.version} · document <code>${report.spec.sha256.slice(0, 12)}</code></p></footer>`
  return documentPieces({ title: `${report.target.name}: ${claimOf(report).headline} (Assay)`, body, script: true })
}
