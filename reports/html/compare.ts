import type { Json } from '../../engine/judging/outcome.ts'
import { counted, someOf } from '../../text/counted.ts'
import { type ComparedRun, type Comparison, type VerdictChange, worseOf } from '../comparison/compare.ts'
import { type ChangeGroup, changeGroups, changeSections, onlyInOne } from '../comparison/sections.ts'
import { fewClauses } from '../conclusions/clauses.ts'
import { cropped } from '../text/plain.ts'
import { valueText } from '../wording/observed-values.ts'
import { documentOf } from './html-document.ts'
import { badge, hallmark, html, type Markup, tableHead } from './markup.ts'

export function htmlComparison(comparison: Comparison): Promise<string> {
  const { before, after, newFailures, changed, unjudged, behaviour } = comparison
  const verdict =
    newFailures.length > 0 ? 'failed' : changed.length + unjudged.length > 0 || after.standing !== 'passed' ? 'warned' : 'passed'
  const body = html`<header class="top"><div class="answer">${hallmark(verdict)}<div><p class="brand">Assay · comparison</p>
<h1><bdi>${after.target}</bdi> <span class="${verdict}">${headline(comparison)}</span></h1></div></div>
<ul class="operations">${card('Before', before)}${card('After', after)}</ul></header>
<main>
${changeSections(comparison).map(([title, changes]) => changeSection(title, changes))}
${onlyInOne(comparison).map(([title, names]) => html`<section><h2>${title} (${names.length})</h2><ul>${names.map((name) => html`<li>${codeOf(name)}</li>`)}</ul></section>`)}
${behaviourSection(behaviour)}
</main>`
  return documentOf({ title: `${before.target} and ${after.target} compared (Assay)`, body })
}

function headline(comparison: Comparison): string {
  const { newFailures, fixed, unjudged } = comparison
  const worse = worseOf(comparison)
  if (newFailures.length > 0) return `has ${counted(newFailures.length, 'new failure')}`
  if (worse.length > 0) return `is judged worse in ${counted(worse.length, 'check')}`
  if (unjudged.length > 0) return `was not judged again in ${counted(unjudged.length, 'check')} that failed`
  return fixed.length > 0 ? `has ${counted(fixed.length, 'failure')} fewer` : 'has no new failure'
}

function card(title: string, run: ComparedRun): Markup {
  return html`<li class="card"><h2>${title}: ${run.target}</h2><p>${badge(run.standing, run.headline)}</p>
<p class="quiet">${run.startedAt} · Assay ${run.assay} · document ${run.spec}</p></li>`
}

function changeSection(title: string, changed: readonly VerdictChange[]): Markup {
  return html`<section><h2>${title} (${changed.length})</h2><table class="stacked compared">${tableHead('Clause', 'What', 'Before', 'After', 'Why')}<tbody>
${changeGroups(changed).map(row)}</tbody></table></section>`
}

function row({ clauses, words, checks, before, after, why }: ChangeGroup): Markup {
  return html`<tr><td data-name="Clause">${fewClauses(clauses)}</td><td data-name="What">${words}<div class="quiet">${codeOf(someOf(checks, 3))}</div></td><td data-name="Before">${badge(before)}</td><td data-name="After">${badge(after)}</td><td data-name="Why">${why.slice(0, 2000)}</td></tr>
`
}

function behaviourSection(behaviour: Comparison['behaviour']): Markup | '' {
  if (behaviour.length === 0) return ''
  const shown = (value: Json) => cropped(valueText(value), 2000)
  return html`<section><h2>Changed behaviour at open points (${behaviour.length})</h2><table class="stacked compared points">${tableHead('Open point', 'Before', 'After')}<tbody>
${behaviour.map(({ id, title, before, after }) => html`<tr><td data-name="Open point">${title}<div class="quiet">${codeOf(id)}</div></td><td data-name="Before">${shown(before)}</td><td data-name="After">${shown(after)}</td></tr>`)}</tbody></table></section>`
}

/** Ids, which break after a dot where they are too long for a line, and not within a word. */
function codeOf(ids: string): Markup {
  return html`<code>${ids.split(/(?<=\.)/).map((part, at) => html`${at > 0 ? html`<wbr>` : ''}${part}`)}</code>`
}
