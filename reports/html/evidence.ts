import { repetitionOf } from '../exchanges/repetition.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import type { Report } from '../report.ts'
import { plain } from '../text/plain.ts'
import { isOfRequest } from '../wording/outcome-texts.ts'
import { answerText, wasSent } from '../wording/run-texts.ts'
import { exchangePanels, markedPlaces, mostSearched, type PanelOptions } from './exchange.ts'
import { anchor, fragment, html, htmlPieces, type Markup } from './markup.ts'

/** How many characters of whole bodies one page holds: as much as opens instantly. */
const mostWhole = 1 << 20

const mostMarked = 40

/** Every exchange, folded: request and response side by side, and the command that repeats it. */
export function evidenceSection(report: Report, saved?: string): Iterable<Markup> {
  const marksOf = (side: 'request' | 'response') =>
    Map.groupBy(
      report.outcomes.filter((outcome) => isOfRequest(report, outcome) === (side === 'request')).flatMap(({ findings }) => findings),
      ({ exchange = '' }) => exchange,
    )
  const [asked, answers] = [marksOf('request'), marksOf('response')]
  const shown = new Map<string, string>()
  const room = { characters: mostWhole }
  const search = { characters: mostSearched }
  const items = report.exchanges.values().map((exchange) => {
    const placesIn = (side: typeof asked) => markedPlaces(side.get(exchange.id) ?? [], exchange, 1).slice(0, mostMarked)
    const own = placesIn(answers)
    const body = exchange.response?.body
    const first = body === undefined || own.length > 0 ? undefined : shown.get(body)
    if (body !== undefined && first === undefined) shown.set(body, exchange.id)
    return item(report, exchange, {
      saved,
      marks: { request: placesIn(asked), response: own },
      room,
      search,
      head: 40,
      around: 3,
      shownIn: first === undefined ? undefined : { id: first, href: fragment('exchange', first) },
    })
  })
  return htmlPieces`<section id="evidence" aria-labelledby="evidence-title"><h2 id="evidence-title">Evidence</h2>
<p class="quiet">Every request and its answer, or why there is none. Secrets are replaced by the names of their settings.</p>${items}</section>`
}

function item(
  report: Report,
  exchange: ReportedExchange,
  { saved, ...options }: PanelOptions & { readonly saved: string | undefined },
): Markup {
  const { id, request } = exchange
  const { assay, curl } = repetitionOf(report, exchange, saved)
  return html`<details class="exchange" id="${anchor('exchange', id)}"><summary><span class="what"><code>${id}</code></span>
<span class="quiet"><code>${plain(request.method)}</code> ${fateOf(exchange)}</span></summary>
<div class="inside">${exchangePanels(report, exchange, options)}
${assay ? html`<div class="again"><p>Send it${wasSent(exchange) ? ' again' : ''}:</p>${command(assay)}${curl ? command(curl) : ''}</div>` : ''}</div></details>`
}

/** What became of a request, in the one line that is seen before it is opened. */
function fateOf(exchange: ReportedExchange): string {
  const { durationMs, repeats } = exchange
  return wasSent(exchange)
    ? `→ ${answerText(exchange)} · ${durationMs} ms${repeats > 0 ? ` · sent ${repeats + 1} times` : ''}`
    : 'was not sent'
}

function command(line: string): Markup {
  return html`<div><pre class="command">${line}</pre></div>`
}
