import { type Exchange, wasTried } from '../../exchange.ts'
import { targetClockRole, withdrawalRoles } from '../../probes/roles.ts'
import { isLocal } from '../../target.ts'
import { attempt, type Channel, isUrgent, unsent } from '../channel.ts'
import type { Draft } from '../draft.ts'
import type { Fate, SpendingCandidate } from '../withdrawals/spending.ts'
import type { Interpose } from './interposed-reads.ts'
import { isAnswerLost } from './losses.ts'
import type { SendAttempt } from './retry-policy.ts'

/** How many withdrawals of unknown fate others take the place of, where each is counted. */
const mostReplaced = 2

/** What came of one attempt, and of a withdrawal, whether it was registered. */
interface Sent extends SendAttempt {
  readonly fate?: Fate
}

/**
 * Sends a request, and repeats it while the retry policy allows. Each attempt waits for its turn with the scheduler of its host; the signs of
 * the pace and the losses tell whether the pace was the reason for "later" or silence: else to wait and repeat is futile. A withdrawal of
 * unknown fate is never sent again: others take its place, one after another, within the announced limit. Rejects if the run ends before any
 * is answered.
 */
export async function sendWithRetries(channel: Channel, draft: Draft, interpose?: Interpose): Promise<Exchange> {
  const { retryPolicy, presence } = channel
  const kind = channel.isRight(draft) ? 'right' : 'wrong'
  // Lost answers to right and to wrong requests are counted apart.
  const losses = channel.losses.of(`${kind} ${draft.operation.id}`)
  const retries = retryPolicy.retriesOf(draft, kind)
  const earlier: Sent[] = []
  try {
    for (;;) {
      const before = earlier.findLast(isTaken)
      const answered = before ?? earlier.findLast(isPutOff)
      const sent = await sendOnce(channel, draft, earlier.length, before?.exchange).catch((cause: unknown) => {
        if (answered) return answered
        throw cause
      })
      // What was answered is told, and not that another in its place was not sent any more.
      if (sent === answered || !wasTried(sent.exchange)) return losses.told((answered ?? sent).exchange)
      if (kind === 'wrong') channel.losses.noteWrong(draft.operation.id, sent.exchange.response?.status === 503)
      losses.note(isLost(channel, draft, sent), sent.exchange)
      retries.note(sent)
      const inVain = noteSettled(channel, draft, sent) || presence.isSilent(draft.operation)
      const isLast = inVain || sent.exchange === before?.exchange || isEnough(channel, draft, [...earlier, sent])
      if (isLast || !(await retries.mayGoOn(sent))) return losses.told(sent.exchange)
      if (mayBeAlone(channel, draft, sent)) await interpose?.(draft)
      earlier.push(sent)
    }
  } finally {
    retries.end()
  }
}

/** True for a withdrawal that may have been registered, or was refused: it is done. */
function isTaken({ fate }: Sent): boolean {
  return fate !== undefined && fate !== 'unsent' && fate !== 'later'
}

function isPutOff({ fate }: Sent): boolean {
  return fate === 'later'
}

/** True if no answer came. A 503 is none to a withdrawal, unless it is about the pace; a 500 is one, whatever became of it. */
function isLost({ losses }: Channel, { operation }: Draft, { exchange, fate, isHasty }: Sent): boolean {
  if (fate === undefined) return isAnswerLost(exchange)
  const isUnavailable = exchange.response?.status === 503
  return fate === 'unknown' && (isUnavailable ? !(isHasty || losses.areCausedByPace(operation.id)) : isAnswerLost(exchange))
}

/** Why it has become vain to send a request that waited for its turn; undefined if it has not. */
function whyInVain({ presence, spending }: Channel, { operation }: Draft): string | undefined {
  if (operation.movesMoney && spending.isVain) return spending.blown
  return presence.isSilent(operation)
    ? `right requests of ${operation.id} were left without an answer, however often they were sent`
    : undefined
}

/** Sends a request when it is its turn; `before` is the withdrawal in whose place it goes out. */
export function sendOnce(channel: Channel, draft: Draft, repeats: number, before?: Exchange): Promise<Sent> {
  return draft.operation.movesMoney
    ? spendSpaced(channel, draft, repeats, before)
    : inTurn(channel, draft, repeats, () => attempt(channel, draft, repeats))
}

/** True for one that was told "later" again, and may be the only one: a right one that is sent before it is sent again shows that. */
function mayBeAlone({ paceSigns }: Channel, draft: Draft, { exchange, later }: SendAttempt): boolean {
  return later && exchange.repeats > 0 && paceSigns.mayBeAlone(draft)
}

/**
 * Notes what became of a request; true if waiting for it is futile. Once right withdrawals wait by themselves, what they taught about the pace is
 * forgotten.
 */
