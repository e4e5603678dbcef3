import type { Json, Observed } from '../../engine/outcome.ts'
import { shortened } from '../plain.ts'
import type { Report } from '../report.ts'
import { anchor, fragment, html, type Markup, text } from './markup.ts'

/** What the target does where the source is silent: shown apart from verdicts, because none of it can be wrong. */
export function observationsSection(report: Report): Markup {
  const { observations } = report
  const ids = new Set(report.exchanges.map(({ id }) => id))
  const seen = new Set<string>()
  const items = observations.map((observed) => {
    const { about = observed.id } = observed
    const first = !seen.has(about)
    seen.add(about)
    return item(observed, first, ids)
  })
  return html`<section id="open" aria-labelledby="open-title"><h2 id="open-title">Behaviour at open points</h2>
<p class="quiet">What the target does where the source says nothing. It is recorded, not judged.</p>
${observations.length > 0 ? html`<dl class="observations">${items}</dl>` : html`<p class="empty">Nothing was observed.</p>`}</section>`
}

function item({ id, about = id, clause, title, value, evidence }: Observed, first: boolean, known: ReadonlySet<string>): Markup {
  const shown = readable(value)
  const links = evidence.filter((id) => known.has(id)).slice(0, 8)
  return html`<div${first ? html` id="${anchor('open', about)}"` : ''}><dt><span class="clause">${clause}</span> ${text(title)} <code class="quiet">${id}</code></dt>
<dd><pre class="body">${shortened(text(shown), 4000)}</pre>${links.map((link) => html`<a href="${fragment('exchange', link)}">${link}</a> `)}</dd></div>`
}

function readable(value: Json): string {
  if (typeof value === 'string') return value
  const short = JSON.stringify(value)
  return short.length <= 60 ? short : JSON.stringify(value, null, 2)
}
