import { contentEscaped } from '../../text/entities.ts'
import { cropped, plain } from './plain.ts'

/** A target's text as Markdown: no markup, link, mention or line of its own, and no needless escape, as mails and editors show it too. */
export function inert(text: string, length = 300): string {
  return contentEscaped(cropped(plain(text), length))
    .replace(/[\\`*~|$]|\[(?!\](?![([:]))|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/:(?=\/\/|[+-]1:|\w*[a-z]\w*:)|(?<=\bwww)\./gi, '\\$&') // addresses and :smile: would be made links and pictures
    .replace(/^(\d+)(?=[.)])|^[-+=#](?!\d)|^\/(?=\w+(\s|$))/, begun) // a list, a heading, an order to GitLab
    .replace(/@|#(?=\w)/g, (character) => `&#${character.charCodeAt(0)};`) // mentions and references
}

export function code(text: string): string {
  return `\`${cropped(plain(text), 300).replaceAll('`', "'")}\``
}

function begun(match: string, digits: string | undefined): string {
  return digits === undefined ? `\\${match}` : `${digits}\\`
}

export function markdownOf(blocks: readonly string[]): string {
  return blocks.map((block) => `${block}\n`).join('\n')
}

/** A table; its cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
