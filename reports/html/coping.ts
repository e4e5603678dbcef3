import { scoreOf } from '../../consumers/gate/coping.ts'
import { unnoticed } from '../coping.ts'
import type { Report } from '../report.ts'
import { html, type Markup, text } from './markup.ts'

/** The share of the faults that the tests notice, and those that they do not, by requirement. */
export function copingSection(report: Report): Markup | '' {
  const { coping } = report
  if (!coping) return ''
  const score = scoreOf(coping.trials)
  const counted = (verdict: string) => coping.trials.filter((trial) => trial.verdict === verdict).length
  return html`<section id="coping" aria-labelledby="coping-title"><h2 id="coping-title">How the tests cope</h2>
<p>${score ? `They notice ${Math.floor(score.share * 100)} % of the faults that they meet: ${score.noticed} of ${score.met}; ${counted('equivalent')} they never meet.` : 'No fault was met.'}
Of ${counted('passed') + counted('failed')} conforming variants, ${counted('passed')} ${counted('passed') === 1 ? 'is' : 'are'} borne${counted('not run') > 0 ? `; ${counted('not run')} trials were not run` : ''}.</p>
${coping.reason === undefined ? '' : html`<p class="reason">${text(coping.reason)}</p>`}
<ul>${unnoticed(report).map(
    ({ requirement, text: words, survived, met }) =>
      html`<li><details><summary>${survived.length} of ${met} unnoticed: ${text(words)}</summary><p class="quiet"><code>${requirement}</code></p><ul>${survived.map(({ name, title }) => html`<li><code>${name}</code> ${text(title)}</li>`)}</ul></details></li>`,
  )}</ul></section>
`
}
