import type { Json } from '../../engine/judging/outcome.ts'
import { someOf } from '../../text/counted.ts'
import { fewClauses } from '../conclusions/clauses.ts'
import { symbols } from '../conclusions/conclusion.ts'
import { coloured, colouredLines, hanging, type TerminalStyle } from '../text/lines.ts'
import { cropped, plain } from '../text/plain.ts'
import { valueText } from '../wording/observed-values.ts'
import type { Comparison, VerdictChange } from './compare.ts'
import { changeGroups, changeSections, onlyInOne } from './sections.ts'

export function comparisonText(comparison: Comparison, style: TerminalStyle): string {
  const { before, after, behaviour } = comparison
  const sections = [
    [
      ...colouredLines(style, 'bold', `${before.target} (${before.startedAt}) → ${after.target} (${after.startedAt})`),
      ...hanging('  ', `${symbols[before.standing]} ${before.headline} → ${symbols[after.standing]} ${after.headline}`, style),
    ],
    ...changeSections(comparison).map(([title, changed]) => changes(title, changed, style)),
    behaviours(behaviour, style),
    ...onlyInOne(comparison).map(([title, only]) => names(title, only, style)),
  ].filter((lines) => lines.length > 0)
  const same = sections.length === 1 ? [['Nothing differs: neither a verdict nor what is done at open points.']] : []
  return `${[...sections, ...same].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function changes(title: string, changed: readonly VerdictChange[], style: TerminalStyle): string[] {
  return [
    coloured(style, 'bold', `${title} (${changed.length})`),
    ...changeGroups(changed).flatMap(({ checks, clauses, words, before, after, why }) => [
      ...hanging(
        `  ${symbols[after]} ${clauses.length > 0 ? `${fewClauses(clauses)} ` : ''}`,
        `${plain(words)}${before === after ? '' : ` (${before} → ${after})`}`,
        style,
      ),
      ...(why ? hanging('      ', cropped(plain(why), 240), style) : []),
      ...hanging('      ', someOf(checks, 3), style, 'dim'),
    ]),
  ]
}

function behaviours(behaviour: Comparison['behaviour'], style: TerminalStyle): string[] {
  if (behaviour.length === 0) return []
  const shown = (value: Json) => cropped(plain(valueText(value)), 240)
  return [
    ...colouredLines(style, 'bold', `Behaviour at open points that differs (${behaviour.length})`),
    ...behaviour.flatMap(({ id, title, before, after }) => [
      ...hanging('  ○ ', `${plain(title)} (${id})`, style),
      ...hanging('      before ', shown(before), style),
      ...hanging('      after  ', shown(after), style),
    ]),
  ]
}

function names(title: string, checks: readonly string[], style: TerminalStyle): string[] {
  return [...colouredLines(style, 'bold', `${title} (${checks.length})`), ...hanging('  ', someOf(checks, 10), style)]
}