function noteSettled({ paceSigns, schedulerOf }: Channel, draft: Draft, { exchange, fate }: Sent): boolean {
  const wasApart = paceSigns.isApart
  const scheduler = schedulerOf(draft)
  const inVain = paceSigns.settled(draft, exchange, fate)
  if (paceSigns.isApart && !wasApart) scheduler.startOver()
  return inVain
}

/**
 * True if a withdrawal was registered, or may not be replaced or repeated again. Each may be lost money, except in a run on this machine;
 * without a fuse that counts them, only the one that was asked for is sent.
 */
function isEnough({ target, spending, isRun }: Channel, { operation }: Draft, sent: readonly Sent[]): boolean {
  const [taken, putOff] = [sent.filter(isTaken).length, sent.filter(isPutOff).length]
  if (sent.at(-1)?.fate === 'registered') return true
  if (spending.isLimited) return taken > mostReplaced
  return !(isRun && isLocal(target, operation)) && taken + putOff > 0
}

/** Sends a withdrawal; on this machine a right one some time after others, and again, where the target wants so. */
async function spendSpaced(channel: Channel, draft: Draft, repeats: number, before?: Exchange) {
  const { spaced, target, signal } = channel
  const once = () => spend(channel, draft, repeats, before)
  if (!isLocal(target, draft.operation)) return once()
  if (!channel.isRight(draft)) return spaced.note(await once())
  const mayRepeat = channel.detectsLockouts !== true
  return spaced.send(once, { signal, mayRepeat, isUnusual: channel.isUnusual(draft), followsRefused: draft.role === withdrawalRoles.same })
}

/** Sends a withdrawal once if the fuse allows it; otherwise says why not. */
async function spend(channel: Channel, draft: Draft, repeats: number, before?: Exchange): Promise<Sent & { readonly fate: Fate }> {
  const { spending, withdrawals, retryPolicy, presence, signal } = channel
  const asked: SpendingCandidate = { right: channel.isRight(draft), explains: draft.role === targetClockRole }
  const reason = await spending.enter(asked, signal)
  if (reason !== undefined) return { exchange: unsent(channel, draft, new Error(reason)), later: false, jumped: false, fate: 'unsent' }
  let exchange: Exchange | undefined
  const send = async () => {
    withdrawals.turn()
    exchange = await attempt(channel, draft, repeats, before)
    return exchange
  }
  const fate = () => (exchange && exchange !== before ? withdrawals.fateOf(exchange) : 'unsent')
  try {
    const answer = await inTurn(channel, draft, repeats, send)
    return { ...answer, fate: fate() }
  } finally {
    const { operation } = draft
    const wasAnswered = presence.hasAnswered(operation)
    const isLost = exchange !== undefined && isAnswerLost(exchange) && !retryPolicy.mayBeStarting
    // A slower run, which waits for the end of a ban, may follow.
    const isShut = wasAnswered ? channel.detectsLockouts !== true : presence.isShut(operation)
    const mayFollow = spending.blown === undefined
    const mayRefuse = wasAnswered && (!asked.right || channel.isUnusual(draft))
    spending.left(asked, fate(), { isLost, mayRefuse, isShut })
    // No pace has to be kept any more so that none of them is lost.
    if (mayFollow && spending.blown !== undefined) channel.schedulerOf(draft).startOver()
  }
}

/** Sends when it is the request's turn, which comes last for a repeat, and notices whether this machine sleeps meanwhile. */
async function inTurn(channel: Channel, draft: Draft, repeats: number, send: () => Promise<Exchange>): Promise<SendAttempt> {
  const { paceSigns, presence, long } = channel
  const jumped = channel.jumps.watch()
  const { operation } = draft
  const isCostly = operation.movesMoney && channel.spending.isLimited
  const scheduler = channel.schedulerOf(draft)
  const sendNoted = async () => {
    const noted = paceSigns.sending(draft)
    const exchange = await send()
    presence.attempted(operation, exchange, { isRight: channel.isRight(draft), isUnusual: channel.isUnusual(draft) })
    long.note(exchange)
    const absence = presence.absence(operation, exchange)
    if (noted(exchange, absence?.isOver === false) || absence?.isOver) scheduler.startOver()
    return exchange
  }
  const scheduled = await scheduler.run({
    operation: operation.id,
    repeats,
    send: sendNoted,
    isMoved: (answer) => channel.schedulerOf(draft) !== scheduler || (answer !== undefined && paceSigns.isOfName(answer)),
    whyNot: () => (repeats === 0 ? whyInVain(channel, draft) : undefined),
    priority: repeats === 0 && isUrgent(draft) ? 'urgent' : 'normal',
    isCostly,
    absence: (exchange) => presence.absence(operation, exchange),
    isAway: () => presence.isAway(operation, channel.clock.now()),
    isIgnored: (exchange) => paceSigns.isUnrelated(draft, exchange),
  })
  return scheduled ? { ...scheduled, jumped: jumped() } : inTurn(channel, draft, repeats, send)
}
