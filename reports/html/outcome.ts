import { grouped } from '../../text/counted.ts'
import { anyElement } from '../../text/json/pointer.ts'
import { clauseOf } from '../conclusions/clauses.ts'
import { checkPageUrl } from '../documentation.ts'
import { type Extents, extentsOf } from '../exchanges/extent.ts'
import { explanationCommand, repetitionOf, rerunOf } from '../exchanges/repetition.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { cropped } from '../text/plain.ts'
import { isOfRequest, type MergedFinding, mergedFindings, requirementText, waivedText } from '../wording/outcome-texts.ts'
import { answerText } from '../wording/run-texts.ts'
import { exchangePanels, markedPlaces, mostSearched } from './exchange.ts'
import { expectedBeside } from './expectation.ts'
import { anchor, badge, fragment, html, type Markup, tableHead } from './markup.ts'

const shownFindings = 25
/** On paper a failure is one block, which no page cuts in two, and a cause is a few of them (page.css leaves out the others). */
export const printedAtMost = 5
const shownLinks = 8

export interface OutcomeContext {
  readonly report: Report
  readonly exchanges: ReadonlyMap<string, ReportedExchange>
  readonly operations: ReadonlyMap<string, string>
  readonly extents: Extents
  readonly inPlace: ReadonlySet<ReportedOutcome>
  readonly search: { characters: number }
}

export function outcomeContext(report: Report, inPlace: readonly ReportedOutcome[]): OutcomeContext {
  return {
    report,
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
    operations: new Map(report.ledger.operations.map(({ id, summary }) => [id, summary])),
    extents: extentsOf(report),
    inPlace: new Set(inPlace),
    search: { characters: mostSearched },
  }
}

/** One outcome: what was found on its first line, or why nothing was where no group says it, the rest of it folded behind that. */
export function outcomeItem(context: OutcomeContext, outcome: ReportedOutcome, why?: string): Markup {
  const { report, exchanges, operations, inPlace } = context
  const { check, verdict, level, operation, title, findings, reason, waived } = outcome
  const [shown] = findings.flatMap(({ exchange = '' }) => exchanges.get(exchange) ?? [])
  return html`<details class="outcome ${verdict}" id="${anchor('check', check)}" data-verdict="${verdict}" data-operation="${operation}" data-level="${level}">
<summary>${badge(verdict, waived ? 'failed, waived' : verdict)}<span class="clause">${clauseOf(outcome)}</span><span class="what">${title}${found(context, outcome)}${why ? html`<span class="found">${cropped(why, 200)}</span>` : ''}</span><span class="of">${operations.get(operation) ?? 'service'}</span></summary>
<div class="inside">
<p>${requirementText(report, outcome)}</p>
<p class="quiet">${level} · ${operation || 'service'} · <code>${check}</code><span class="on-screen"> · <a href="${fragment('check', check)}">link to this outcome</a></span></p>
${waived ? html`<p class="waived">${waivedText(waived)}</p>` : ''}
${reason ? html`<p class="reason"><strong>${reasonTitle(verdict)}</strong> ${reason}</p>` : ''}
${findings.length > 0 ? findingsTable(check, mergedFindings(findings)) : ''}
${shown ? requestLine(shown) : ''}${shown && inPlace.has(outcome) ? evidence(context, outcome, shown) : ''}
${links(outcome, exchanges)}
${commands(report, outcome, shown)}
</div></details>
`
}

function reasonTitle(verdict: ReportedOutcome['verdict']): string {
  if (verdict === 'inconclusive') return 'Not judged:'
  return verdict === 'inapplicable' ? 'Left out:' : 'What explains it:'
}

/** What stood in the place of what was expected, and in how many of how many places. */
function found({ extents }: OutcomeContext, { title, findings }: ReportedOutcome): Markup | '' {
  const [first] = findings
  if (!first) return ''
  const distinct = mergedFindings(findings)
  const total = distinct.reduce((sum, { count = 1 }) => sum + count, 0)
  const among = new Map(distinct.map(({ exchange, at }) => [`${exchange} ${anyElement(at)}`, extents(exchange, at)]))
  const all = first.of ?? [...among.values()].reduce<number>((sum, extent) => sum + (extent ?? 0), 0)
  const places = all >= total && all > 1 ? `in ${grouped(total)} of ${grouped(all)} places` : total > 1 ? `in ${grouped(total)} places` : ''
  const more = distinct.length > 1 && new Set(distinct.map(({ actual }) => actual)).size > 1 ? ' and others' : ''
  return html`<span class="found">${expectedBeside(title, first)}found <code>${cropped(first.actual, 120)}</code>${more}${places ? html` <span class="number">${places}</span>` : ''}</span>`
}

