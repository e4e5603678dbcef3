import { rightExchanges } from '../evidence/right-exchanges.ts'
import { acceptedAgents, agentFiltersOf, agentFilterText } from '../judging/doubts/agent-filters.ts'
import type { Plan } from '../plan.ts'
import type { Run } from '../run.ts'
import { afterAll, pause, type RepeatBounds, type Send } from './reruns.ts'
import { isFlawGone } from './throttling.ts'

/** Withdrawals of that run have higher numbers than those of the first. */
const numbersFrom = 500

/**
 * The given run or, if operations turn clients away by their user agent, another run with user agents that all operations accept, together with
 * their names.
 */
export async function rerunAsOtherAgents(
  run: Run,
  planned: Plan,
  send: Send,
  { clock, timeLeft, signal, onRepeat }: RepeatBounds,
): Promise<{ readonly run: Run; readonly names?: readonly string[] }> {
  const { probes } = planned
  const filters = agentFiltersOf(rightExchanges(probes, run.exchanges), run.exchanges)
  const names = acceptedAgents(filters)
  const left = timeLeft()
  if (!names || !run.complete || left <= 0) return { run }
  const sentAgain = (tense: 'are' | 'were') =>
    `All requests ${tense} sent again with user agents that the target accepts, because ${agentFilterText(filters)}.`
  onRepeat?.(sentAgain('are'))
  // A target that was only asked too fast, and seemed to tell clients apart, would do so again.
  await clock.sleep(pause, signal).catch(() => undefined)
  const again = await send({ names, numbersFrom, deadline: left })
  // The first run counts if a balance was spent by then, which says nothing of the target, or if a flaw is gone.
  // Where what moves no money is turned away as well, a slower run may tell more.
  const isPacing = rightExchanges(probes, again.exchanges).some((one) => !(one.isAccepted || one.isUnusual || one.operation.movesMoney))
  const isSpent = run.registered.length > 0 && again.registered.length === 0 && !isPacing
  return isSpent || isFlawGone(planned, run, again)
    ? { run: afterAll([again], run, `${sentAgain('were')} ${isSpent ? 'No withdrawal was taken' : 'Nothing failed'} any more.`) }
    : { run: afterAll([run], again, sentAgain('were')), names }
}
