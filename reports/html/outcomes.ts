import type { Finding } from '../../engine/outcome.ts'
import { grouped } from '../plain.ts'
import { byUrgency, requirementText, symbols, verdicts } from '../reading.ts'
import type { Report, ReportedExchange, ReportedOutcome } from '../report.ts'
import { exchangePanels } from './exchange.ts'
import { anchor, badge, fragment, html, type Markup, text } from './markup.ts'

/** How many outcomes show their evidence in place; the rest links to it. */
const shownInPlace = 60
const shownFindings = 25
const shownLinks = 8

/** Every outcome, what needs attention first, with what it takes to filter them. */
export function outcomesSection(report: Report): Markup {
  const outcomes = byUrgency(report.outcomes)
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]))
  const inPlace = new Set(outcomes.filter(({ findings }) => findings.length > 0).slice(0, shownInPlace))
  const items = outcomes.map((outcome) => item(report, outcome, exchanges, inPlace.has(outcome)))
  return html`<section id="outcomes" aria-labelledby="outcomes-title" tabindex="-1"><h2 id="outcomes-title">Outcomes</h2>
${filters(report)}
<p id="shown" class="quiet" role="status">${outcomes.length} outcomes</p>
<div id="list">${items}</div>
<p id="none" class="empty" hidden>No outcome matches. <button type="button" id="reset">Show all</button></p></section>`
}

function filters(report: Report): Markup {
  const operations = [...new Set(report.outcomes.map(({ operation }) => operation))]
  const titles = new Map(report.ledger.operations.map(({ id, summary }) => [id, summary]))
  const present = verdicts.filter((verdict) => report.summary[verdict] > 0)
  return html`<form class="filters" id="filters" role="search" aria-label="Filter outcomes" hidden>
<fieldset><legend class="hidden">Verdict</legend>${present.map(
    (verdict) =>
      html`<label class="chip ${verdict}"><input type="checkbox" name="verdict" value="${verdict}" checked><span aria-hidden="true">${symbols[verdict]}</span> ${verdict} <span class="number">${report.summary[verdict]}</span></label>`,
  )}</fieldset>
<label>Operation <select name="operation"><option value="">all</option>${operations.map((id) => html`<option value="${id}">${titles.get(id) ?? (id || 'service')}</option>`)}</select></label>
<label>Level <select name="level"><option value="">all</option><option>MUST</option><option>SHOULD</option></select></label>
<label class="grow">Text <input type="search" name="text" placeholder="requirement, clause, check, finding" autocomplete="off" spellcheck="false"></label>
</form>`
}

function item(report: Report, outcome: ReportedOutcome, exchanges: ReadonlyMap<string, ReportedExchange>, shows: boolean): Markup {
  const { check, verdict, clause, level, operation, title, findings, reason, waived } = outcome
  return html`<details class="outcome ${verdict}" id="${anchor('check', check)}" data-verdict="${verdict}" data-operation="${operation}" data-level="${level}">
<summary>${badge(verdict, waived ? 'failed, waived' : verdict)}<span class="clause">${clause}</span><span class="what">${text(title)}</span>${places(findings)}</summary>
<div class="inside">
<p>${requirementText(report, outcome)}</p>
<p class="quiet">${level} · ${operation || 'service'} · <a href="${fragment('check', check)}">link to this outcome</a> · again: <code class="command">assay run --only '${check}'</code></p>
${waived ? html`<p class="waived">Waived until ${waived.expires} by ${text(waived.owner)}: ${text(waived.reason)}</p>` : ''}
${reason ? html`<p class="reason"><strong>${reasonTitle(verdict)}</strong> ${text(reason)}</p>` : ''}
${findings.length > 0 ? findingsTable(check, findings) : ''}
${shows ? evidence(report, findings, exchanges) : ''}
${links(outcome, exchanges)}
</div></details>
`
}

function reasonTitle(verdict: ReportedOutcome['verdict']): string {
  if (verdict === 'inconclusive') return 'Not judged:'
  return verdict === 'inapplicable' ? 'Left out:' : 'What explains it:'
}

function places(findings: readonly Finding[]): Markup | '' {
  const total = findings.reduce((sum, { count = 1 }) => sum + count, 0)
  return total > 1 ? html`<span class="number">${grouped(total)} places</span>` : ''
}

function findingsTable(check: string, findings: readonly Finding[]): Markup {
  const hidden = findings.length - shownFindings
  return html`<div class="findings" role="group" aria-label="Findings of ${check}" tabindex="0"><table><thead><tr><th scope="col">At</th><th scope="col">Expected</th><th scope="col">Found</th></tr></thead><tbody>
${findings.slice(0, shownFindings).map(row)}</tbody></table>${hidden > 0 ? html`<p class="quiet">and ${grouped(hidden)} more in report.json</p>` : ''}</div>`
}

function row({ at, expected, actual, count = 1, places = [], exchange }: Finding): Markup {
  const others = places.filter((place) => place !== at)
  const more =
    count > 1
      ? html`<div class="quiet">${grouped(count)} places${others.length > 0 ? ': ' : ''}${others.slice(0, 9).map((place, index) => html`${index > 0 ? ', ' : ''}<code>${text(place)}</code>`)}${count > others.length + 1 ? ' …' : ''}</div>`
      : ''
  return html`<tr><td data-name="At"><code>${text(at)}</code>${exchange ? html`<div class="quiet">in <a href="${fragment('exchange', exchange)}">${exchange}</a></div>` : ''}${more}</td><td data-name="Expected">${text(expected)}</td><td data-name="Found"><code>${text(actual).slice(0, 2000)}</code></td></tr>
`
}

/** The first exchange that shows a finding, with the places marked. */
function evidence(report: Report, findings: readonly Finding[], exchanges: ReadonlyMap<string, ReportedExchange>): Markup | '' {
  const shown = findings.find(({ exchange }) => exchange !== undefined && exchanges.has(exchange))?.exchange
  const exchange = shown === undefined ? undefined : exchanges.get(shown)
  if (!exchange) return ''
  const marks = findings.filter((finding) => finding.exchange === shown).flatMap(({ at, places = [] }) => [at, ...places.slice(0, 3)])
  return exchangePanels(report, exchange, { marks, head: 6, around: 4 })
}

function links({ evidence }: ReportedOutcome, exchanges: ReadonlyMap<string, ReportedExchange>): Markup | '' {
  const known = evidence.filter((id) => exchanges.has(id))
  if (known.length === 0) return ''
  const shown = known.slice(0, shownLinks).map((id, at) => html`${at > 0 ? ', ' : ''}<a href="${fragment('exchange', id)}">${id}</a>`)
  return html`<p class="quiet">Evidence: ${shown}${known.length > shownLinks ? ` and ${known.length - shownLinks} more` : ''}</p>`
}
