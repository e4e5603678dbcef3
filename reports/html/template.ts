import { attributeEscaped, contentEscaped } from '../../spec/entities.ts'
import { plainLines } from '../text/plain.ts'

/** Markup in which everything that was put in is escaped. */
export interface Markup {
  readonly markup: string
}

/** What a template takes: texts and numbers, which it escapes, markup, which it does not, and lists of these. */
type Part = string | number | Markup | readonly Part[]

/** A template of HTML: what is put into it shows as text, in an element as in a quoted attribute. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0] ?? ''
  for (const [at, part] of parts.entries()) markup += markupOf(part) + (strings[at + 1] ?? '')
  return { markup }
}

/** Markup of our own that is taken as it is: never for a text that came from anywhere else. */
export function rawMarkup(markup: string): Markup {
  return { markup }
}

export function content(text: string): Markup {
  return { markup: contentEscaped(text) }
}

/** What every page shows as what it is; in other texts, names and ids of a stranger's report included, controls are spelt out. */
const ordinary = /^[\n\t -~]*$/

function markupOf(part: Part): string {
  if (typeof part === 'string') return attributeEscaped(ordinary.test(part) ? part : plainLines(part))
  if (typeof part === 'number') return String(part)
  if ('markup' in part) return part.markup
  let markup = ''
  for (const element of part) markup += markupOf(element)
  return markup
}
