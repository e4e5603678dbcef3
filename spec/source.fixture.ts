import { sha256 } from '../text/digest.ts'

/** One statement of the source: a heading, a numbered item, a row of a table, or a sentence. */
export interface SourceStatement {
  readonly clause: string
  readonly kind: 'section' | 'item' | 'row' | 'not shown' | 'sentence'
  readonly text: string
  readonly hash: string
  /** Of a row: the cells; the heads of their columns stand in `columns`. */
  readonly cells: readonly string[]
  readonly columns: readonly string[]
}

/** Every statement of the source, in its order. A numbered item is one statement, and so is each of its sentences that says "not shown". */
export function statements(markdown: string): SourceStatement[] {
  const found: SourceStatement[] = []
  let clause = '0'
  let columns: readonly string[] = []
  for (const line of markdown.replaceAll('`', '').split('\n')) {
    const heading = /^#{2,3} ([\d.]*\d)?\.? ?(.+)$/.exec(line)
    const item = /^(\d+)\. (.+)$/.exec(line)
    const cells = /^\|(.+)\|$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim())
    if (heading) {
      clause = heading[1] ?? clause
      found.push(statement(clause, 'section', heading[2] ?? ''))
    } else if (item) found.push(...numbered(`${clause}.${item[1]}`, item[2] ?? ''))
    else if (!cells) found.push(...sentences(line.replace(/^- /, '')).map((text) => statement(clause, kindOf(text), text)))
    else if (columns.length === 0) columns = cells
    else if (!/^[-|\s]+$/.test(cells.join(''))) found.push({ ...statement(clause, 'row', cells.join(' | ')), cells, columns })
    if (!cells) columns = []
  }
  return found
}

const label = /^(Request|Response) body:$/

function numbered(clause: string, text: string): SourceStatement[] {
  const open = sentences(text).filter((sentence) => kindOf(sentence) === 'not shown')
  return [statement(clause, 'item', text), ...open.map((sentence) => statement(clause, 'not shown', sentence))]
}

function statement(clause: string, kind: SourceStatement['kind'], text: string): SourceStatement {
  return { clause, kind, text, hash: sha256(text).slice(0, 12), cells: [], columns: [] }
}

function kindOf(text: string): SourceStatement['kind'] {
  return /\bnot shown\b/.test(text) ? 'not shown' : 'sentence'
}

function sentences(text: string): string[] {
  if (text.startsWith('# ')) return []
  return text.split(/(?<=\.)\s+(?=[A-Z{])/).filter((sentence) => sentence.trim() !== '' && !label.test(sentence))
}

/** Every place of the document that carries both `x-clause` and `x-anchor`. */
export function anchored(node: unknown): { readonly clause: string; readonly anchor: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const { 'x-clause': clause, 'x-anchor': anchor } = node as Readonly<Record<string, unknown>>
  const own = typeof anchor === 'string' ? [{ clause: String(clause), anchor }] : []
  return [...own, ...Object.values(node).flatMap(anchored)]
}
