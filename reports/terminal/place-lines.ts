import type { Report, ReportedOutcome } from '../report.ts'
import { excerptOf } from '../text/body-excerpt.ts'
import { cutToColumns } from '../text/columns.ts'
import { coloured, type TerminalStyle } from '../text/lines.ts'
import { uncommanded } from '../text/plain.ts'
import { isOfRequest } from '../wording/outcome-texts.ts'

/** The lines of an answer, or a client's request, around the place of an outcome's first finding, which is marked; none if it has no place. */
export function placeLines(report: Report, outcome: ReportedOutcome, style: TerminalStyle): string[] {
  const { exchanges, bodies } = report
  const [finding] = outcome.findings
  if (!finding?.at.startsWith('/')) return []
  const exchange = exchanges.find(({ id }) => id === finding.exchange)
  const key = (isOfRequest(report, outcome) ? exchange?.request : exchange?.response)?.body
  const body = key === undefined ? undefined : bodies[key]
  if (typeof body !== 'string') return []
  const lines = excerptOf(body, [finding.at], { head: 0, around: 1 })
  const at = lines.findIndex(({ marked }) => marked)
  if (at < 0) return []
  return lines.slice(Math.max(0, at - 1), at + 2).flatMap(({ text, marked = false, skipped }) => {
    if (skipped !== undefined) return []
    const line = cutToColumns(uncommanded(`    ${marked ? '>' : '|'} ${text}`), style.width - 1)
    return [coloured(style, marked ? 'yellow' : 'dim', line)]
  })
}
