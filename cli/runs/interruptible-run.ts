import type { Receiver } from '../../engine/callbacks/receiver.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Run } from '../../engine/run.ts'
import type { RunProgress } from '../../engine/run-progress.ts'
import type { Selection } from '../../engine/selection.ts'
import { defined } from '../../language/defined.ts'
import { createProgress } from '../../reports/terminal/progress.ts'
import { plain } from '../../reports/text/plain.ts'
import { type RunOptions, run } from '../../suites/run.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { isDebugging } from '../debugging.ts'
import { contract } from '../options/contract.ts'
import { runLimits } from '../options/run-limits.ts'
import { interruptibly } from './interruption.ts'

export interface RunSession extends Pick<RunOptions, 'planned' | 'seed' | 'journal' | 'maxWithdrawals' | 'wait'> {
  readonly receiver?: Receiver | undefined
}

/** Judges a target, shows how far it is, and stops at the first interruption with what was judged by then. */
export function judgeInterruptibly({ target, limits }: Settings, selection: Selection, { receiver, ...more }: RunSession): Promise<Run> {
  return withProgress((watched) => run(defined({ contract, target, selection, ...runLimits(limits), receiver, ...more, ...watched })))
}

/** What a run is given so that it can be seen and interrupted. */
type Watched = Required<Pick<RunOptions, 'signal' | 'onProgress' | 'onRepeat'>>

/** Runs something, shows how far it is, and tells it of the first interruption. */
export async function withProgress<Result>(act: (watched: Watched) => Promise<Result>): Promise<Result> {
  using progress = createProgress(process.stderr)
  let unanswered = 0
  const onProgress = ({ sent, planned, exchange, asked, wronglyAccepted }: RunProgress) => {
    if (exchange && !exchange.response) unanswered += 1
    if (isDebugging()) process.stderr.write(exchange ? `${exchangeLine(exchange)}\n` : '')
    else progress.update({ done: sent, total: planned, doing: exchange?.id, asked, wronglyAccepted, unanswered })
  }
  return await interruptibly((signal) => act({ signal, onProgress, onRepeat: (text) => progress.note(text) }))
}

/** What became of an exchange, with nothing of what was sent or received. */
function exchangeLine({ id, response, failure, durationMs, repeats }: Exchange): string {
  const again = repeats > 0 ? `, sent ${repeats + 1} times` : ''
  return `${id}: ${response ? response.status : plain(failure?.message ?? 'no answer')} in ${Math.round(durationMs)} ms${again}`
}
