import type { Finding } from '../../engine/judging/outcome.ts'
import type { Report } from '../report.ts'
import { excerptOf } from '../text/body-excerpt.ts'
import { painted, type TerminalStyle } from '../text/lines.ts'
import { shortened, uncommanded } from '../text/plain.ts'

/** The lines of an answer, or of a client's request, around the place of a finding, indented, the place marked; none if the finding points at no place. */
export function placeLines({ exchanges, bodies, side }: Report, finding: Finding | undefined, style: TerminalStyle): string[] {
  if (!finding?.at.startsWith('/')) return []
  const exchange = exchanges.find(({ id }) => id === finding.exchange)
  const key = (side === 'consumer' ? exchange?.request : exchange?.response)?.body
  const body = key === undefined ? undefined : bodies[key]
  if (typeof body !== 'string') return []
  const lines = excerptOf(body, [finding.at], { head: 0, around: 1 })
  const at = lines.findIndex(({ marked }) => marked)
  if (at < 0) return []
  return lines.slice(Math.max(0, at - 1), at + 2).flatMap(({ text, marked = false, skipped }) => {
    if (skipped !== undefined) return []
    const line = shortened(uncommanded(`    ${marked ? '>' : '|'} ${text}`), style.width - 1)
    return [painted(style, marked ? 'yellow' : 'dim', line)]
  })
}
