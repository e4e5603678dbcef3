import type { Verdict } from '../../engine/judging/outcome.ts'
import { counted } from '../../text/counted.ts'
import { causesOf, causeText } from '../conclusions/causes.ts'
import { byUrgency, explaining, symbols, unjudgedHeadings, verdicts } from '../conclusions/conclusion.ts'
import { reasonsOf } from '../conclusions/reasons.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { filterFields, html, htmlPieces, type Markup, sentence } from './markup.ts'
import { more, type OutcomeContext, outcomeContext, outcomeItem, printedAtMost } from './outcome.ts'

/** How many outcomes show their evidence in place; the rest links to it. */
const shownInPlace = 60

/** Every outcome, what needs attention first, with what it takes to filter them. */
export function outcomesSection(report: Report): Iterable<Markup> {
  const outcomes = byUrgency(report.outcomes)
  const context = outcomeContext(report, outcomes.filter(({ findings }) => findings.length > 0).slice(0, shownInPlace))
  return htmlPieces`<section id="outcomes" aria-labelledby="outcomes-title" tabindex="-1"><h2 id="outcomes-title">Outcomes</h2>
${filters(report)}
<p id="shown" class="quiet" role="status">${outcomes.length} outcomes</p>
<div id="list">${verdicts.values().map((verdict) =>
    ofVerdict(
      context,
      verdict,
      outcomes.filter((outcome) => outcome.verdict === verdict),
    ),
  )}</div>
<p id="none" class="empty" hidden>No outcome matches. <button type="button" id="reset">Show all</button></p></section>`
}

function filters(report: Report): Markup {
  const titles = new Map(report.ledger.operations.map(({ id, summary }) => [id, summary]))
  const shown = new Map(report.outcomes.map(({ operation }) => [operation, titles.get(operation) ?? (operation || 'service')]))
  const present = verdicts.filter((verdict) => report.summary[verdict] > 0)
  const isUrgent = report.summary.failed > 0 || report.summary.inconclusive > 0
  return html`<form class="filters" id="filters" role="search" aria-label="Filter outcomes" data-urgent="${String(isUrgent)}" hidden>
<fieldset><legend class="hidden">Verdict</legend>${present.map(
    (verdict) =>
      html`<label class="chip ${verdict}"><input type="checkbox" name="verdict" value="${verdict}" checked><span aria-hidden="true">${symbols[verdict]}</span> ${verdict} <span class="number">${report.summary[verdict]}</span></label>`,
  )}</fieldset>
${filterFields(shown, 'check, clause, finding… (press /)')}
</form>`
}

/** Outcomes that could not be judged, or were left out, stand under their reason: it is said once, with their count. */
function ofVerdict(context: OutcomeContext, verdict: Verdict, outcomes: readonly ReportedOutcome[]): Iterable<Markup | Iterable<Markup>> {
  if (verdict === 'failed') return byCause(context, outcomes)
  if (verdict !== 'inconclusive' && verdict !== 'inapplicable') return outcomes.values().map((outcome) => outcomeItem(context, outcome))
  return reasonsOf(outcomes)
    .values()
    .map(({ reason, like, outcomes: members }) => {
      const number = html`<span class="number">${counted(members.length, 'check')}</span>`
      const heading = html`<span aria-hidden="true">${symbols[verdict]}</span> ${unjudgedHeadings[verdict]}: ${reason}${like} ${number}`
      return group(context, { verdict, heading, remedy: verdict === 'inconclusive' ? remedyOf(context.report, members) : '' }, members)
    })
}

/** What may let outcomes be judged: what explains them, or else what fails beside them. */
function remedyOf(report: Report, open: readonly ReportedOutcome[]): string {
  const remedies = new Set(explaining(report, open).map(({ remedy }) => remedy))
  if (remedies.size > 0) return [...remedies].join(' ')
  const operations = new Set(open.map(({ operation }) => operation))
  const isBeside = report.outcomes.some(({ verdict, operation }) => verdict === 'failed' && operations.has(operation) && !report.side)
  return isBeside ? 'Fix what fails in the same operation, then judge again.' : ''
}

function byCause(context: OutcomeContext, outcomes: readonly ReportedOutcome[]): Iterable<Markup | Iterable<Markup>> {
  return causesOf(context.report, outcomes)
    .values()
    .map((cause) => {
      const heading = html`<span class="risk ${cause.risk}">${cause.risk}</span> ${causeText(cause)}`
      return group(context, { verdict: 'failed', heading, remedy: '' }, cause.outcomes)
    })
}

/** How many outcomes of one cause stand open: one cause is one entry. */
const shownUnfolded = 3

/** Outcomes under what they share; folded where they are many. */
function group(
  context: OutcomeContext,
  { verdict, heading, remedy }: { readonly verdict: Verdict; readonly heading: Markup; readonly remedy: string },
  outcomes: readonly ReportedOutcome[],
): Iterable<Markup> {
  const [first] = outcomes
  if (first && outcomes.length === 1) return [outcomeItem(context, first, verdict === 'failed' ? undefined : first.reason)]
  const items = outcomes.values().map((outcome) => outcomeItem(context, outcome))
  return htmlPieces`<details class="group ${verdict}"${outcomes.length > shownUnfolded ? '' : html` open`}><summary><h3>${heading}</h3>${remedy ? html`<p class="quiet remedy">${sentence(remedy)}</p>` : ''}</summary>${items}${more(outcomes.length - printedAtMost, 'in-print')}</details>`
}
