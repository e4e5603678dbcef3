import type { Requirement } from '../../contracts/contract.ts'
import { compareClauses } from '../coverage.ts'
import { answerOf, symbols, verdictOf, worst } from '../reading.ts'
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
  const body = html`<header class="top"><p class="brand">Assay · ${entries.length} targets</p><h1>Targets by requirements</h1></header>
<main><section aria-labelledby="matrix-title"><h2 id="matrix-title" class="hidden">Matrix</h2><div class="matrix" role="group" aria-label="Targets by requirements" tabindex="0"><table><thead><tr><th scope="col">Requirement</th>${entries.map(columnHead)}</tr></thead>
<tbody>${judgedRequirements(entries).map((requirement) => row(requirement, entries))}</tbody></table></div></section></main>`
  return documentOf({ title: `${entries.length} targets (Assay)`, body })
}

function columnHead({ report, href }: MatrixEntry): Markup {
  const answer = answerOf(report)
  return html`<th scope="col"><a href="${addressed(href)}">${text(report.target.name)}</a><br>${badge(verdictOf(answer), answer)}</th>`
}

/** The requirements that at least one of the runs has an outcome of, in the order of the source. */
function judgedRequirements(entries: readonly MatrixEntry[]): Requirement[] {
  const judged = new Set(entries.flatMap(({ report }) => report.outcomes.map(({ requirement }) => requirement)))
  const known = new Map(entries.flatMap(({ report }) => report.ledger.requirements.map((requirement) => [requirement.id, requirement])))
  return [...known.values()].filter(({ id }) => judged.has(id)).sort((one, other) => compareClauses(one.clause, other.clause))
}

function row({ id, clause, text: words }: Requirement, entries: readonly MatrixEntry[]): Markup {
  return html`<tr><th scope="row"><span class="clause">${clause}</span> ${words}</th>${entries.map((entry) => cell(id, entry))}</tr>
`
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
