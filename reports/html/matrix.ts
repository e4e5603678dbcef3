import type { Requirement } from '../../contracts/contract.ts'
import { compareClauses } from '../coverage.ts'
import { answerOf, symbols, verdictOf, verdicts, worst } from '../reading.ts'
import type { Report } from '../report.ts'
import { documentOf } from './document.ts'
import { badge, fragment, html, type Markup, text } from './markup.ts'

/** One of many targets: its report, and where the report's page is, seen from the matrix. */
export interface MatrixEntry {
  readonly report: Report
  readonly href: string
}

/** Targets by requirements: what many runs said, each cell linked to the report that says it. */
export function htmlMatrix(entries: readonly MatrixEntry[]): Promise<string> {
  const sections = Map.groupBy(judgedRequirements(entries), ({ clause }) => clause)
  const titles = new Map(entries.flatMap(({ report }) => Object.entries(report.ledger.clauses)))
  const body = html`<header class="top"><p class="brand">Assay · ${entries.length} targets</p><h1>Targets by requirements</h1>
<p class="counts">${answerCounts(entries)}</p></header>
<main><section aria-labelledby="matrix-title"><h2 id="matrix-title" class="hidden">Matrix</h2>
<p><label class="chip"><input type="checkbox" id="differences"> only where targets differ</label></p>
<div class="matrix" role="group" aria-label="Targets by requirements" tabindex="0"><table><thead><tr><th scope="col">Requirement</th>${entries.map(columnHead)}</tr></thead>
${[...sections].map(([clause, requirements]) => section(clause, titles.get(clause) ?? '', requirements, entries))}</table></div></section></main>`
  return documentOf({ title: `${entries.length} targets (Assay)`, body })
}

function answerCounts(entries: readonly MatrixEntry[]): Markup[] {
  const groups = Map.groupBy(entries, ({ report }) => answerOf(report))
  return [...groups].map(([answer, { length }]) => badge(verdictOf(answer), `${length} ${answer}`))
}

function columnHead({ report, href }: MatrixEntry): Markup {
  const answer = answerOf(report)
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${symbols[verdict]} ${report.summary[verdict]}`)
  return html`<th scope="col"><a href="${addressed(href)}">${text(report.target.name)}</a><br>${badge(verdictOf(answer), answer)}<div class="number">${counts.join(' ')}</div></th>`
}

/** The requirements that at least one of the runs has an outcome of, in the order of the source. */
function judgedRequirements(entries: readonly MatrixEntry[]): Requirement[] {
  const judged = new Set(entries.flatMap(({ report }) => report.outcomes.map(({ requirement }) => requirement)))
  const known = new Map(entries.flatMap(({ report }) => report.ledger.requirements.map((requirement) => [requirement.id, requirement])))
  return [...known.values()].filter(({ id }) => judged.has(id)).sort((one, other) => compareClauses(one.clause, other.clause))
}

function section(clause: string, title: string, requirements: readonly Requirement[], entries: readonly MatrixEntry[]): Markup {
  const rows = requirements.map((requirement) => row(requirement, entries))
  const alike = rows.every(({ differs }) => !differs) ? ' alike' : ''
  return html`<tbody><tr class="heading${alike}"><th scope="rowgroup" colspan="${entries.length + 1}"><span class="clause">${clause}</span> ${title}</th></tr>
${rows.map(({ markup }) => markup)}</tbody>`
}

function row({ id, text: words }: Requirement, entries: readonly MatrixEntry[]): { readonly markup: Markup; readonly differs: boolean } {
  const found = entries.map(({ report }) =>
    worst(report.outcomes.filter(({ requirement }) => requirement === id).map(({ verdict }) => verdict)),
  )
  const differs = new Set(found).size > 1
  const cells = entries.map((entry) => cell(id, entry))
  return { differs, markup: html`<tr class="${differs ? 'differs' : 'alike'}"><th scope="row">${words}</th>${cells}</tr>\n` }
}

function cell(requirement: string, { report, href }: MatrixEntry): Markup {
  const own = report.outcomes.filter((outcome) => outcome.requirement === requirement)
  const verdict = worst(own.map((outcome) => outcome.verdict))
  const shown = own.find((outcome) => outcome.verdict === verdict)
  if (!verdict || !shown) return html`<td><span class="quiet">not asked</span></td>`
  const label = `${text(report.target.name)}: ${verdict}`
  return html`<td><a class="tile ${verdict}" href="${addressed(href)}${fragment('check', shown.check)}" title="${label}" aria-label="${label}">${symbols[verdict]}</a></td>`
}

/** A relative address that cannot be taken for a scheme. */
function addressed(href: string): string {
  return href.split('/').map(encodeURIComponent).join('/')
}
