import type { Operation } from '../../../contracts/contract.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { classify } from '../../evidence/classification.ts'
import { type Exchange, endOf } from '../../exchange.ts'
import { isAnswerLost } from './losses.ts'

/** How many requests of an operation that may be away are waited for. */
const mostAwaited = 4
/** For how long it may be away, in milliseconds: less where others are answered, least where it never was. */
const longestAbsence = { ofAll: 15_000, ofOne: 6000, fromTheFirst: 3000 } as const
/** How many right requests are given up, while others are answered, until it is of no use to send more. */
const mostGivenUp = 2
/** How many requests are lost one after another, by how sure it was that they are answered, until the operation is known to be away. */
const leastLost = { plain: 2, all: 4 } as const

interface Known {
  /** When its last request went out that was answered. */
  answeredAt?: number
  /** What was lost since its last answer, each request as it was lost first: since then it may be away. */
  readonly lostSince: Map<string, Loss>
  /** True if the last of those was waited for in vain: who waits so for each request waits long enough. */
  isLate: boolean
  /** When the last right request went out that was answered, and when the loss of each request was known first. */
  rightAnsweredAt: number
  readonly lostFirst: Map<string, number>
  /** True if it answers what is wrong: the first wrong request was answered, and none was lost again though a right one was answered since. */
  answersWrong?: boolean
  /** For how long it was away in all, in milliseconds. */
  absence: number
  /** How many right requests were given up while others were answered. */
  givenUp: number
  /** How many requests were awaited, as many as may be once one was in vain: that it gets no answer may be a rule. */
  awaited: number
}

interface Loss {
  readonly sentAt: number
  readonly knownAt: number
  /** A right request that any target takes. */
  readonly isPlain: boolean
}

/** Until when an operation may be away, or all of them, and whether that is over. */
export interface Absence {
  readonly until: number
  readonly isOfAll: boolean
  readonly isOver: boolean
}

/**
 * Notes which operations answer, to tell those that are away for some seconds, as while they are deployed, from those that leave some requests
 * without an answer, or all.
 */
export class Presence {
  readonly #known = new Map<string, Known>()
  /** The operations that answered a right request of any client of the run, and whether they accepted one. */
  readonly #answering: Map<string, { readonly isAccepted: boolean }>
  /** When the last request of any went out that was answered, and those that were lost since: a single one may be lost for what it is. */
  #answeredAt = Number.NEGATIVE_INFINITY
  readonly #lost = new Map<string, Loss>()

  /** Given the operations that answered a right request, to which others are added. */
  constructor(answering: Map<string, { readonly isAccepted: boolean }>) {
    this.#answering = answering
  }

