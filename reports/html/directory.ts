import { type DirectoryEntry, daysLeft, isOpened, type OpenedEntry } from '../../certificates/directory.ts'
import { lineNames } from '../../certificates/verification/verification-lines.ts'
import { counted } from '../../text/counted.ts'
import { dayOf } from '../../text/day.ts'
import { plain } from '../text/plain.ts'
import { answerBadge, lineVerdict } from './certificate.ts'
import { documentOf } from './html-document.ts'
import { badge, html, type Markup } from './markup.ts'

const questions = Object.entries(lineNames).map(([number, name]) => `${number}\u00a0${name}`)

/** The index of a directory of certificates: subjects by their operations, the answers to the questions, and how long each is valid. */
export function htmlDirectory(entries: readonly DirectoryEntry[], now: number): Promise<string> {
  const opened = entries.filter(isOpened)
  const operations = [...new Set(opened.flatMap(({ verification }) => verification.certificate.settings.target.operations))].sort()
  const body = html`<header class="top"><p class="brand">Assay · certified</p><h1>Certificates</h1>
<p class="lead">Each was verified for this page.</p></header>
<main>${operations.map((operation) => section(operation, opened, now))}${unread(entries.filter((entry) => !isOpened(entry)))}</main>`
  return documentOf({ title: 'Certificates', body })
}

export function htmlProblem({ name, problem, verification }: DirectoryEntry): Promise<string> {
  const lines = (verification?.lines ?? []).map(
    (entry) => html`<li>${badge(lineVerdict(entry), `${entry.number} ${entry.name}`)} ${entry.text}</li>`,
  )
  const body = html`<header class="top"><p class="brand">Assay · certified</p><h1>${name} <span class="failed">does not hold</span></h1>
<p class="lead">${problem ?? 'Do not rely on it.'}</p></header><main><ul class="notices">${lines}</ul></main>`
  return documentOf({ title: plain(name), body })
}

function section(operation: string, entries: readonly OpenedEntry[], now: number): Markup {
  const own = entries.filter(({ verification }) => verification.certificate.settings.target.operations.includes(operation))
  const id = `operation-${operation.replace(/[^\w-]/g, '-')}`
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${operation}</h2><div class="wide" role="group" aria-labelledby="${id}" tabindex="0"><table class="stacked">
<thead><tr><th scope="col">Subject</th>${questions.map((question) => html`<th scope="col">${question}</th>`)}<th scope="col">Valid until</th></tr></thead>
<tbody>${own.map((entry) => row(entry, now))}</tbody></table></div></section>`
}

function row(entry: OpenedEntry, now: number): Markup {
  const { name, file, hasNamedKey, verification } = entry
  const { statement, settings } = verification.certificate
  const left = daysLeft(entry, now)
  const marks = verification.lines.map(
    (line) =>
      html`<td data-name="${line.number} ${line.name}">${answerBadge(line)}${line.number === 1 && !hasNamedKey ? html` <div class="quiet">no key is named: not shown who signed it</div>` : ''}</td>`,
  )
  return html`<tr><th scope="row"><a href="${name}.html">${statement.subject[0].name}</a><div class="quiet">${file}</div></th>
${marks}<td data-name="Valid until"><time>${dayOf(settings.expiresAt)}</time> <div class="quiet">${left < 0 ? 'expired' : counted(left, 'day')}</div></td></tr>`
}

function unread(broken: readonly DirectoryEntry[]): Markup {
  if (broken.length === 0) return html``
  const items = broken.map(
    ({ name, file, problem, verification }) =>
      html`<li><a href="${name}.html">${file}</a>: ${problem ?? verification?.lines[0]?.text ?? ''}</li>`,
  )
  return html`<section aria-labelledby="unread"><h2 id="unread">What could not be read</h2><ul class="notices">${items}</ul></section>`
}
