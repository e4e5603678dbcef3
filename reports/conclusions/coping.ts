import { scoreText } from '../../consumers/gate/coping/coping.ts'
import { counted, someOf } from '../../text/counted.ts'
import type { Report } from '../report.ts'
import { coloured, hanging, type TerminalStyle } from '../text/lines.ts'
import { plain } from '../text/plain.ts'

/** The faults that the tests meet and do not notice, by the requirement that they break, and how many of it they meet. */
export function unnoticed({ coping }: Report) {
  const met = (coping?.trials ?? []).filter(({ verdict }) => verdict === 'survived' || verdict === 'noticed')
  const groups = Map.groupBy(met, ({ requirements }) => requirements[0] ?? '')
  return [...groups].flatMap(([requirement, trials]) => {
    const survived = trials.filter(({ verdict }) => verdict === 'survived')
    return survived.length === 0
      ? []
      : [{ requirement, text: coping?.requirements[requirement] ?? requirement, survived, met: trials.length }]
  })
}

const shownRequirements = 12

export function copingLines(report: Report, style: TerminalStyle & { readonly detail: 'quiet' | 'normal' | 'verbose' }): string[] {
  const { coping } = report
  const score = coping && scoreText(coping.trials)
  if (!coping || !score) return []
  const all = unnoticed(report)
  const shown = style.detail === 'verbose' ? all : all.slice(0, shownRequirements)
  const named = (trials: typeof coping.trials) => someOf(trials, style.detail === 'verbose' ? trials.length : 3, ({ name }) => name)
  const never = coping.trials.filter(({ verdict }) => verdict === 'equivalent').length
  return [
    coloured(style, 'bold', `Your tests ${score}`),
    ...shown.flatMap(({ requirement, survived, met, text }) => [
      ...hanging('  ', `${survived.length} of ${met} go unnoticed: ${plain(text)}`, style),
      ...hanging('    ', `${requirement}: ${named(survived)}`, style),
    ]),
    ...(all.length > shown.length ? [`  ${counted(all.length - shown.length, 'more requirement')} in the report.`] : []),
    ...(never > 0 ? hanging('  ', `${counted(never, 'fault')} never met by what the tests ask for; that counts for nothing.`, style) : []),
  ]
}
