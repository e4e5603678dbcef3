import type { Exchange } from '../../exchange.ts'
import { targetClockRole } from '../../probes/roles.ts'
import { isLocal } from '../../target.ts'
import { attempt, type Channel, isUrgent, unsent } from '../channel.ts'
import { type Draft, operationOf } from '../draft.ts'
import type { SpendingCandidate } from '../withdrawals/spending.ts'
import { isLeft } from './losses.ts'
import type { Attempt } from './patience.ts'

/** Sends a request, and again as often as patience allows. Rejects where the run ends before its turn. */
export async function sendPatiently(channel: Channel, draft: Draft): Promise<Exchange> {
  if (operationOf(channel.contract, draft)?.movesMoney) return withdraw(channel, draft, boundsOf(channel, draft))
  const tries = channel.patience.tries(draft)
  const losses = lossesOf(channel, draft)
  for (let repeats = 0; ; repeats += 1) {
    const answer = await inTurn(channel, draft, () => attempt(channel, draft, repeats))
    losses.note(isLeft(answer.exchange))
    if (!(await tries.again(answer))) return losses.told(answer.exchange)
  }
}

/** Counts how often the answer to a request is lost, if that is a right one, and says so of the exchange that is kept of it. */
function lossesOf({ losses, isRight }: Channel, draft: Draft) {
  const isCounted = isRight(draft)
  let lost = 0
  return {
    note: (isLost: boolean) => {
      if (isCounted && losses.note(draft.operation, isLost)) lost += 1
    },
    told: (exchange: Exchange): Exchange => (lost === 0 ? exchange : { ...exchange, lost }),
  }
}

/** Sends a request once when it is its turn, whatever is answered. */
export async function sendOnce(channel: Channel, draft: Draft, repeats: number): Promise<Exchange> {
  const operation = operationOf(channel.contract, draft)
  if (!operation?.movesMoney) return (await inTurn(channel, draft, () => attempt(channel, draft, repeats))).exchange
  const spent = await spend(channel, draft, repeats)
  return typeof spent === 'string' ? unsent(channel, draft, new Error(spent)) : spent.exchange
}

/**
 * Sends a withdrawal. It is never sent again; where the fate of one is not known, at most so many others take its place, one after
 * another, within what was announced. One that is told to come later was not taken, and goes out again as often as is bounded.
 */
async function withdraw(channel: Channel, draft: Draft, most: Bounds): Promise<Exchange> {
  const tries = channel.patience.tries(draft)
  const right = channel.isRight(draft)
  const losses = lossesOf(channel, draft)
  let [taken, later] = [0, 0]
  let before: Exchange | undefined
  for (let repeats = 0; ; repeats += 1) {
    const spent = await spend(channel, draft, repeats, before)
    if (typeof spent === 'string') return losses.told(before ?? unsent(channel, draft, new Error(spent)))
    const { exchange, fate } = spent
    const isTaken = fate !== 'unsent' && fate !== 'later'
    if (isTaken) taken += 1
    if (fate === 'later') later += 1
    losses.note(fate === 'unknown')
    const isInVain = channel.quota.note(exchange, { right, isRegistered: fate === 'registered' })
    const isLast = fate === 'registered' || isInVain || exchange === before || taken > most.replaced || later >= most.later
    if (isLast || !(await tries.again(spent))) return losses.told(exchange)
    if (isTaken) before = exchange
  }
}

/** How often a withdrawal is replaced by another where its fate is unknown, and how often it is told to come later, at most. */
interface Bounds {
  readonly replaced: number
  readonly later: number
}

/** Each may be lost money, though not on this machine. Where no fuse counts them, each is the one that was asked for. */
function boundsOf({ contract, target, spending }: Channel, draft: Draft): Bounds {
  const unbounded = Number.POSITIVE_INFINITY
  const operation = operationOf(contract, draft)
  if (spending.isLimited) return { replaced: 2, later: unbounded }
  return operation && isLocal(target, operation) ? { replaced: unbounded, later: unbounded } : { replaced: 0, later: 3 }
}

/** Sends a withdrawal once, where the fuse lets it; else says why it does not. */
async function spend(channel: Channel, draft: Draft, repeats: number, before?: Exchange) {
  const { spending, withdrawals, signal } = channel
  const asked: SpendingCandidate = {
    id: `${draft.probe}/${draft.role}`,
    right: channel.isRight(draft),
    explains: draft.role === targetClockRole,
  }
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
    const answer = await inTurn(channel, draft, send)
    return { ...answer, fate: fate() }
  } finally {
    spending.left(asked, fate())
  }
}

/** Sends when it is the request's turn, and watches whether this machine sleeps meanwhile. */
async function inTurn(channel: Channel, draft: Draft, send: () => Promise<Exchange>): Promise<Attempt> {
  const { laterRefusals, closed } = channel
  const jumped = channel.jumps.watch()
  const scheduler = channel.schedulerOf(draft)
  const sendNoted = async () => {
    const noted = laterRefusals.sending(draft.operation, { isRight: channel.isRight(draft), isUnusual: channel.isUnusual(draft) })
    const exchange = await send()
    const isNoWord = () => laterRefusals.areKnown(exchange.operation) || closed.isClosed(exchange.operation)
    const wasNoWord = isNoWord()
    if (!draft.isAside) noted(exchange)
    closed.note(exchange)
    if ((isNoWord() && !wasNoWord) || isRefusedByLater(channel, draft, exchange)) scheduler.startOver()
    return exchange
  }
  const scheduled = await scheduler.run(sendNoted, isUrgent(channel, draft), (exchange) => isUnheeded(channel, draft, exchange))
  return { ...scheduled, jumped: jumped() }
}

/**
 * True where nobody waits because of an answer. An escort finds out by itself; what comes first may be refused by that, which the right one
 * behind it tells; a 503 for what is aside may be a gateway's word for what it does not know; a 429 for one withdrawal more than is taken is
 * no word on the pace, nor is what each wrong request gets, or all of one operation.
 */
function isUnheeded(channel: Channel, draft: Draft, exchange: Exchange): boolean {
  const { isEscorted, quota, laterRefusals, closed, contract, isRight, isUnusual } = channel
  const { operation: id, isFirst, isAside } = draft
  if (isEscorted || isFirst || closed.isClosed(id)) return true
  if ((laterRefusals.areKnown(id) && (!isRight(draft) || isUnusual(draft))) || isRefusedByLater(channel, draft, exchange)) return true
  const status = exchange.response?.status
  if (status === 503) return isAside === true
  return status === 429 && quota.isReached && operationOf(contract, draft)?.movesMoney === true
}

/** True for a wrong request that was told "later" again and again, as no right one was meanwhile. */
function isRefusedByLater({ laterRefusals, isRight }: Channel, draft: Draft, exchange: Exchange): boolean {
  return !isRight(draft) && laterRefusals.areToldBy(exchange)
}
