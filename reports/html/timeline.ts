import { counted } from '../../text/counted.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import type { Report } from '../report.ts'
import { cropped } from '../text/plain.ts'
import { inOrder, sentAt, wasSent } from '../wording/run-texts.ts'
import { fragment, html, htmlPieces, type Markup, rawMarkup } from './markup.ts'

const rowHeight = 18
const left = 300
const width = 1000

/** The exchanges as a waterfall: when each was sent, and how long its answer took. */
export function timelineSection(report: Report): Iterable<Markup> {
  const exchanges = report.exchanges.filter(wasSent)
  const unsent = report.exchanges.length - exchanges.length
  const ordered = inOrder(exchanges)
  const [first] = ordered
  const began = first ? sentAt(first) : 0
  const span = exchanges.reduce((most, exchange) => Math.max(most, sentAt(exchange) + exchange.durationMs - began), 1)
  const scale = (milliseconds: number) => left + (milliseconds / span) * (width - left - 70)
  const height = ordered.length * rowHeight + 26
  return htmlPieces`<section id="timeline" aria-labelledby="timeline-title"><h2 id="timeline-title">Timeline</h2>
${
  ordered.length === 0
    ? html`<p class="empty">No request was sent.</p>`
    : htmlPieces`<p class="quiet">${counted(ordered.length, 'exchange')} in ${milliseconds(span)}${unsent > 0 ? `; ${unsent} more ${unsent === 1 ? 'was' : 'were'} not sent` : ''}.</p><div class="waterfall" role="region" aria-label="Waterfall of the exchanges" tabindex="0">
<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="Exchanges in the order in which they were sent">${ticks(span, scale, height)}
${ordered.values().map((exchange, at) => row(exchange, { y: 22 + at * rowHeight, x: scale(sentAt(exchange) - began), end: scale(sentAt(exchange) - began + exchange.durationMs) }))}</svg></div>`
}</section>`
}

function row(exchange: ReportedExchange, { x, y, end }: { readonly x: number; readonly y: number; readonly end: number }): Markup {
  const { id, response, durationMs } = exchange
  const shown = cropped(id, 46)
  const to = Math.max(x + 2, end)
  const after = rawMarkup(to > width - 85 ? `text-anchor="end" x="${(x - 5).toFixed(1)}"` : `x="${(to + 5).toFixed(1)}"`)
  return html`<a href="${fragment('exchange', id)}">${shown === id ? '' : html`<title>${id}</title>`}<rect class="lane" x="0" y="${y}" width="${width}" height="${rowHeight}"/><text x="4" y="${y + 13}">${shown}</text><rect class="${classOf(exchange)}" x="${x.toFixed(1)}" y="${y + 4}" width="${Math.max(2, end - x).toFixed(1)}" height="${rowHeight - 8}" rx="2"/><text class="after" ${after} y="${y + 13}">${response?.status ?? '✗'} ${milliseconds(durationMs)}</text></a>
`
}

function ticks(span: number, scale: (milliseconds: number) => number, height: number): Markup[] {
  const rough = span / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, at) => at * step).map((at) => {
    const x = scale(at).toFixed(1)
    return html`<line class="tick" x1="${x}" x2="${x}" y1="18" y2="${height}"/><text class="after" x="${x}" y="12">${milliseconds(at)}</text>`
  })
}

function classOf({ response }: ReportedExchange): string {
  if (!response) return 'none'
  return response.status < 300 ? 'success' : response.status < 500 ? 'refusal' : 'fault'
}

function milliseconds(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(value >= 10_000 ? 1 : 2)} s` : `${Math.round(value * 10) / 10} ms`
}
