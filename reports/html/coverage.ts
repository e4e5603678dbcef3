import { symbols, verdicts } from '../conclusions/conclusion.ts'
import { coverageOf, type JudgedRequirement, type ObservedPoint, type SectionCoverage } from '../conclusions/coverage.ts'
import type { Report } from '../report.ts'
import { badge, fragment, html, type Markup, tile } from './markup.ts'

/** The whole source as a picture: a card for each section, a tile for each requirement, open point and named-only entry in it. */
export function coverageSection(report: Report): Markup {
  return html`<section id="coverage" aria-labelledby="coverage-title"><h2 id="coverage-title">Coverage of the source</h2>
<p class="key quiet">${verdicts.map((verdict) => html`<span><span class="tile ${verdict}" aria-hidden="true">${symbols[verdict]}</span> ${verdict}</span> `)}
<span><span class="tile unjudged" aria-hidden="true">·</span> binds consumers, or cannot be tested</span>
<span><span class="tile open" aria-hidden="true">○</span> left open</span>
<span><span class="tile open seen" aria-hidden="true">◉</span> left open, and observed</span> <span><span class="tile named" aria-hidden="true">…</span> named only</span></p>
<div class="sections">${coverageOf(report).map(section)}</div></section>`
}

function section({ clause, title, verdict, requirements, openPoints, namedOnly }: SectionCoverage): Markup {
  const tiles = [...requirements.map(requirementTile), ...openPoints.map(openTile), ...namedOnly.map(namedTile)]
  return html`<div class="section ${verdict ?? 'none'}"><h3><span class="clause">${clause}</span> ${title}</h3>
<p>${verdict ? badge(verdict) : html`<span class="quiet">nothing to judge</span>`}</p><ul class="tiles">${tiles.map((each) => html`<li>${each}</li>`)}</ul></div>`
}

function requirementTile({ requirement, outcomes, verdict }: JudgedRequirement): Markup {
  const { id, clause, text, binds, untestable } = requirement
  if (verdict) {
    const target = outcomes.find((outcome) => outcome.verdict === verdict)
    return tile(verdict, symbols[verdict], `${clause} ${text} ${verdict}`, fragment('check', target?.check ?? id))
  }
  const why = untestable ?? (binds === 'consumer' ? 'Binds consumers.' : 'Not judged in this run.')
  return tile('unjudged', '·', `${clause} ${text} ${why}`)
}

function openTile({ openPoint: { id, clause, text }, observations }: ObservedPoint): Markup {
  const label = `${clause} ${text} Left open.`
  return observations.length === 0 ? tile('open', '○', label) : tile('open seen', '◉', `${label} Observed.`, fragment('open', id))
}

function namedTile({ clause, area, name, method }: SectionCoverage['namedOnly'][number]): Markup {
  return tile('named', '…', `${clause} ${area}: ${name}${method ? ` (${method})` : ''}. Named only, nothing to judge.`)
}
