import { ownerOf } from '../../contracts/fields.ts'
import type { Observed } from '../../engine/judging/outcome.ts'
import { compareClauses } from '../conclusions/clauses.ts'
import type { Report } from '../report.ts'
import { cropped } from '../text/plain.ts'
import { observedLines } from '../wording/observed-values.ts'
import { anchor, html, type Markup, tableHead } from './markup.ts'

/** What the target does where the source is silent: one table per operation, apart from the verdicts, because none of it can be wrong. */
export function observationsSection(report: Report): Markup {
  const { observations, ledger } = report
  /** Open points that have their anchor already. */
  const seen = new Set<string>()
  const titles = new Map(ledger.operations.map(({ id, summary }) => [id, summary]))
  const tables = [...Map.groupBy(observations, ({ id }) => ownerOf(id))].map(([operation, members]) => {
    const ordered = members.toSorted((one, other) => compareClauses(one.clause, other.clause))
    return table(
      titles.get(operation) ?? operation,
      ordered.map((one) => row(report, one, seen)),
    )
  })
  return html`<section id="open" aria-labelledby="open-title"><h2 id="open-title">Behaviour at open points</h2>
<p class="quiet">What the target does where the source says nothing. It is recorded, not judged.</p>
${observations.length > 0 ? tables : html`<p class="empty">Nothing was observed.</p>`}</section>`
}

function table(title: string, rows: readonly Markup[]): Markup {
  return html`<div class="observations" role="group" aria-label="${title}" tabindex="0"><table class="stacked"><caption>${title}</caption>${tableHead('Clause', 'Asked', 'What it does')}<tbody>
${rows}</tbody></table></div>`
}

function row(report: Report, one: Observed, seen: Set<string>): Markup {
  const { id, about = id, clause, title } = one
  const isFirst = !seen.has(about)
  seen.add(about)
  const lines = observedLines(report, one).map((line) => cropped(line, 2000))
  return html`<tr${isFirst ? html` id="${anchor('open', about)}"` : ''}><td class="clause" data-name="Clause">${clause}</td><td title="${id}">${title}</td><td data-name="It does:">${lines.length > 1 ? lines.map((line) => html`<div>${line}</div>`) : lines}</td></tr>
`
}
