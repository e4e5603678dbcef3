import { grouped } from '../../text/counted.ts'
import { colours, symbols } from '../conclusions/conclusion.ts'
import { type Fleet, gravestFirst, type Standing, talliesOf } from '../conclusions/standing.ts'
import { coloured, hanging, type TerminalStyle, wrapped } from '../text/lines.ts'
import { plain } from '../text/plain.ts'

/** As many as fit a screen; of more, those that conform are only counted. */
const mostShown = 40

/** How targets stand, a line each, the worst first, or nothing where many all conform; a name that does not fit stands below its counts. */
export function standingsTable(standings: readonly Standing[], style: TerminalStyle): string[] {
  const sorted = gravestFirst(standings)
  const shown = (standings.length > mostShown ? sorted.filter(({ standing }) => standing !== 'passed') : sorted).slice(0, mostShown)
  if (shown.length === 0) return []
  const hidden = standings.length - shown.length
  const rows = shown.map(({ summary }) => [summary.failed, summary.inconclusive, summary.passed].map(grouped))
  const titles = ['failed', 'not judged', 'passed']
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')
  const room = style.width - widths.reduce((sum, width) => sum + width + 2, 0) - 4
  return [
    coloured(style, 'dim', `  ${line(titles)}  target`),
    ...shown.flatMap(({ name, standing }, at) => {
      const counts = `${coloured(style, colours[standing], symbols[standing])} ${line(rows[at] ?? [])}`
      const fits = plain(name).length <= room
      return fits ? [`${counts}  ${plain(name)}`] : [counts, ...wrapped(name, style.width - 4).map((part) => `    ${part}`)]
    }),
    ...(hidden > 0 ? [`and ${grouped(hidden)} more`] : []),
  ]
}

export function standingsTally(fleet: Fleet, style: TerminalStyle): string[] {
  return talliesOf(fleet).flatMap(({ standing, words }) => hanging(`${symbols[standing]} `, words, style, colours[standing]))
}
