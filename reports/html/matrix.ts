import type { Requirement } from '../../contracts/contract.ts'
import { counted, grouped, someOf } from '../../text/counted.ts'
import { compareClauses } from '../conclusions/clauses.ts'
import { symbols, verdicts } from '../conclusions/conclusion.ts'
import { type Fleet, gravestFirst, type Standing, talliesOf } from '../conclusions/standing.ts'
import { cropped } from '../text/plain.ts'
import { documentOf } from './html-document.ts'
import { badge, fragment, html, type Markup, relativeAddress, tableHead, tile } from './markup.ts'

/** Of more targets than anybody compares, those that conform are folded. */
const mostShown = 40

/** Targets by requirements: what many runs said, each cell linked to the report that says it. */
export function htmlMatrix(fleet: Fleet): Promise<string> {
  const standings = gravestFirst(fleet.standings)
  const title = counted(standings.length + fleet.unjudged.length, 'target')
  const apart = Math.max(mostShown, standings.findLastIndex(({ standing }) => standing !== 'passed') + 1)
  const [shown, others] = [standings.slice(0, apart), standings.slice(apart)]
  const known = new Map(standings.flatMap(({ requirements }) => requirements.map((requirement) => [requirement.id, requirement])))
  const ordered = [...known.values()].sort((one, other) => compareClauses(one.clause, other.clause))
  const titles = new Map(standings.flatMap(({ clauses }) => Object.entries(clauses)))
  const sections = [...Map.groupBy(ordered, ({ clause }) => clause)]
  const body = html`<header class="top"><p class="brand">Assay · conformance of many</p><h1>${title}</h1>
<p class="counts">${talliesOf(fleet).map(({ standing, words }) => badge(standing, words))}</p>
${fleet.unjudged.length > 0 ? html`<p class="quiet">Not judged: ${someOf(fleet.unjudged, 20)}.</p>` : ''}</header>
<main><section aria-labelledby="targets-title"><h2 id="targets-title">Targets, worst first</h2>
${list(shown)}${others.length > 0 ? html`<details class="facts"><summary>and ${grouped(others.length)} more, which conform</summary>${list(others)}</details>` : ''}</section>
<section aria-labelledby="matrix-title"><h2 id="matrix-title">Targets by requirements</h2>
<p><label class="chip"><input type="checkbox" id="differences"> only where targets differ</label>${others.length > 0 ? html` <span class="quiet">${grouped(others.length)} more conform, and have no column.</span>` : ''}</p>
<div class="matrix" role="group" aria-label="Targets by requirements" tabindex="0"><table><thead><tr><th scope="col">Requirement</th>${shown.map(columnHead)}</tr></thead>
${sections.map(([clause, requirements]) => section(clause, titles.get(clause) ?? '', requirements, shown))}</table></div></section></main>`
  return documentOf({ title: `${title} (Assay)`, body })
}

function list(standings: readonly Standing[]): Markup {
  return html`<table class="stacked">${tableHead('Target', 'Answer', 'Outcomes', 'What to look at first')}<tbody>
${standings.map(line)}</tbody></table>`
}

function line(standing: Standing): Markup {
  const { limits } = standing
  return html`<tr><td>${link(standing)}</td><td>${badge(standing.standing, standing.conclusion)}${limits.length > 0 ? html` <span class="quiet">${limits.join(', ')}</span>` : ''}</td><td class="number">${countsOf(standing)}</td><td>${cropped(standing.gist, 200)}</td></tr>\n`
}

function columnHead(standing: Standing): Markup {
  const { limits } = standing
  return html`<th scope="col">${link(standing)}<br>${badge(standing.standing, standing.conclusion)}${limits.length > 0 ? html`<div class="limited">${limits.join(', ')}</div>` : ''}<div class="number">${countsOf(standing)}</div></th>`
}

function link({ name, href }: Standing): Markup {
  return html`<a href="${relativeAddress(href)}"><bdi>${name}</bdi></a>`
}

function countsOf({ summary }: Standing): string {
  const shown = verdicts.filter((verdict) => summary[verdict] > 0)
  return shown.map((verdict) => `${symbols[verdict]} ${grouped(summary[verdict])}`).join(' ')
}

function section(clause: string, title: string, requirements: readonly Requirement[], standings: readonly Standing[]): Markup {
  const rows = requirements.map((requirement) => row(requirement, standings))
  const alike = rows.every(({ differs }) => !differs) ? ' alike' : ''
  return html`<tbody><tr class="heading${alike}"><th scope="rowgroup" colspan="${standings.length + 1}"><div><span class="clause">${clause}</span> ${title}</div></th></tr>
${rows.map(({ markup }) => markup)}</tbody>`
}

function row({ id, text: words }: Requirement, standings: readonly Standing[]): { readonly markup: Markup; readonly differs: boolean } {
  const differs = new Set(standings.map(({ verdicts: found }) => found.get(id)?.verdict)).size > 1
  const cells = standings.map((standing) => cell(id, standing))
  return { differs, markup: html`<tr class="${differs ? 'differs' : 'alike'}"><th scope="row">${words}</th>${cells}</tr>\n` }
}

function cell(requirement: string, { name, href, verdicts: found }: Standing): Markup {
  const shown = found.get(requirement)
  if (!shown) return html`<td><span class="quiet">not asked</span></td>`
  const { verdict, check } = shown
  return html`<td>${tile(verdict, symbols[verdict], `${name}: ${verdict}`, relativeAddress(href) + fragment('check', check))}</td>`
}
