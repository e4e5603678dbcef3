import { scoreText } from '../../consumers/gate/coping/coping.ts'
import { unnoticed } from '../conclusions/coping.ts'
import type { Report } from '../report.ts'
import { cropped } from '../text/plain.ts'
import { html, type Markup } from './markup.ts'

/** The share of the faults that the tests notice, and those that they do not, by requirement. */
export function copingSection(report: Report): Markup | '' {
  const { coping } = report
  if (!coping) return ''
  const score = scoreText(coping.trials)
  const counted = (verdict: string) => coping.trials.filter((trial) => trial.verdict === verdict).length
  const variants = counted('passed') + counted('failed')
  const others = counted('not run')
  return html`<section id="coping" aria-labelledby="coping-title"><h2 id="coping-title">How the tests cope</h2>
<p>${score ? `They ${score}; ${counted('equivalent')} they never meet.` : others > 0 ? 'None of the faults that were tried affects them.' : 'They met no fault.'}
${variants > 0 ? `Of ${variants} conforming variants, ${counted('passed')} ${counted('passed') === 1 ? 'is' : 'are'} borne.` : ''}${others > 0 ? ` ${others} trials were not run.` : ''}</p>
${coping.reason === undefined ? '' : html`<p class="reason">${coping.reason}</p>`}
<ul>${unnoticed(report).map(
    ({ requirement, text: words, survived, met }) =>
      html`<li><details><summary>${survived.length} of ${met} unnoticed: ${words}</summary><div class="inside"><p class="quiet"><code>${requirement}</code></p><ul>${survived.map(({ name, title }) => html`<li><code>${name}</code> ${title}</li>`)}</ul></div></details></li>`,
  )}</ul></section>
`
}

/** The command whose requests were judged: how it ended, and the end of what it printed. */
export function commandSection({ command }: Report): Markup | '' {
  if (!command) return ''
  const { words, ending, output, files, durationMs } = command
  return html`<section id="command" aria-labelledby="command-title"><h2 id="command-title">The command</h2>
<p><code>${cropped(words.join(' '), 500)}</code>: ${ending}, ${(durationMs / 1000).toFixed(1)} s${files.length > 0 ? html`; kept beside this page: ${files.join(', ')}` : ''}</p>
<details><summary>The end of what it printed</summary><pre tabindex="0">${output}</pre></details></section>
`
}
