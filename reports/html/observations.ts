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
  const context = {
    seen: new Set<string>(),
    told: (observed: Observed) => observedLines(report, observed),
  }
  const groups = Map.groupBy(observations, ({ id }) => ownerOf(id))
  const titles = new Map(ledger.operations.map(({ id, summary }) => [id, summary]))
  const tables = [...groups].map(([operation, members]) => table(titles.get(operation) ?? operation, inOrder(members), context))
  return html`<section id="open" aria-labelledby="open-title"><h2 id="open-title">Behaviour at open points</h2>
<p class="quiet">What the target does where the source says nothing. It is recorded, not judged.</p>
${observations.length > 0 ? tables : html`<p class="empty">Nothing was observed.</p>`}</section>`
}

function inOrder(observed: readonly Observed[]): Observed[] {
  return observed.toSorted((one, other) => compareClauses(one.clause, other.clause))
}

interface Context {
  /** Open points that have their anchor already. */
  readonly seen: Set<string>
  readonly told: (observed: Observed) => readonly string[]
}

function table(title: string, observed: readonly Observed[], context: Context): Markup {
  return html`<div class="observations" role="group" aria-label="${title}" tabindex="0"><table class="stacked"><caption>${title}</caption>${tableHead('Clause', 'Asked', 'What it does')}<tbody>
${observed.map((one) => row(one, context))}</tbody></table></div>`
}

function row(one: Observed, { seen, told }: Context): Markup {
  const { id, about = id, clause, title } = one
  const isFirst = !seen.has(about)
  seen.add(about)
  const lines = told(one).map((line) => cropped(line, 2000))
  return html`<tr${isFirst ? html` id="${anchor('open', about)}"` : ''}><td class="clause" data-name="Clause">${clause}</td><td title="${id}">${title}</td><td data-name="It does:">${lines.length > 1 ? lines.map((line) => html`<div>${line}</div>`) : lines}</td></tr>
`
}
