import { causesOf, causeText } from '../causes.ts'
import { claimOf } from '../claim.ts'
import { counted } from '../plain.ts'
import { answerFor, countsOf, overlayNote, secondsOf, symbols, verdictOf, verdicts } from '../reading.ts'
import type { LedgerOperation, Report } from '../report.ts'
import { badge, fragment, hallmark, html, type Markup, text } from './markup.ts'

/** The head of the page: the answer, by operation too, and what was asked of whom, when and how. */
export function head(report: Report): Markup {
  const { answer, limits, sentence } = claimOf(report)
  return html`<header class="top">
<div class="answer">${hallmark(verdictOf(answer))}
<div><p class="brand">Assay · conformance report</p>
<h1>${text(report.target.name)} <span class="${verdictOf(answer)}">${answer === 'not proven' ? 'is not proven to conform' : answer}</span>${limits.length > 0 ? html` <span class="quiet">(${text(limits.join(', '))})</span>` : ''}</h1>
<p class="lead">${sentence}</p>
<p class="counts">${verdicts.filter((verdict) => report.summary[verdict] > 0).map((verdict) => html`<a href="#outcomes" data-only="${verdict}">${badge(verdict, `${report.summary[verdict]} ${verdict}`)}</a>`)}</p></div></div>
${notices(report)}
${diagnoses(report)}
${causes(report)}
${lost(report)}
${operations(report)}
${facts(report)}
</header>
<nav class="bar-top" aria-label="Sections"><span class="badge ${verdictOf(answer)}">${text(report.target.name)} ${answer}</span><ul><li><a href="#outcomes">Outcomes</a></li><li><a href="#coverage">Coverage</a></li><li><a href="#open">Open points</a></li><li><a href="#timeline">Timeline</a></li><li><a href="#evidence">Evidence</a></li></ul></nav>`
}

function notices({ spec, notes, waivers, complete }: Report): Markup | '' {
  const lines = [
    ...spec.overlays.map(overlayNote),
    ...(complete ? [] : ['This run is not complete.']),
    ...notes,
    ...(waivers?.problems ?? []),
  ]
  return lines.length > 0 ? html`<ul class="notices">${lines.map((line) => html`<li>${text(line)}</li>`)}</ul>` : ''
}

function diagnoses({ diagnoses }: Report): Markup | '' {
  if (diagnoses.length === 0) return ''
  const items = diagnoses.map(({ problem, remedy }) => html`<li>${text(problem)} <span class="quiet">${text(remedy)}</span></li>`)
  return html`<ul class="notices diagnoses" aria-label="What explains this">${items}</ul>`
}

const shownCauses = 8

/** What is wrong, the gravest first: one line a cause, each leads to its outcomes. */
function causes(report: Report): Markup | '' {
  const found = causesOf(
    report,
    report.outcomes.filter(({ verdict, waived }) => verdict === 'failed' && !waived),
  )
  if (found.length === 0) return ''
  const lines = found.slice(0, shownCauses).map((cause) => {
    const [first] = cause.outcomes
    return html`<li><span class="risk ${cause.risk}">${cause.risk}</span> <a href="${fragment('check', first?.check ?? '')}">${text(causeText(cause))}</a> <span class="clause">${cause.clauses.slice(0, 3).join(', ')}</span></li>`
  })
  const more = found.length > shownCauses ? html`<p class="quiet">and ${found.length - shownCauses} more below</p>` : ''
  return html`<ol class="causes" aria-label="What is wrong">${lines}</ol>${more}`
}

/** Withdrawals that a merchant has to look for: nobody knows what became of them. */
function lost({ unknownFate }: Report): Markup | '' {
  if (!unknownFate || unknownFate.length === 0) return ''
  const lines = unknownFate.map(
    ({ at, withdrawal }) =>
      html`<li>${text(at)}: ${text(
        Object.entries(withdrawal)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', '),
      )}</li>`,
  )
  return html`<details class="facts" open><summary>${unknownFate.length} withdrawals of unknown fate: look for them in the merchant's records</summary><ul>${lines}</ul></details>`
}

function operations(report: Report): Markup {
  return html`<ul class="operations">${report.ledger.operations.map((operation) => card(report, operation))}</ul>`
}

function card(report: Report, operation: LedgerOperation): Markup {
  const outcomes = report.outcomes.filter((outcome) => outcome.operation === operation.id)
  const answer = answerFor(outcomes)
  return html`<li class="card ${verdictOf(answer)}"><h2>${operation.summary}</h2>
<p class="route"><code>${operation.method} ${operation.path}</code></p>
<p>${badge(verdictOf(answer), answer)} <span class="quiet">clause ${operation.clause}${operation.movesMoney ? ' · moves money' : ''}</span></p>
${bar(outcomes)}</li>`
}

/** The shares of the verdicts as a bar; what it shows stands beside it in words. */
function bar(outcomes: Report['outcomes']): Markup {
  const counts = countsOf(outcomes)
  const shown = verdicts.filter((verdict) => counts[verdict] > 0)
  let x = 0
  const parts = shown.map((verdict) => {
    const width = (counts[verdict] / outcomes.length) * 100
    x += width
    return html`<rect class="${verdict}" x="${(x - width).toFixed(2)}" y="0" width="${Math.max(0.6, width - 0.4).toFixed(2)}" height="4"/>`
  })
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<p class="quiet tally">${shown.map((verdict) => html`<span>${symbols[verdict]} ${counts[verdict]} ${verdict}</span> `)}</p>`
}

/** What was asked of whom, when and how: one line, the rest behind it. */
function facts(report: Report): Markup {
  const { target, spec, assay, startedAt, exchanges, registered, requests = exchanges.length } = report
  const addresses = Object.entries(target).filter(([name]) => name.endsWith('Url'))
  const judged = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const line = [
    judged,
    `${secondsOf(report)} s`,
    counted(requests, 'request'),
    `${counted(registered.length, 'withdrawal')} registered`,
    `Assay ${assay}`,
  ]
  const entries: readonly (readonly [string, string | Markup])[] = [
    ...addresses.map(([name, address]) => [capital(`${name.slice(0, -3)} address`), html`<code>${text(String(address))}</code>`] as const),
    ['Judged', html`<time datetime="${startedAt}">${judged}</time>, ${secondsOf(report)} s`],
    ['Requests', `${requests}`],
    ['Withdrawals registered', registered.length > 0 ? text(`${registered.length}: ${registered.join(', ')}`) : 'none'],
    ['Against', `${spec.title} ${spec.version}${spec.overlays.map(({ title }) => ` + ${title}`).join('')}`],
    ['Suite', `Assay ${assay}`],
  ]
  return html`<details class="facts"><summary>${line.join(' · ')}</summary><dl>${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
