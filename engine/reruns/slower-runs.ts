import { isUnable } from '../../contracts/statuses.ts'
import { locksOf } from '../evidence/bans.ts'
import { type RightExchange, rightExchanges, wrongAmong } from '../evidence/right-exchanges.ts'
import { saysTooMuch } from '../evidence/throttled-answers.ts'
import { wasTried } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { isFailed, type Run } from '../run.ts'
import { neverAborted } from './abort-condition.ts'
import { type Denied, deniedOperations } from './lone-request.ts'
import { asAtFirst, expectedOf, gone, leastTime, type Pace, unexplained } from './rerun-notice.ts'
import { pause, type RepeatBounds, type Rerun, type Reruns, rerunsOf, type Send } from './reruns.ts'
import { failingExchanges, isFlawed, isFlawGone, isRefusedAsWrong, throttlingOf } from './throttling.ts'

/**
 * First one request at a time, as fast as they are answered: enough for a target that takes few at once. Then with control requests, which show
 * whether the target locks clients out. Then fewer per second. The target is left alone for some milliseconds before each: it may count
 * connections, which take a while to close, or the requests of the last seconds.
 */
const oneByOne = { concurrency: 1 } satisfies Pace
const detecting = { ...oneByOne, detectsLockouts: true } satisfies Pace
const slowest = { ...oneByOne, rate: 6 } satisfies Pace
const paces: readonly (readonly [pace: Pace, before: number])[] = [
  [oneByOne, 300],
  [detecting, pause],
  [{ ...oneByOne, rate: 20 }, 2 * pause],
  [slowest, 2 * pause],
]

/** After how many slower runs with lost answers no other is tried. */
const mostBroken = 2

/** Once they have taken this long, in milliseconds, no other slower run starts but the one that settles lockouts. */
const longestInVain = 60_000

/** The share of the time left that a run with control requests may take: a limit that was taken for a lockout would use up all of it. */
const mostDetecting = 1 / 5

/** What slower runs have to keep to. */
interface SlowerBounds extends RepeatBounds {
  readonly rate?: number
  /** True if the first run ended early because the target locks clients out again and again. */
  readonly isLockedOut?: boolean
  /** Asks whether operations that refused everything did so for what else was sent. */
  readonly isTurnedAwayForOthers?: (denied: readonly Denied[]) => Promise<boolean>
}

/**
 * The given run or, if its target may have throttled it, a slower run of the same requests if one settles everything, fails for what no pace
 * explains, or else settles all that failed. It lists the withdrawals that any of the runs registered. Each pace is tried in turn until its abort
 * condition is met, while time is left; a target that locks clients out for long gets the one pace that keeps failures from adding up.
 */
export async function rerunSlower(first: Run, planned: Plan, send: Send, bounds: SlowerBounds): Promise<Run> {
  const reruns = rerunsOf(first, planned, send, bounds)
  if (bounds.isLockedOut) return rerunDespiteLockouts(reruns)
  return (await mayBeThrottled(first, planned, bounds)) ? rerunAtEachPace(reruns, bounds) : first
}

async function mayBeThrottled(first: Run, planned: Plan, { isTurnedAwayForOthers }: SlowerBounds): Promise<boolean> {
  const throttling = throttlingOf(planned, first)
  if (throttling !== 'possible') return throttling === 'shown'
  return (await isTurnedAwayForOthers?.(deniedOperations(planned, first.exchanges))) === true
}

async function rerunAtEachPace(reruns: Reruns, { rate = Number.POSITIVE_INFINITY }: SlowerBounds): Promise<Run> {
  const { first, planned, all } = reruns
  for (const [pace, before] of paces.filter(([each]) => (each.rate ?? 0) < rate)) {
    const again = !isInVain(pace, reruns) && (await reruns.next(pace, { before, expected: expectedOf(pace, first, planned) }))
    if (!again) break
    if (isClean(again.run) || (again.run.complete && isFlawed(planned, again.run))) return settledBy(again, reruns)
  }
  const clearer = all.find((each) => turnsUnusualAway(each, planned)) ?? all.find((each) => settlesFailures(each, reruns))
  return clearer ? settledBy(clearer, reruns) : reruns.unsettled()
}

/** True if a run at this pace would show nothing new after those so far, or not in time. */
function isInVain(pace: Pace, { first, planned, all, elapsed, timeLeft }: Reruns): boolean {
  const last = lastPaced(all) ?? first
  const isLate = (!pace.detectsLockouts && elapsed() > longestInVain) || timeLeft() < leastTime(pace, last)
  const isBroken = all.filter(({ abort }) => abort.isByLosses).length >= mostBroken
  // Who takes right requests for wrong ones counts failures, if anything.
  const isCounted = pace === slowest && isRefusedAsWrong(planned, first)
  return isLate || isBroken || isCounted || turnsSameAway(planned, all) || throttlingOf(planned, last) === 'none'
}

/** The last run that a pace alone told from the first, up to its end. */
function lastPaced(runs: readonly Rerun[]): Run | undefined {
  return runs.findLast(({ pace, abort }) => !pace.detectsLockouts && !abort.wasMet)?.run
}

