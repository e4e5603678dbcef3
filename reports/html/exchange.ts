import { bodyBytes } from '../bodies.ts'
import { type ExcerptLimits, excerptOf } from '../excerpt.ts'
import { grouped, plain } from '../plain.ts'
import type { Report, ReportedExchange } from '../report.ts'
import { content, html, type Markup, text } from './markup.ts'

export interface PanelOptions extends ExcerptLimits {
  /** What to mark: JSON pointers into the response's body, `status`, `header <name>` or `body`. */
  readonly marks: readonly string[]
  /** Where the same body is shown already, if it is: its exchange. */
  readonly shownIn?: { readonly id: string; readonly href: string }
}

/** Request and response side by side, the offending places marked and long bodies folded. */
export function exchangePanels(report: Report, exchange: ReportedExchange, options: PanelOptions): Markup {
  return html`<div class="panels">${requestPanel(report, exchange, options)}${responsePanel(report, exchange, options)}</div>`
}

function requestPanel({ bodies }: Report, { request }: ReportedExchange, limits: ExcerptLimits): Markup {
  const body = request.body === undefined ? undefined : bodies[request.body]
  return html`<div class="panel"><h3>Request</h3><p class="first"><code>${plain(request.method)} ${plain(request.url)}</code></p>
${fields(request.headers, [])}${body === undefined ? '' : bodyMarkup(readable(body), [], limits)}</div>`
}

function responsePanel({ bodies }: Report, { response, error }: ReportedExchange, options: PanelOptions): Markup {
  const { marks, shownIn } = options
  if (!response) return html`<div class="panel"><h3>Response</h3><p class="first"><mark>no answer</mark> ${text(error ?? '')}</p></div>`
  const body = response.body === undefined ? undefined : bodies[response.body]
  const status = html`${response.status}`
  return html`<div class="panel"><h3>Response</h3><p class="first"><code>${marks.includes('status') ? html`<mark>${status}</mark>` : status}</code> <span class="quiet">${sizeOf(response)}</span></p>
${fields(response.headers, marks)}${
  shownIn
    ? html`<p class="quiet">Body: the same as in <a href="${shownIn.href}">${shownIn.id}</a></p>`
    : body === undefined
      ? ''
      : bodyMarkup(readable(body), marks, options)
}</div>`
}

function sizeOf({ size, truncated }: NonNullable<ReportedExchange['response']>): string {
  return `${grouped(size)} bytes${truncated ? ', not all of it kept' : ''}`
}

function fields(headers: ReportedExchange['request']['headers'], marks: readonly string[]): Markup {
  const marked = new Set(marks.flatMap((mark) => (mark.startsWith('header ') ? [mark.slice(7).toLowerCase()] : [])))
  const missing = [...marked].filter((name) => !headers.some(([field]) => field.toLowerCase() === name))
  const lines = headers.map(([name, value]) => {
    const line = html`<b>${plain(name)}</b>: ${plain(value)}`
    return marked.has(name.toLowerCase()) ? html`<mark>${line}</mark>\n` : html`${line}\n`
  })
  return html`<pre class="fields">${lines}${missing.map((name) => html`<mark>${plain(name)} is missing</mark>\n`)}</pre>`
}

function readable(body: Report['bodies'][string]): string {
  return typeof body === 'string' ? body : bodyBytes(body).toString('latin1')
}

function bodyMarkup(body: string, marks: readonly string[], limits: ExcerptLimits): Markup {
  const pointers = marks.filter((mark) => mark.startsWith('/'))
  const whole = marks.includes('body')
  const lines = excerptOf(body, pointers, limits).map(({ text: line, marked, skipped }) => {
    if (skipped) return html`<i>⋯ ${line}</i>\n`
    const indent = line.length - line.trimStart().length
    return marked ? html`${line.slice(0, indent)}<mark>${content(line.trimStart())}</mark>\n` : html`${content(line)}\n`
  })
  return html`<pre class="body${whole ? ' marked' : ''}">${lines}</pre>`
}
