import type { Exchange } from '../../exchange.ts'
import { targetClockRole, withdrawalRoles } from '../../probes/roles.ts'
import { isLocal } from '../../target.ts'
import { attempt, type Channel, isUrgent, unsent } from '../channel.ts'
import type { Draft } from '../draft.ts'
import type { Fate, SpendingCandidate } from '../withdrawals/spending.ts'
import type { Interpose } from './interposed-reads.ts'
import { isAnswerLost } from './losses.ts'
import type { Kind, Retries, SendAttempt } from './retry-policy.ts'

/**
 * Sends a request, and repeats it while the retry policy allows. Each attempt waits for its turn with the scheduler of its host; the signs of
 * the pace and the losses tell whether the pace was the reason for "later" or silence: else to wait and repeat is futile. Withdrawals have a
 * path of their own, since a repeat may cost money. Rejects if the run ends before its turn.
 */
export async function sendWithRetries(channel: Channel, draft: Draft, interpose?: Interpose): Promise<Exchange> {
  const retries = channel.retryPolicy.retriesOf(draft, kindOf(channel, draft))
  const send = draft.operation.movesMoney ? withdraw : ask
  return send(channel, draft, retries, interpose).finally(retries.end)
}

async function ask(channel: Channel, draft: Draft, retries: Retries, interpose?: Interpose): Promise<Exchange> {
  const losses = lossesOf(channel, draft)
  for (let repeats = 0; ; repeats += 1) {
    const answer = await inTurn(channel, draft, repeats, () => attempt(channel, draft, repeats))
    isRetryFutile(channel, draft, answer.exchange)
    losses.note(isAnswerLost(answer.exchange), answer.exchange)
    retries.note(answer)
    if (channel.presence.isSilent(draft.operation) || !(await retries.mayGoOn(answer))) return losses.told(answer.exchange)
    if (mayBeAlone(channel, draft, answer)) await interpose?.(draft)
  }
}

/** Lost answers to right and to wrong requests are counted apart. */
function lossesOf(channel: Channel, draft: Draft) {
  return channel.losses.of(`${kindOf(channel, draft)} ${draft.operation.id}`)
}

function kindOf({ isRight }: Channel, draft: Draft): Kind {
  return isRight(draft) ? 'right' : 'wrong'
}

/** Why it has become vain to send a request that waited for its turn; undefined if it has not. */
function whyInVain({ presence, spending }: Channel, { operation }: Draft): string | undefined {
  if (operation.movesMoney && spending.isVain) return spending.blown
  return presence.isSilent(operation)
    ? `right requests of ${operation.id} were left without an answer, however often they were sent`
    : undefined
}

export async function sendOnce(channel: Channel, draft: Draft, repeats: number): Promise<Exchange> {
  if (!draft.operation.movesMoney) return (await inTurn(channel, draft, repeats, () => attempt(channel, draft, repeats))).exchange
  const spent = await spendSpaced(channel, draft, repeats)
  return typeof spent === 'string' ? unsent(channel, draft, new Error(spent)) : spent.exchange
}

/**
 * Sends a withdrawal. If its fate is unknown, it is never sent again; a limited number of others take its place, one after another, within the
 * announced limit. One that is answered with 429 was not taken, and is sent again a limited number of times.
 */
async function withdraw(channel: Channel, draft: Draft, retries: Retries, interpose?: Interpose): Promise<Exchange> {
  const most = boundsOf(channel, draft)
  const losses = lossesOf(channel, draft)
  let [taken, later] = [0, 0]
  let before: Exchange | undefined
  let putOff: Exchange | undefined
  for (let repeats = 0; ; repeats += 1) {
    const spent = await spendSpaced(channel, draft, repeats, before).catch((cause: Error) => {
      // What was answered is told, and not that another in its place was not sent any more.
      if (before ?? putOff) return cause.message
      throw cause
    })
    if (typeof spent === 'string') return losses.told(before ?? putOff ?? unsent(channel, draft, new Error(spent)))
    const { exchange, fate } = spent
    const isTaken = fate !== 'unsent' && fate !== 'later'
    if (isTaken) taken += 1
    if (fate === 'later') {
      later += 1
      putOff = exchange
    }
    const isUnavailable = exchange.response?.status === 503
    if (!channel.isRight(draft)) channel.losses.noteWrong(draft.operation.id, isUnavailable)
    const isOfPace = isUnavailable && (spent.isHasty || channel.losses.areCausedByPace(draft.operation.id))
    // A success that cannot be read and a 500 are answers, whatever became of the withdrawal: no slower pace mends them.
    losses.note(fate === 'unknown' && !isOfPace && (isUnavailable || isAnswerLost(exchange)), exchange)
    retries.note(spent)
    const inVain = isRetryFutile(channel, draft, exchange, fate) || channel.presence.isSilent(draft.operation)
    const isLast = fate === 'registered' || inVain || exchange === before || taken > most.replaced || later >= most.later
    if (isLast || !(await retries.mayGoOn(spent))) return losses.told(exchange)
    if (mayBeAlone(channel, draft, spent)) await interpose?.(draft)
    if (isTaken) before = exchange
  }
}

/** True for one that was told "later" again, and may be the only one: a right one that is sent before it is sent again shows that. */
function mayBeAlone({ paceSigns }: Channel, draft: Draft, { exchange, later }: SendAttempt): boolean {
  return later && exchange.repeats > 0 && paceSigns.mayBeAlone(draft)
}

/** True if waiting for this request is futile. Once right withdrawals wait by themselves, what they taught about the pace is forgotten. */
function isRetryFutile({ paceSigns, schedulerOf }: Channel, draft: Draft, exchange: Exchange, fate?: Fate): boolean {
  const wasApart = paceSigns.isApart
  const scheduler = schedulerOf(draft)
  const inVain = paceSigns.settled(draft, exchange, fate)
  if (paceSigns.isApart && !wasApart) scheduler.startOver()
  return inVain
}

/** How often a withdrawal of unknown fate may be replaced by another, and how often one may be repeated after "later". */
interface Bounds {
  readonly replaced: number
  readonly later: number
}

/** Each may be lost money, except in a run on this machine. Without a fuse that counts them, only the one that was asked for is sent. */
function boundsOf({ target, spending, isRun }: Channel, { operation }: Draft): Bounds {
  const unbounded = Number.POSITIVE_INFINITY
  if (spending.isLimited) return { replaced: 2, later: unbounded }
  return isRun && isLocal(target, operation) ? { replaced: unbounded, later: unbounded } : { replaced: 0, later: 1 }
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
async function spend(channel: Channel, draft: Draft, repeats: number, before?: Exchange) {
  const { spending, withdrawals, retryPolicy, presence, signal } = channel
  const asked: SpendingCandidate = { right: channel.isRight(draft), explains: draft.role === targetClockRole }
  const reason = await spending.enter(asked, signal)
  if (reason !== undefined) return reason
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
    presence.attempted(draft.operation, exchange)
    long.note(exchange)
    if (noted(exchange)) scheduler.startOver()
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
    isIgnored: (exchange) => paceSigns.isUnrelated(draft, exchange),
  })
  return scheduled ? { ...scheduled, jumped: jumped() } : inTurn(channel, draft, repeats, send)
}