/** True if unusual requests alone are turned away while ordinary ones beside them are not: that is for what they ask. */
function turnsUnusualAway({ run, pace }: Rerun, planned: Plan): boolean {
  return pace.detectsLockouts === true && isWhole(run) && turnedAway(planned, run).every(({ isUnusual }) => isUnusual)
}

/** True if what failed at first does not any more, whatever is left open. */
function settlesFailures(again: Rerun, reruns: Reruns): boolean {
  const { run, abort } = again
  return isFailed(reruns.first) && run.complete && !isFailed(run) && !abort.wasMet && !isMixedUp(again, reruns)
}

/** True for a target that takes right requests for wrong ones only when many come at once: it mixes them up, which is its fault. */
function isMixedUp({ pace }: Rerun, { first, planned }: Reruns): boolean {
  return pace === oneByOne && isRefusedAsWrong(planned, first)
}

/** At most, if no right request is turned away in them: a limit that is hardly exceeded, or counts by the second, need not be met each time. */
const repeatsAsAtFirst = 2

/**
 * The run that counts where a slower one settled what the first found. If the pace or the wrong requests were the reason that right ones were
 * turned away, without a word of it, they are again when all is sent as it was: otherwise the first run counts. What fails in the slower run
 * needs no such proof.
 */
async function settledBy(again: Rerun, reruns: Reruns): Promise<Run> {
  const { first, planned } = reruns
  if (isFailed(again.run)) return reruns.settled(again)
  if (isMixedUp(again, reruns)) return reruns.unsettled()
  if (!isRefusedInSilence(planned, first)) return reruns.settled(again)
  for (let repeat = 0; repeat < repeatsAsAtFirst; repeat += 1) {
    const repeated = await reruns.next(asAtFirst, { expected: expectedOf(asAtFirst, first, planned) })
    if (!repeated || repeated.abort.wasMet || !isClean(repeated.run)) return reruns.settled(again)
  }
  return reruns.unsettled(unexplained)
}

/** True if right requests were refused without a word of a limit, ordinary ones or such that the run failed for. */
function isRefusedInSilence(planned: Plan, run: Run): boolean {
  const failing = failingExchanges(run.outcomes)
  return turnedAway(planned, run).some(({ isUnusual, exchange }) => {
    const isAnswered = exchange.response !== undefined && exchange.lost === undefined && !isUnable(exchange.response.status)
    return isAnswered && !saysTooMuch(exchange) && (!isUnusual || failing.has(exchange.id))
  })
}

/**
 * True if the last slower run turned the same unusual right requests away as the one before, as far as it came, and no ordinary one: what these
 * ask is the reason. Those that were refused just as the wrong ones beside them may have met a lockout, until right requests are sent along.
 */
function turnsSameAway(planned: Plan, all: readonly Rerun[]): boolean {
  const [last, before] = [all.at(-1), lastPaced(all.slice(0, -1))]
  if (!last || !before) return false
  const [turned, turnedBefore] = [turnedAway(planned, last.run), turnedAway(planned, before)]
  const ids = new Set(turnedBefore.map(({ exchange }) => exchange.id))
  const { exchanges } = last.run
  const wrong = wrongAmong(exchanges, rightExchanges(planned.probes, exchanges))
  const isLocked = last.pace.detectsLockouts ? () => false : locksOf(wrong, exchanges)
  const isSame = turned.every(({ isUnusual, exchange }) => isUnusual && ids.has(exchange.id) && !isLocked(exchange))
  return isSame && turned.length > 0 && (last.abort.wasMet || turned.length === turnedBefore.length)
}

function turnedAway({ probes }: Plan, { exchanges }: Run): readonly RightExchange[] {
  return rightExchanges(probes, exchanges).filter(({ isAccepted, exchange }) => !isAccepted && wasTried(exchange))
}

/**
 * What comes of a target that locks clients out for long: a run with control requests, which keep failures from adding up. If that leaves
 * something open, lockouts are waited for. What failed at first for another reason stands, even if it does not fail again.
 */
async function rerunDespiteLockouts(reruns: Reruns): Promise<Run> {
  const { first, planned, all } = reruns
  const cut = (note?: string) => ({ ...reruns.unsettled(note), complete: false })
  const told = (again: Rerun) => (isFlawGone(planned, first, again.run) ? cut(gone) : reruns.settled(again))
  const detected = await reruns.next(detecting, { share: mostDetecting })
  if (detected && isWhole(detected.run)) return told(detected)
  const waited = await reruns.next(oneByOne, { abort: neverAborted })
  // A balance that was spent by then says nothing of the target.
  const isSpent = waited?.run.registered.length === 0 && all.some(({ run }) => run.registered.length > 0)
  return waited && !isSpent ? told(waited) : cut()
}

function isWhole({ outcomes, complete }: Run): boolean {
  return complete && outcomes.every(({ verdict }) => verdict !== 'inconclusive')
}

function isClean(run: Run): boolean {
  return isWhole(run) && !isFailed(run)
}