function findingsTable(check: string, findings: readonly MergedFinding[]): Markup {
  return html`<div class="findings" role="group" aria-label="Findings of ${check}" tabindex="0"><table class="stacked">${tableHead('At', 'Expected', 'Found')}<tbody>
${findings.slice(0, shownFindings).map(row)}</tbody></table>${more(findings.length - shownFindings, 'on-screen')}${more(findings.length - printedAtMost, 'in-print')}</div>`
}

/** How many stand in the report alone. */
export function more(hidden: number, medium: 'on-screen' | 'in-print'): Markup | '' {
  return hidden > 0 ? html`<p class="quiet ${medium}">and ${grouped(hidden)} more in report.json</p>` : ''
}

function row({ at, expected, actual, count = 1, places = [], exchanges }: MergedFinding): Markup {
  const others = places.filter((place) => place !== at)
  const more =
    count > 1
      ? html`<div class="quiet">${grouped(count)} places${others.length > 0 ? ': ' : ''}${others.slice(0, 9).map((place, index) => html`${index > 0 ? ', ' : ''}<code>${place}</code>`)}${count > others.length + 1 ? ' …' : ''}</div>`
      : ''
  return html`<tr><td data-name="At"><code>${at}</code>${exchanges.length > 0 ? html`<div class="quiet">in ${exchangeLinks(exchanges)}</div>` : ''}${more}</td><td data-name="Expected">${expected}</td><td data-name="Found"><code>${actual.slice(0, 2000)}</code></td></tr>
`
}

function exchangeLinks(ids: readonly string[]): Markup {
  const shown = ids.slice(0, shownLinks).map((id, at) => html`${at > 0 ? ', ' : ''}<a href="${fragment('exchange', id)}">${id}</a>`)
  return html`${shown}${ids.length > shownLinks ? ` and ${ids.length - shownLinks} more` : ''}`
}

function requestLine(exchange: ReportedExchange): Markup {
  const { method, url } = exchange.request
  return html`<p class="in-print"><code>${`${method} ${url}`}</code> → ${answerText(exchange)}</p>`
}

function evidence({ report, search }: OutcomeContext, outcome: ReportedOutcome, exchange: ReportedExchange): Markup {
  const marks = markedPlaces(outcome.findings, exchange, 3)
  const side = isOfRequest(report, outcome) ? 'request' : 'response'
  return exchangePanels(report, exchange, { marks: { [side]: marks }, search, head: 6, around: 4 })
}

/** The commands that repeat an outcome; none if a client was judged, since its requests are not Assay's to send again. */
function commands(report: Report, outcome: ReportedOutcome, exchange: ReportedExchange | undefined): Markup | '' {
  const { check } = outcome
  const rerun = rerunOf(report, outcome)
  if (rerun === undefined) return ''
  const curl = exchange && repetitionOf(report, exchange).curl
  const page = checkPageUrl(report, check)
  const asks = page === undefined ? '' : html`, on <a href="${page}">its page</a>`
  return html`<div class="again"><p>Judge it again:</p><div><pre class="command">${rerun}</pre></div><p>What it checks, and how to fix a failure${asks}:</p><div><pre class="command">${explanationCommand(check)}</pre></div>${curl ? html`<p>Send the request alone:</p><div><pre class="command">${curl}</pre></div>` : ''}</div>`
}

function links({ evidence }: ReportedOutcome, exchanges: ReadonlyMap<string, ReportedExchange>): Markup | '' {
  const known = evidence.filter((id) => exchanges.has(id))
  if (known.length === 0) return ''
  return html`<p class="quiet on-screen">Evidence: ${exchangeLinks(known)}</p>`
}
