import type { Contract } from '../../contracts/contract.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { compareClauses } from '../conclusions/clauses.ts'
import { sectionTitle } from '../conclusions/coverage.ts'
import { pageName } from '../documentation.ts'
import { explanationCommand, rerunCommand } from '../exchanges/repetition.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import type { Report } from '../report.ts'
import { type CheckExplanation, explanationOf } from '../terminal/explanation.ts'
import { capitalised } from '../text/plain.ts'
import { exchangePanels, markedPlaces } from './exchange.ts'
import { documentOf } from './html-document.ts'
import { filterFields, html, type Markup } from './markup.ts'

export interface ExampleExchange {
  readonly report: Report
  readonly exchange: ReportedExchange
  readonly findings: readonly Finding[]
  readonly marks?: readonly string[]
  /** What is wrong with the target that answered so. */
  readonly title?: string
}

export function checkPage(
  { id, title, rows, listens }: CheckExplanation,
  { right, wrong }: { readonly right: ExampleExchange | undefined; readonly wrong: ExampleExchange | undefined },
): Promise<string> {
  const body = html`<header class="top"><p class="brand"><a href="index.html">Assay · checks</a></p><h1>${title}</h1><p class="lead"><code>${id}</code></p></header>
<main><dl class="explained">${Object.entries(rows).map(([name, value]) => html`<div><dt>${capitalised(name)}</dt><dd>${value}</dd></div>`)}</dl>
<section><h2>On your target</h2><div class="again"><p>Judge this alone:</p><pre class="command">${rerunCommand(id, { listens })}</pre><p>The same as this page, in a terminal:</p><pre class="command">${explanationCommand(id)}</pre></div></section>
${example('An example request, and an answer that conforms', right)}
${example(wrong?.title ? `What fails it: ${wrong.title}` : 'What fails it', wrong)}</main>`
  return documentOf({ title: `${id} (Assay)`, body })
}

function example(title: string, shown: ExampleExchange | undefined): Markup | '' {
  if (!shown) return ''
  const { report, exchange, findings, marks: others = [] } = shown
  const marks = [...markedPlaces(findings, exchange, 2), ...others]
  const said = findings
    .slice(0, 3)
    .map(({ at, expected, actual }) => html`<li><code>${at}</code>: expected ${expected}, found <code>${actual}</code></li>`)
  return html`<section><h2>${title}</h2>${said.length > 0 ? html`<ul class="notices">${said}</ul>` : ''}${exchangePanels(report, exchange, { marks: { response: marks }, head: 14, around: 4 })}</section>`
}

/** All checks by clause, with a search that needs no server. */
export function indexPage(contract: Contract, checks: readonly Check[]): Promise<string> {
  const explained = checks.map((check) => explanationOf(contract, check))
  const groups = [...Map.groupBy(explained, ({ clause }) => clause)].sort(([one], [other]) => compareClauses(one, other))
  const shown = new Map(contract.operations.map(({ id, summary }) => [id, summary]))
  const body = html`<header class="top"><p class="brand">Assay</p><h1>${checks.length} checks</h1>
<p class="lead">What a target is asked, by the clauses of the source. Each has a page: what is sent, what is judged, what fails it, and how that is fixed.</p></header>
<main><form class="filters" id="filters" role="search" aria-label="Filter checks" data-noun="checks" hidden>${filterFields(shown, 'requirement, clause, check (press /)')}</form>
<p id="shown" class="quiet" role="status">${checks.length} checks</p>
${groups.map(
  ([clause, members]) =>
    html`<section class="group"><h2><span class="clause">${clause}</span> ${sectionTitle(clause, contract.clauses)}</h2><ul class="checks">${members.map(item)}</ul></section>`,
)}
<p id="none" class="empty" hidden>No check matches. <button type="button" id="reset">Show all</button></p></main>`
  return documentOf({ title: 'Checks (Assay)', body, script: true })
}

function item({ id, title, operation, level, clause, requirement: words }: CheckExplanation): Markup {
  return html`<li class="outcome" data-verdict="" data-operation="${operation}" data-level="${level}" data-words="${clause} ${words}"><a href="${encodeURIComponent(pageName(id))}">${title}</a> <code class="quiet">${id}</code>${level === 'SHOULD' ? html` <span class="number">SHOULD</span>` : ''}</li>
`
}
