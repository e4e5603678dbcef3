import type { Verdict } from '../../engine/judging/outcome.ts'
import { attributeEscaped, contentEscaped } from '../../text/entities.ts'
import { symbols } from '../conclusions/conclusion.ts'
import { plainLines } from '../text/plain.ts'

export interface Markup {
  readonly markup: string
}

/** What a template takes: texts and numbers, which it escapes, markup, which it does not, and what these are made by, one by one. */
type Part = string | number | Markup | Iterable<Part>

/** A template of HTML: what is put into it shows as harmless text, in an element as in a quoted attribute. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0] ?? ''
  // A page has a hundred thousand parts: an iterator of them takes as long as to escape them.
  for (let at = 0; at < parts.length; at += 1) markup += markupOf(parts[at] ?? '') + (strings[at + 1] ?? '')
  return { markup }
}

/** The same, made as it is read: a stranger's report may have tens of thousands of outcomes, whose markup would not fit into memory beside them. */
export function* htmlPieces(strings: TemplateStringsArray, ...parts: readonly Part[]): Generator<Markup> {
  for (const [at, string] of strings.entries()) {
    yield rawMarkup(string)
    yield* piecesOf(parts[at] ?? '')
  }
}

function* piecesOf(part: Part): Generator<Markup> {
  if (typeof part === 'object' && Symbol.iterator in part) for (const element of part) yield* piecesOf(element)
  else yield rawMarkup(markupOf(part))
}

/** Markup of our own that is taken as it is: never for a text that came from anywhere else. */
export function rawMarkup(markup: string): Markup {
  return { markup }
}

export function content(text: string): Markup {
  return { markup: contentEscaped(text) }
}

/** What a target, a name or an id of a stranger's report says is harmless: controls and marks that turn the direction of text are spelt out. */
function markupOf(part: Part): string {
  if (typeof part === 'string') return attributeEscaped(plainLines(part))
  if (typeof part === 'number') return String(part)
  if ('markup' in part) return part.markup
  let markup = ''
  for (const element of part) markup += markupOf(element)
  return markup
}

/** A sentence in which commands stand between grave accents. */
export function sentence(value: string): Markup[] {
  return value.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** A verdict as a label: symbol and word, so that its colour only repeats them. */
export function badge(verdict: Verdict, words: string = verdict): Markup {
  return html`<span class="badge ${verdict}"><span aria-hidden="true">${symbols[verdict]}</span> ${words}</span>`
}

/** One of many as a small square: its words show where one points at it, and are read out. */
export function tile(kind: string, symbol: string, label: string, href?: string): Markup {
  if (href === undefined) return html`<span class="tile ${kind}" role="img" title="${label}" aria-label="${label}">${symbol}</span>`
  return html`<a class="tile ${kind}" href="${href}" title="${label}" aria-label="${label}">${symbol}</a>`
}

export function tableHead(...titles: readonly string[]): Markup {
  return html`<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>`
}

/** The fields of a form that filters by operation, level and text; `shown` names what stands for each operation. */
export function filterFields(shown: ReadonlyMap<string, string>, placeholder: string): Markup {
  return html`<label>Operation <select name="operation"><option value="">all</option>${[...shown].map(([id, title]) => html`<option value="${id}">${title}</option>`)}</select></label>
<label>Level <select name="level"><option value="">all</option><option>MUST</option><option>SHOULD</option></select></label>
<label class="grow">Text <input type="search" name="text" placeholder="${placeholder}" autocomplete="off" spellcheck="false"></label>`
}

export function anchor(kind: 'check' | 'exchange' | 'open' | 'requirement', id: string): string {
  return `${kind}-${id.replace(/[^\w.[\]-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}`)}`
}

/** A link within the page; the brackets of field names are encoded as a URL wants it. */
export function fragment(kind: Parameters<typeof anchor>[0], id: string): string {
  return `#${encodeURIComponent(anchor(kind, id))}`
}

/** The hallmark: a coin with a verdict struck into it. */
export function hallmark(verdict: Verdict): Markup {
  return html`<svg class="hallmark ${verdict}" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
<circle cx="48" cy="48" r="46" class="rim"/><circle cx="48" cy="48" r="38" class="face"/>
<circle cx="48" cy="48" r="42" class="beads" pathLength="144"/>${rawMarkup(strokes[verdict])}</svg>`
}

const strokes: Readonly<Record<Verdict, string>> = {
  passed: '<path class="strike" d="M31 49l12 13 23-27"/>',
  failed: '<path class="strike" d="M34 34l28 28M62 34L34 62"/>',
  inconclusive: '<path class="strike" d="M37 39c0-8 5-12 11-12s11 4 11 11c0 9-11 9-11 18M48 67v.5"/>',
  warned: '<path class="strike" d="M48 28v26M48 66v.5"/>',
  inapplicable: '<path class="strike" d="M32 48h32"/>',
}

/** A relative address that cannot be taken for a scheme. */
export function relativeAddress(href: string): string {
  return href.split('/').map(encodeURIComponent).join('/')
}
