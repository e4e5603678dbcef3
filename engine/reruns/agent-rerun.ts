import { rightExchanges } from '../evidence/right-exchanges.ts'
import { acceptedAgents, agentFiltersOf, agentFilterText } from '../judging/doubts/agent-filters.ts'
import type { Plan } from '../plan.ts'
import type { Run } from '../run.ts'
import { afterAll, pause, type RepeatBounds, type Send } from './slower-runs.ts'

/** Withdrawals of that run have higher numbers than those of the first. */
const numbersFrom = 500

/**
 * The given run or, if operations turn clients away by their user agent, another run with user agents that all operations accept, together with
 * their names.
 */
export async function rerunAsOtherAgents(
  run: Run,
  { probes }: Plan,
  send: Send,
  { clock, deadline, signal, onRepeat }: RepeatBounds,
): Promise<{ readonly run: Run; readonly names?: readonly string[] }> {
  const filters = agentFiltersOf(rightExchanges(probes, run.exchanges), run.exchanges)
  const names = acceptedAgents(filters)
  const left = deadline - (run.finishedAt - run.startedAt)
  if (!names || !run.complete || left <= 0) return { run }
  const sentAgain = (tense: 'are' | 'were') =>
    `All requests ${tense} sent again with user agents that the target accepts, because ${agentFilterText(filters)}.`
  onRepeat?.(sentAgain('are'))
  // A target that was only asked too fast, and seemed to tell clients apart, would do so again.
  await clock.sleep(pause, signal).catch(() => undefined)
  const again = await send({ names, numbersFrom, deadline: left })
  // A balance that was spent by then says nothing of the target: what the first run found counts.
  const isSpent = run.registered.length > 0 && again.registered.length === 0
  return isSpent
    ? { run: afterAll([again], run, `${sentAgain('were')} No withdrawal was taken any more.`) }
    : { run: afterAll([run], again, sentAgain('were')), names }
}