  /** Notes what came of any request, each time that it is sent. */
  attempted({ id }: Operation, exchange: Exchange, { isRight, isUnusual }: { isRight: boolean; isUnusual: boolean }): void {
    const known = this.#of(id)
    const { id: request, startedAt } = exchange
    if (isAnswerLost(exchange)) {
      const loss = { sentAt: startedAt, knownAt: endOf(exchange), isPlain: isRight && !isUnusual }
      known.isLate = exchange.failure?.kind === 'time-out'
      for (const lost of [known.lostSince, this.#lost]) getOrInsert(lost, request, () => loss)
      if (!isRight) known.answersWrong ??= false
      if (getOrInsert(known.lostFirst, request, () => loss.knownAt) < known.rightAnsweredAt) known.answersWrong = false
    } else if (exchange.response) {
      known.answeredAt = Math.max(startedAt, known.answeredAt ?? startedAt)
      const [first] = known.lostSince.values()
      if (first) known.absence += Math.max(0, startedAt - first.sentAt)
      if (!isRight) known.answersWrong ??= true
      if (isRight) known.rightAnsweredAt = Math.max(startedAt, known.rightAnsweredAt)
      known.lostSince.clear()
      this.#lost.clear()
      this.#answeredAt = Math.max(this.#answeredAt, startedAt)
    }
  }

  /** Notes what came of a right request in the end. */
  settled(operation: Operation, exchange: Exchange): void {
    if (isAnswerLost(exchange)) this.#of(operation.id).givenUp += Number(this.isShut(operation))
    else if (exchange.response) {
      const isAccepted = this.hasAccepted(operation) || classify(operation, exchange) === 'accepted'
      this.#answering.set(operation.id, { isAccepted })
    }
  }

  /**
   * Tells of a loss whether its operation, which answered before, is away, and for how long: right requests that any target takes were lost, or
   * several of what it answered before, and none was answered since.
   */
  absence(operation: Operation, exchange: Exchange): Absence | undefined {
    return isAnswerLost(exchange) ? this.#absenceAt(endOf(exchange), operation) : undefined
  }

  /** True while it is away: one request at a time finds out whether it is back, however fast others are answered. */
  isAway(operation: Operation, now: number): boolean {
    return this.#absenceAt(now, operation)?.isOver === false
  }

  #absenceAt(now: number, { id }: Operation): Absence | undefined {
    const known = this.#of(id)
    const { lostSince, isLate, answeredAt, answersWrong, absence } = known
    if (answeredAt === undefined || isLate) return undefined
    const plain = lostSince.values().reduce((count, { isPlain }) => count + Number(isPlain), 0)
    const isSure = plain >= leastLost.plain
    if (!isSure && (lostSince.size < leastLost.all || !answersWrong)) return undefined
    const { until, isOfAll } = this.#awaited(known, isSure)
    return { until: until - absence, isOfAll, isOver: until - absence <= now }
  }

  hasAnswered({ id }: Operation): boolean {
    return this.#answering.has(id)
  }

  hasAccepted({ id }: Operation): boolean {
    return this.#answering.get(id)?.isAccepted === true
  }

  /**
   * True for an operation that never answered a right request while others still answer. Where it did, or nothing is answered any more, the
   * target may be away, or have banned the client, and comes back.
   */
  isShut(operation: Operation): boolean {
    const [firstLostAt = Number.POSITIVE_INFINITY] = this.#of(operation.id).lostFirst.values()
    return !this.hasAnswered(operation) && this.#answeredAt > firstLostAt
  }

  /** True for one that has left all right requests without an answer, however often they were sent: to go on would be in vain. */
  isSilent(operation: Operation): boolean {
    return !this.hasAnswered(operation) && this.#of(operation.id).givenUp >= mostGivenUp
  }

  /** Tells of one request of an operation, which was sent first at a time and is lost again and again, whether to wait for it further. */
  awaiting({ id }: Operation, since: number): (now: number) => boolean {
    const known = this.#of(id)
    let isAwaited: boolean | undefined
    return (now) => {
      if (known.lostSince.size === 0 || (known.answeredAt ?? since - 1) >= since) return false
      isAwaited ??= known.awaited++ < mostAwaited
      const mayGoOn = isAwaited && now < this.#awaited(known, true).until
      if (!mayGoOn) known.awaited = mostAwaited
      return mayGoOn
    }
  }

  /** Until when what may be away is awaited: all together, since the first of any was lost, or else an operation by itself. */
  #awaited({ answeredAt, lostSince }: Known, isSure: boolean): Omit<Absence, 'isOver'> {
    const [[first], [firstOfAll]] = [lostSince.values(), this.#lost.values()]
    if (!first) return { until: Number.NEGATIVE_INFINITY, isOfAll: false }
    if (firstOfAll && this.#lost.size > 1 && this.#answeredAt <= first.knownAt)
      return { until: firstOfAll.sentAt + longestAbsence.ofAll, isOfAll: true }
    const longest = answeredAt !== undefined && isSure ? longestAbsence.ofOne : longestAbsence.fromTheFirst
    return { until: first.sentAt + longest, isOfAll: false }
  }

  #of(operation: string): Known {
    return getOrInsert(this.#known, operation, () => ({
      lostSince: new Map(),
      isLate: false,
      rightAnsweredAt: Number.NEGATIVE_INFINITY,
      lostFirst: new Map(),
      absence: 0,
      givenUp: 0,
      awaited: 0,
    }))
  }
}
