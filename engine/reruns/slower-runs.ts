import { isUnable } from '../../contracts/statuses.ts'
import { locksOf } from '../evidence/bans.ts'
import { type RightExchange, rightExchanges, wrongAmong } from '../evidence/right-exchanges.ts'
import { saysTooMuch } from '../evidence/throttled-answers.ts'
import { type Exchange, wasTried } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { isFailed, type Run } from '../run.ts'
import { abortConditionOf } from './abort-condition.ts'
import { type Denied, deniedOperations } from './lone-request.ts'
import { expectedOf, gone, leastTime, type Pace, unexplained } from './rerun-notice.ts'
import { pause, type RepeatBounds, type Reruns, rerunsOf, type Send } from './reruns.ts'
import { failingExchanges, isFlawed, isFlawGone, isRefusedAsWrong, throttlingOf } from './throttling.ts'

/**
 * First one request at a time, as fast as they are answered: enough for a target that takes few at once. Then with control requests, which show
 * whether the target locks clients out. Then fewer per second.
 */
const oneByOne = { concurrency: 1 } satisfies Pace
const detecting = { ...oneByOne, detectsLockouts: true } satisfies Pace
const paces: readonly Pace[] = [oneByOne, detecting, { ...oneByOne, rate: 20 }, { ...oneByOne, rate: 6 }]

const asAtFirst = {} satisfies Pace

/** How long a target's connections take to close, in milliseconds: it may count those. */
const shortPause = 300

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
  const reruns = rerunsOf(first, send, bounds)
  if (bounds.isLockedOut) return rerunDespiteLockouts(reruns, planned)
  return (await mayBeThrottled(first, planned, bounds)) ? rerunAtEachPace(reruns, planned, bounds) : first
}

async function mayBeThrottled(first: Run, planned: Plan, { isTurnedAwayForOthers }: SlowerBounds): Promise<boolean> {
  const throttling = throttlingOf(planned, first)
  if (throttling !== 'possible') return throttling === 'shown'
  return (await isTurnedAwayForOthers?.(deniedOperations(planned, first.exchanges))) === true
}

async function rerunAtEachPace(reruns: Reruns, planned: Plan, { rate = Number.POSITIVE_INFINITY }: SlowerBounds): Promise<Run> {
  const { first } = reruns
  const wasRefusedAsWrong = isRefusedAsWrong(planned, first)
  const slower = wasRefusedAsWrong ? paces.slice(0, -1) : paces
  let [last, broken] = [first, 0]
  let clearer: { readonly run: Run; readonly pace: Pace } | undefined
  const mayHelp = (pace: Pace) => {
    const isLate = !pace.detectsLockouts && reruns.elapsed() > longestInVain
    return !isLate && reruns.timeLeft() >= leastTime(pace, last) && throttlingOf(planned, last) !== 'none'
  }
  for (const [index, pace] of slower.filter((each) => (each.rate ?? 0) < rate).entries()) {
    const abort = abortConditionOf(planned)
    const before = index === 0 ? shortPause : Math.min(index, 2) * pause
    const run = mayHelp(pace) && (await reruns.next(pace, { expected: expectedOf(pace, first, planned), before, abortsOn: abort.isMet }))
    if (!run) break
    // A target that takes right requests for wrong ones only when many come at once mixes them up, which is its fault.
    const isFault = index === 0 && wasRefusedAsWrong
    const isClean = isWhole(run) && !isFailed(run)
    if (isClean && isFault) return reruns.unsettled()
    if (isClean || (run.complete && isFlawed(planned, run))) return settledBy({ run, pace }, reruns, planned)
    // Unusual requests that are turned away while ordinary ones beside them are not are turned away for what they ask.
    if (pace.detectsLockouts && isWhole(run) && turnedAway(planned, run).every(({ isUnusual }) => isUnusual)) clearer = { run, pace }
    if (isFailed(first) && run.complete && !isFailed(run) && !abort.wasMet && !isFault) clearer ??= { run, pace }
    if (abort.isByLosses) broken += 1
    if (broken === mostBroken || turnsSameAway(planned, [last, run], { pace, isAborted: abort.wasMet })) break
    if (!pace.detectsLockouts && !abort.wasMet) last = run
  }
  return clearer ? settledBy(clearer, reruns, planned) : reruns.unsettled()
}

