import { counted } from '../../text/counted.ts'
import { minuteOf } from '../../text/day.ts'
import type { History, PastRun } from '../comparison/history.ts'
import { symbols } from '../conclusions/conclusion.ts'
import { documentOf } from './html-document.ts'
import { badge, html, type Markup, relativeAddress, tableHead, tile } from './markup.ts'

/** Histories as one page: for each target a line of verdicts, and a row for every run in which something changed. */
export function htmlHistory(histories: readonly History[]): Promise<string> {
  const body = html`<header class="top"><p class="brand">Assay · history</p><h1>What changed when</h1></header>
<main>${histories.map(section)}</main>`
  return documentOf({ title: 'What changed when (Assay)', body })
}

function section({ target, runs }: History): Markup {
  const told = runs.filter((run, index) => index === 0 || index === runs.length - 1 || run.changes.length > 0)
  return html`<section><h2><bdi>${target}</bdi> (${counted(runs.length, 'run')})</h2>
<p class="line">${runs.map(mark)}</p>
<table class="stacked runs">${tableHead('Run', 'Answer', 'Failed', 'Not judged', 'What changed')}<tbody>
${told.toReversed().map((run) => row(run, run === runs[0]))}</tbody></table></section>
`
}

function mark({ standing, headline, startedAt }: PastRun): Markup {
  return html`${tile(standing, symbols[standing], `${minuteOf(startedAt)}: ${headline}`)} `
}

function row(run: PastRun, isFirst: boolean): Markup {
  const { startedAt, assay, answer, limits, standing, summary, path, page } = run
  const place = html`<code>${path.replace(/\/report\.json$/, '')}</code>`
  const changes = run.changes.map((words) => html`<div>${words}</div>`)
  return html`<tr><td data-name="Run">${minuteOf(startedAt)}<div class="quiet">Assay ${assay} · ${page === undefined ? place : html`<a href="${relativeAddress(page)}">${place}</a>`}</div></td><td data-name="Answer">${badge(standing, answer)}${limits.length > 0 ? html` <span class="quiet">${limits.join(', ')}</span>` : ''}</td><td data-name="Failed">${summary.failed}</td><td data-name="Not judged">${summary.inconclusive}</td><td data-name="What changed">${changes.length > 0 ? changes : html`<span class="quiet">${isFirst ? 'the first run' : 'nothing'}</span>`}</td></tr>
`
}
