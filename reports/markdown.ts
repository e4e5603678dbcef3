import { contentEscaped } from './entities.ts'
import { plain, shortened } from './plain.ts'

/** A text of a target as Markdown that shows it and nothing else: no markup, link, mention or line of its own. */
export function inert(text: string, length = 300): string {
  return contentEscaped(shortened(plain(text), length)).replace(
    /[\\`*_{}[\]()#+\-.!|~$^=:"'/@%;]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  )
}

/** A table; its cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