/** At most, if no right request is turned away in them: a limit that is hardly exceeded, or counts by the second, need not be met each time. */
const repeatsAsAtFirst = 2

/**
 * The run that counts where a slower one settled what the first found. If the pace or the wrong requests were the reason that right ones were
 * turned away, without a word of it, they are again when all is sent as it was: otherwise the first run counts. What fails in the slower run
 * needs no such proof.
 */
async function settledBy({ run, pace }: { readonly run: Run; readonly pace: Pace }, reruns: Reruns, planned: Plan): Promise<Run> {
  if (isFailed(run) || !isRefusedInSilence(planned, reruns.first)) return reruns.settled(run, pace)
  for (let repeat = 0; repeat < repeatsAsAtFirst; repeat += 1) {
    const abort = abortConditionOf(planned)
    const again = await reruns.next(asAtFirst, { expected: expectedOf(asAtFirst, reruns.first, planned), abortsOn: abort.isMet })
    if (!again || abort.wasMet || isFailed(again) || !isWhole(again)) return reruns.settled(run, pace)
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
 * True if a slower run turned the same unusual right requests away as the run before, as far as it came, and no ordinary one: what these ask is
 * the reason. Those that were refused just as the wrong ones beside them may have met a lockout, until right requests are sent along.
 */
function turnsSameAway(planned: Plan, [last, run]: readonly [Run, Run], { pace, isAborted }: { pace: Pace; isAborted: boolean }): boolean {
  const [before, after] = [turnedAway(planned, last), turnedAway(planned, run)]
  const ids = new Set(before.map(({ exchange }) => exchange.id))
  const isLocked = pace.detectsLockouts ? () => false : lockedAmong(planned, run)
  const isSame = after.every(({ isUnusual, exchange }) => isUnusual && ids.has(exchange.id) && !isLocked(exchange))
  return isSame && after.length > 0 && (isAborted || after.length === before.length)
}

function lockedAmong({ probes }: Plan, { exchanges }: Run): (exchange: Exchange) => boolean {
  return locksOf(wrongAmong(exchanges, rightExchanges(probes, exchanges)), exchanges)
}

function turnedAway({ probes }: Plan, { exchanges }: Run): readonly RightExchange[] {
  return rightExchanges(probes, exchanges).filter(({ isAccepted, exchange }) => !isAccepted && wasTried(exchange))
}

/**
 * What comes of a target that locks clients out for long: a run with control requests, which keep failures from adding up. If that leaves
 * something open, lockouts are waited for. What failed at first for another reason stands, even if it does not fail again.
 */
async function rerunDespiteLockouts(reruns: Reruns, planned: Plan): Promise<Run> {
  const cut = (note?: string) => ({ ...reruns.unsettled(note), complete: false })
  const told = (run: Run, pace: Pace) => (isFlawGone(planned, reruns.first, run) ? cut(gone) : reruns.settled(run, pace))
  const detected = await reruns.next(detecting, { share: mostDetecting, abortsOn: abortConditionOf(planned).isMet })
  if (detected && isWhole(detected)) return told(detected, detecting)
  const waited = await reruns.next(oneByOne, { abortsOn: () => false })
  // A balance that was spent by then says nothing of the target.
  const isSpent = waited?.registered.length === 0 && [reruns.first, detected].some((run) => run && run.registered.length > 0)
  return waited && !isSpent ? told(waited, oneByOne) : cut()
}

function isWhole({ outcomes, complete }: Run): boolean {
  return complete && outcomes.every(({ verdict }) => verdict !== 'inconclusive')
}
