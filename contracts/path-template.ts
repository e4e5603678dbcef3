import { percentDecoded } from '../text/percent.ts'
import { regExpEscaped } from './wildcard.ts'

/** The values that a path has in the places of a template, `{name}` each, by their names; undefined where it does not fit. None is empty. */
export function pathValues(template: string, path: string): Readonly<Record<string, string>> | undefined {
  if (!template.includes('{')) return template === path ? {} : undefined
  const pieces = template.split(/\{([^{}]+)\}/)
  const pattern = pieces.map((piece, at) => (at % 2 === 0 ? regExpEscaped(piece) : '([^/]+)')).join('')
  const texts = new RegExp(`^${pattern}$`).exec(path)?.slice(1)
  return texts && Object.fromEntries(texts.map((text, at) => [pieces[2 * at + 1] ?? '', percentDecoded(text)]))
}
