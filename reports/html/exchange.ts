import type { Finding } from '../../engine/judging/outcome.ts'
import { grouped } from '../../text/counted.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import { bodyBytes } from '../exchanges/stored-bodies.ts'
import type { Report } from '../report.ts'
import { type ExcerptLimits, type ExcerptLine, excerptOf } from '../text/body-excerpt.ts'
import { plain } from '../text/plain.ts'
import { content, html, type Markup } from './markup.ts'

/** A body that is nested deep takes many times its length once it is indented: of one that takes more than this, its excerpt will do. */
const mostIndented = 8

/** How many characters of bodies are searched for what a section of a page marks. */
export const mostSearched = 2 << 20

/** The places of an exchange that findings are about: of each finding its own, and so many more of those that it stands for. */
export function markedPlaces(findings: readonly Finding[], { id }: ReportedExchange, most: number): string[] {
  return findings.filter(({ exchange }) => exchange === id).flatMap(({ at, places = [] }) => [at, ...places.slice(0, most)])
}

export interface PanelOptions extends ExcerptLimits {
  /** What is marked: JSON pointers into the body, `status`, `header <name>` or `body`. */
  readonly marks: Readonly<Partial<Record<'request' | 'response', readonly string[]>>>
  /** Where the same body is shown already, if it is: its exchange. */
  readonly shownIn?: { readonly id: string; readonly href: string } | undefined
  /** How many characters of whole bodies the page still has room for; without it, bodies are shown in part. */
  readonly room?: { characters: number }
}

/** Request and response side by side, long bodies folded, offending places marked in what is judged: a client's request, a service's answer. */
export function exchangePanels(report: Report, exchange: ReportedExchange, options: PanelOptions): Markup {
  return html`<div class="panels">${requestPanel(report, exchange, options)}${responsePanel(report, exchange, options)}</div>`
}

function requestPanel(report: Report, { request }: ReportedExchange, options: PanelOptions): Markup {
  const { request: marks = [] } = options.marks
  return html`<div class="panel"><h3>Request</h3><p class="first"><code>${plain(request.method)} ${plain(request.url)}</code></p>
${fields(request.headers, marks)}${request.respelt && !saysSpelling(request) ? html`<p class="quiet">The secret stood in it in another spelling than its own.</p>` : ''}${bodyMarkup(report, request.body, marks, options)}</div>`
}

function responsePanel(report: Report, { response, error }: ReportedExchange, options: PanelOptions): Markup {
  const { shownIn } = options
  const { response: marks = [] } = options.marks
  if (!response) return html`<div class="panel"><h3>Response</h3><p class="first"><mark>no answer</mark> ${error ?? ''}</p></div>`
  const status = html`${response.status}`
  return html`<div class="panel"><h3>Response</h3><p class="first"><code>${marks.includes('status') ? html`<mark>${status}</mark>` : status}</code> <span class="quiet">${sizeOf(response)}</span></p>
${fields(response.headers, marks)}${
  shownIn
    ? html`<p class="quiet">Body: the same as in <a href="${shownIn.href}">${shownIn.id}</a></p>`
    : bodyMarkup(report, response.body, marks, options)
}</div>`
}

function sizeOf({ size, truncated }: NonNullable<ReportedExchange['response']>): string {
  return `${grouped(size)} bytes${truncated ? ', not all of it kept' : ''}`
}

function fields(headers: ReportedExchange['request']['headers'], marks: readonly string[]): Markup {
  const marked = new Set(marks.flatMap((mark) => (mark.startsWith('header ') ? [mark.slice(7).toLowerCase()] : [])))
  const missing = [...marked].filter((name) => !headers.some(([field]) => field.toLowerCase() === name))
  const lines = headers.map(([name, value]) => {
    const line = html`<b>${plain(name)}</b>: ${fieldValue(value)}`
    return marked.has(name.toLowerCase()) ? html`<mark>${line}</mark>\n` : html`${line}\n`
  })
  return html`<pre class="fields">${lines}${missing.map((name) => html`<mark>${plain(name)} is missing</mark>\n`)}</pre>`
}

/** How many characters of a field's value are shown, where there are many more. */
const mostOfValue = 200

function fieldValue(value: string): Markup {
  const rest = value.length - mostOfValue
  if (rest <= mostOfValue) return html`${plain(value)}`
  return html`${plain(value.slice(0, mostOfValue))} <i>⋯ ${grouped(rest)} characters more</i>`
}

type Limits = ExcerptLimits & Pick<PanelOptions, 'room'>

function bodyMarkup({ bodies }: Report, key: string | undefined, marks: readonly string[], limits: Limits): Markup | '' {
  const stored = key === undefined ? undefined : bodies[key]
  if (stored === undefined) return ''
  const body = typeof stored === 'string' ? stored : bodyBytes(stored).toString('latin1')
  const pointers = marks.filter((mark) => mark.startsWith('/'))
  const whole = marks.includes('body')
  const excerpt = excerptOf(body, pointers, limits)
  return html`<pre class="body${whole ? ' marked' : ''}">${excerpt.map(lineMarkup)}</pre>${wholeBody(body, excerpt, limits)}`
}

function lineMarkup({ text: line, marked, missing, skipped }: ExcerptLine): Markup {
  if (skipped) return html`<i>⋯ ${line}</i>\n`
  const indent = line.length - line.trimStart().length
  const shown = missing ? html`<mark class="missing">${content(line.trimStart())}</mark>` : html`<mark>${content(line.trimStart())}</mark>`
  return marked || missing ? html`${line.slice(0, indent)}${shown}\n` : html`${content(line)}\n`
}

/** All of a body that was shown in part, folded, as long as the page has room for it. */
function wholeBody(body: string, excerpt: readonly ExcerptLine[], { room }: Limits): Markup | '' {
  if (!room || !excerpt.some(({ skipped }) => skipped)) return ''
  const elsewhere = html`<p class="quiet">The whole of it is in report.json.</p>`
  if (body.length > room.characters) return elsewhere
  const longest = mostIndented * body.length
  const lines = excerptOf(body, [''], { head: Number.POSITIVE_INFINITY, around: 0, longest })
  const length = lines.reduce((sum, { text: line }) => sum + line.length, 0)
  room.characters -= Math.min(room.characters, Math.max(body.length, length))
  if (length > longest) return elsewhere
  return html`<details class="whole"><summary>All of it, ${grouped(lines.length)} lines</summary><pre class="body" tabindex="0">${lines.map(({ text: line }) => html`${content(line)}\n`)}</pre></details>`
}

/** True if the placeholder of a secret itself says how it was spelt: `«accessToken, base64»`, `«signature 3»`. */
function saysSpelling({ url, headers }: ReportedExchange['request']): boolean {
  return [url, ...headers.map(([, value]) => value)].some((value) => /«[^«»\s]*\s[^«»]*»/.test(value))
}
