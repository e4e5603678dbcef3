import type { Report } from '../report.ts'
import { cropped } from '../text/plain.ts'
import { html, type Markup } from './markup.ts'

/** The command whose requests were judged: how it ended, and the end of what it printed. */
export function commandSection({ command }: Report): Markup | '' {
  if (!command) return ''
  const { words, ending, output, files, durationMs } = command
  return html`<section id="command" aria-labelledby="command-title"><h2 id="command-title">The command</h2>
<p><code>${cropped(words.join(' '), 500)}</code>: ${ending}, ${(durationMs / 1000).toFixed(1)} s${files.length > 0 ? html`; kept beside this page: ${files.join(', ')}` : ''}</p>
<details><summary>The end of what it printed</summary><pre tabindex="0">${output}</pre></details></section>
`
}
