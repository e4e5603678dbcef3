import type { Verdict } from '../../engine/judging/outcome.ts'
import { summary } from '../../engine/run.ts'
import { counted } from '../../text/counted.ts'
import { minuteOf } from '../../text/day.ts'
import { type Cause, causePlaces, causesOf, causeText, waivedCauses } from '../conclusions/causes.ts'
import { claimOf, operationClaim } from '../conclusions/claim.ts'
import { fewClauses } from '../conclusions/clauses.ts'
import { explanations, symbols, unwaived, verdicts } from '../conclusions/conclusion.ts'
import type { LedgerOperation, Report } from '../report.ts'
import { capitalised, cropped } from '../text/plain.ts'
import { idsOf, lostWithdrawals } from '../wording/lost-withdrawals.ts'
import { remarksOf, requestsText, secondsOf } from '../wording/run-texts.ts'
import { expectedBeside } from './expectation.ts'
import { badge, fragment, hallmark, html, type Markup, sentence } from './markup.ts'

/** The head of the page: the answer, by operation too, and what was asked of whom, when and how. */
export function head(report: Report): Markup {
  const { conclusion, standing, limits, sentence: claim } = claimOf(report)
  const { first, after } = explanations(report)
  return html`<header class="top" id="top">
<div class="answer">${hallmark(standing)}
<div><p class="brand">Assay · conformance report</p>
<h1${report.target.name.length > 44 ? html` class="long"` : ''}><bdi>${report.target.name}</bdi> <span class="${standing}">${conclusion === 'not proven' ? 'is not proven to conform' : conclusion}</span>${limits.length > 0 ? html` <span class="limits">(${limits.join(', ')})</span>` : ''}</h1>
<p class="lead">${claim}</p>
<p class="counts">${verdicts.filter((verdict) => report.summary[verdict] > 0).map((verdict) => html`<a href="#outcomes" data-only="${verdict}">${badge(verdict, `${report.summary[verdict]} ${verdict}`)}</a>`)}</p></div></div>
${diagnoses(first, 'What explains this')}
${causes(report)}
${waived(report)}
${diagnoses(after, 'Worth knowing')}
${notices(report)}
${lost(report)}
<ul class="operations" aria-label="Operations">${report.ledger.operations.map((operation) => card(report, operation))}</ul>
${facts(report)}
</header>
${navigation(report, standing)}`
}

/** True if nothing needs attention, so that the picture of the whole comes before the outcomes. */
export function showsWholeFirst({ exitCode, summary }: Report): boolean {
  return exitCode === 0 && summary.failed === 0
}

/** Where the sections are, under the answer, wherever one has scrolled to. */
function navigation(report: Report, standing: Verdict): Markup {
  const { headline } = claimOf(report)
  const first = [
    ['outcomes', 'Outcomes'],
    ['coverage', 'Coverage'],
  ]
  const sections = [
    ...(showsWholeFirst(report) ? first.toReversed() : first),
    ...(report.coping ? [['coping', 'How the tests cope']] : []),
    ...(report.command ? [['command', 'Command']] : []),
    ['open', 'Open points'],
    ['timeline', 'Timeline'],
    ['evidence', 'Evidence'],
  ]
  return html`<nav class="bar-top" aria-label="Sections"><a class="badge ${standing}" href="#top"><span aria-hidden="true">${symbols[standing]}</span><bdi class="name">${report.target.name}</bdi><span class="claim">${headline}</span></a><ul>${sections.map(([id = '', title = '']) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`
}

function notices(report: Report): Markup | '' {
  const lines = remarksOf(report)
  return lines.length > 0 ? html`<ul class="notices">${lines.map((line) => html`<li>${line}</li>`)}</ul>` : ''
}

function diagnoses(diagnoses: Report['diagnoses'], label: string): Markup | '' {
  if (diagnoses.length === 0) return ''
  const items = diagnoses.map(({ problem, remedy }) => html`<li>${sentence(problem)} <span class="quiet">${sentence(remedy)}</span></li>`)
  return html`<ul class="notices diagnoses" aria-label="${label}">${items}</ul>`
}

const shownCauses = 24

/** What is wrong, the worst first: one line a cause, each leads to its outcomes. */
function causes(report: Report): Markup | '' {
  const found = causesOf(report, unwaived(report, 'failed'))
  if (found.length === 0) return ''
  const more = found.length - shownCauses
  return html`<ol class="causes" aria-label="What is wrong">${found.slice(0, shownCauses).map(causeLine)}</ol>${more > 0 ? html`<p class="quiet"><a href="#outcomes">and ${counted(more, 'more cause')} below</a></p>` : ''}`
}

