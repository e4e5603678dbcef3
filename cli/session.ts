import type { Contract } from '../contracts/contract.ts'
import type { Receiver } from '../engine/client/receiver.ts'
import { defaultDeadline } from '../engine/engine.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Plan } from '../engine/plan.ts'
import type { Run } from '../engine/run.ts'
import type { Selection } from '../engine/selection.ts'
import { plain } from '../reports/plain.ts'
import { createProgress } from '../reports/progress.ts'
import { run } from '../suites/run.ts'
import type { Settings } from '../targets/configuration/settings.ts'
import { isDebugging } from './debugging.ts'

/** What a run keeps to unless a flag or a configuration says otherwise; a target that answers one request a second is done by then. */
export const defaultLimits = { deadline: defaultDeadline / 1000, timeout: 10 } as const

/** Judges a target, shows how far it is, and stops at the first interruption with what was judged by then; a second one ends the process. */
export async function judgeInterruptibly(
  contract: Contract,
  { target, limits }: Settings,
  selection: Selection,
  { receiver, planned }: { readonly receiver?: Receiver | undefined; readonly planned?: Plan } = {},
): Promise<Run> {
  const { deadline, timeout, concurrency, rate } = { ...defaultLimits, ...limits }
  const interruption = new AbortController()
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : interruption.abort())
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  const progress = createProgress(process.stderr)
  try {
    return await run({
      contract,
      target,
      selection,
      signal: interruption.signal,
      deadline: deadline * 1000,
      timeout: timeout * 1000,
      ...(concurrency !== undefined && { concurrency: Math.ceil(concurrency) }),
      ...(rate !== undefined && { rate }),
      ...(receiver && { receiver }),
      ...(planned && { planned }),
      onProgress: ({ sent, planned, exchange }) => {
        if (isDebugging()) process.stderr.write(`${exchangeLine(exchange)}\n`)
        else progress.update({ done: sent, total: planned, doing: exchange.id })
      },
    })
  } finally {
    progress.end()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/** What became of an exchange, with nothing of what was sent or received. */
function exchangeLine({ id, response, failure, durationMs, repeats }: Exchange): string {
  const again = repeats > 0 ? `, sent ${repeats + 1} times` : ''
  return `${id}: ${response ? response.status : plain(failure?.message ?? 'no answer')} in ${Math.round(durationMs)} ms${again}`
}
