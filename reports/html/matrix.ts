import type { Requirement } from '../../contracts/contract.ts'
import { compareClauses } from '../coverage.ts'
import { symbols, verdicts } from '../reading.ts'
import type { Standing } from '../standing.ts'
import { documentOf } from './html-document.ts'
import { badge, fragment, html, type Markup, text } from './markup.ts'

/** Targets by requirements: what many runs said, each cell linked to the report that says it. */
export function htmlMatrix(standings: readonly Standing[]): Promise<string> {
  const known = new Map(standings.flatMap(({ requirements }) => requirements.map((requirement) => [requirement.id, requirement])))
  const ordered = [...known.values()].sort((one, other) => compareClauses(one.clause, other.clause))
  const titles = new Map(standings.flatMap(({ clauses }) => Object.entries(clauses)))
  const sections = [...Map.groupBy(ordered, ({ clause }) => clause)]
  const body = html`<header class="top"><p class="brand">Assay · ${standings.length} targets</p><h1>Targets by requirements</h1>
<p class="counts">${answerCounts(standings)}</p></header>
<main><section aria-labelledby="matrix-title"><h2 id="matrix-title" class="hidden">Matrix</h2>
<p><label class="chip"><input type="checkbox" id="differences"> only where targets differ</label></p>
<div class="matrix" role="group" aria-label="Targets by requirements" tabindex="0"><table><thead><tr><th scope="col">Requirement</th>${standings.map(columnHead)}</tr></thead>
${sections.map(([clause, requirements]) => section(clause, titles.get(clause) ?? '', requirements, standings))}</table></div></section></main>`
  return documentOf({ title: `${standings.length} targets (Assay)`, body })
}

function answerCounts(standings: readonly Standing[]): Markup[] {
  const groups = [...Map.groupBy(standings, ({ standing, headline }) => JSON.stringify([standing, headline])).values()]
  const ordered = groups.sort(([one], [other]) => rank(one) - rank(other))
  return ordered.flatMap(([first, ...others]) => (first ? [badge(first.standing, `${1 + others.length} ${first.headline}`)] : []))
}

function rank(standing: Standing | undefined): number {
  return standing ? verdicts.indexOf(standing.standing) : 0
}

function columnHead({ name, href, answer, headline, standing, summary }: Standing): Markup {
  const counts = verdicts.filter((verdict) => summary[verdict] > 0).map((verdict) => `${symbols[verdict]} ${summary[verdict]}`)
  const limits = /\((.*)\)$/s.exec(headline)?.[1]
  return html`<th scope="col"><a href="${addressed(href)}"><bdi>${text(name)}</bdi></a><br>${badge(standing, answer)}${limits ? html`<div class="limited">${limits}</div>` : ''}<div class="number">${counts.join(' ')}</div></th>`
}

function section(clause: string, title: string, requirements: readonly Requirement[], standings: readonly Standing[]): Markup {
  const rows = requirements.map((requirement) => row(requirement, standings))
  const alike = rows.every(({ differs }) => !differs) ? ' alike' : ''
  return html`<tbody><tr class="heading${alike}"><th scope="rowgroup" colspan="${standings.length + 1}"><span class="clause">${clause}</span> ${title}</th></tr>
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
  const label = `${text(name)}: ${shown.verdict}`
  return html`<td><a class="tile ${shown.verdict}" href="${addressed(href)}${fragment('check', shown.check)}" title="${label}" aria-label="${label}">${symbols[shown.verdict]}</a></td>`
}

/** A relative address that cannot be taken for a scheme. */
function addressed(href: string): string {
  return href.split('/').map(encodeURIComponent).join('/')
}