function causeLine(cause: Cause): Markup {
  const { risk, outcomes, findings } = cause
  const [first] = findings
  const [only] = outcomes.length === 1 ? outcomes : []
  const shown = only ? first && cropped(first.actual, 100) : cropped(causePlaces(cause).join(', '), 120)
  return html`<li><span class="risk ${risk}">${risk}</span><span><a href="${fragment('check', outcomes[0].check)}">${causeText({ ...cause, title: only?.title ?? cause.title })}</a> ${clausesOf(cause)}${shown ? html` <span class="quiet">${only && first ? html`${expectedBeside(only.title, first)}found` : 'at'} <code>${shown}</code></span>` : ''}</span></li>`
}

/** The number of a clause is labelled, since numbers of checks are beside it. */
function clausesOf({ clauses }: Cause): Markup | '' {
  if (clauses.length === 0) return ''
  return html`<span class="clause">${clauses.length > 1 ? 'clauses' : 'clause'} ${fewClauses(clauses, 3)}</span>`
}

/** What failed and is waived: by whom, why and until when. */
function waived(report: Report): Markup | '' {
  const lines = waivedCauses(report).map(
    ({ cause, terms }) =>
      html`<li><span class="risk answers">waived</span><span><a href="${fragment('check', cause.outcomes[0].check)}">${causeText(cause)}</a> ${clausesOf(cause)} <span class="quiet">${terms}</span></span></li>`,
  )
  return lines.length > 0 ? html`<ol class="causes" aria-label="What failed, and is waived">${lines}</ol>` : ''
}

/** Withdrawals that a merchant has to look for: few are seen at once, many are folded. */
function lost(report: Report): Markup | '' {
  const { heading, alike, lines } = lostWithdrawals(report)
  if (lines.length === 0) return ''
  const items = [...(alike ? [`Unless stated otherwise: ${alike}`] : []), ...lines].map((line) => html`<li>${line}</li>`)
  return html`<details class="facts lost"${lines.length > shownLost ? '' : html` open`}><summary>${heading}</summary><ul>${items}</ul></details>`
}

const shownLost = 5

function card(report: Report, operation: LedgerOperation): Markup {
  const outcomes = report.outcomes.filter((outcome) => outcome.operation === operation.id)
  const { standing, headline } = operationClaim(outcomes)
  return html`<li class="card ${standing}"><h2>${operation.summary}</h2>
<p class="route"><code>${operation.method} ${operation.path}</code> · clause ${operation.clause}${operation.movesMoney ? ' · moves money' : ''}</p>
<p>${badge(standing, headline)}</p>
${bar(outcomes)}</li>`
}

/** The least that a share takes of a bar, in hundredths: one failure among hundreds is seen. */
const leastShare = 2

/** The shares of the verdicts as a bar, with the same in words beside it. */
function bar(outcomes: Report['outcomes']): Markup {
  const counts = summary({ outcomes })
  const shown = verdicts.filter((verdict) => counts[verdict] > 0)
  let x = 0
  const parts = shown.map((verdict) => {
    const width = leastShare + (counts[verdict] / outcomes.length) * (100 - leastShare * shown.length)
    x += width
    return html`<rect class="${verdict}" x="${(x - width).toFixed(2)}" y="0" width="${(width - 0.4).toFixed(2)}" height="4"/>`
  })
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<p class="quiet tally">${shown.map((verdict) => html`<span>${symbols[verdict]} ${counts[verdict]} ${verdict}</span> `)}</p>`
}

/** What was asked of whom, when and how: one line, the rest behind it. */
function facts(report: Report): Markup {
  const { target, spec, assay, startedAt, registered, side } = report
  const addresses = Object.entries(target).filter(([name]) => name.endsWith('Url'))
  const judged = `${minuteOf(startedAt)} UTC`
  const line = [
    judged,
    `${secondsOf(report)} s`,
    requestsText(report),
    ...(side === undefined ? [`${counted(registered.length, 'withdrawal')} registered`] : []),
    `Assay ${assay}`,
  ]
  const entries: readonly (readonly [string, string | Markup])[] = [
    ...addresses.map(([name, address]) => [capitalised(`${name.slice(0, -3)} address`), html`<code>${String(address)}</code>`] as const),
    ['Judged', html`<time datetime="${startedAt}">${judged}</time>, ${secondsOf(report)} s`],
    ['Sent', requestsText(report)],
    ...(side === undefined
      ? [['Withdrawals registered', registered.length > 0 ? `${registered.length}: ${idsOf(registered)}` : 'none'] as const]
      : []),
    ['Against', `${spec.title} ${spec.version}${spec.overlays.map(({ title }) => ` + ${title}`).join('')}`],
    ['Suite', `Assay ${assay}`],
  ]
  return html`<details class="facts"><summary>${line.join(' · ')}</summary><dl>${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>`
}
