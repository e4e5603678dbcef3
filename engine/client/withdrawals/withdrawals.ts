import type { Operation } from '../../../contracts/contract.ts'
import { defined } from '../../../language/defined.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { asWritten } from '../../../text/json/as-text.ts'
import { classify, isOfUnknownMethod } from '../../evidence/classification.ts'
import { registeredId } from '../../evidence/identifier.ts'
import { bodyMembers, type Exchange, type Failure, type SentRequest } from '../../exchange.ts'
import { type Amounts, distinctionOf } from '../../money/distinction.ts'
import type { Withdrawal } from '../../run.ts'
import type { Seed } from '../../seed.ts'
import type { Distinction } from '../../target.ts'
import type { Clock } from '../clock.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { isRedirected, isSentAway } from './redirects.ts'
import type { Fate } from './spending.ts'

/** A withdrawal that goes out: whether a conforming target registers it, and under which name it is kept. */
interface SentWithdrawal {
  readonly exchange: string
  readonly request: SentRequest
  readonly right: boolean
}

/** The number of the first withdrawal, after those of other clients of the run, and what all of them learn about amounts. */
interface Earlier {
  readonly first?: number | undefined
  readonly amounts: Amounts
}

/** Follows every withdrawal of a client, from before it is sent until its fate is known, and writes each to the journal, if there is one. */
export class Withdrawals {
  /** How the withdrawal that is built next differs from all before. */
  readonly distinct: Distinction
  readonly amounts: Amounts
  /** Those of which it is not known whether they were registered, or under which id. */
  readonly unknown: Withdrawal[] = []
  readonly #clock: Clock
  readonly #journal: Journal | undefined
  #number: number
  /** What each id that was given stands for: the values of the first withdrawal that got it. */
  readonly #ids = new Map<string, string>()
  readonly #fates = new WeakMap<Exchange, Fate>()

  constructor(seed: Seed, clock: Clock, journal: Journal | undefined, { first = 0, amounts }: Earlier) {
    this.amounts = amounts
    this.#clock = clock
    this.#journal = journal
    this.#number = first - 1
    this.distinct = distinctionOf(seed, () => Math.max(first, this.#number), this.amounts)
  }

  /** Makes the next withdrawal differ from the one before. */
  turn(): void {
    this.#number += 1
  }

  /** What became of one that was noted; unsent where it never went out. */
  fateOf(exchange: Exchange): Fate {
    return this.#fates.get(exchange) ?? 'unsent'
  }

  /** Notes that one goes out; the function returned notes what became of it. */
  sending(operation: Operation, { exchange, request, right }: SentWithdrawal): (answered: Exchange) => void {
    const number = this.#number
    const withdrawal = statedIn(operation, request)
    const at = this.#clock.now()
    const write = (event: JournalEntry['event'], id?: string) => {
      const time = new Date(this.#clock.now()).toISOString()
      this.#journal?.write(defined({ time, event, exchange, number, withdrawal, id }))
    }
    write('sending')
    return (answered) => {
      const { fate, id, isUnknown } = settlementOf(operation, answered, right)
      if (isUnknown || (fate === 'registered' && !this.#isFound(id, withdrawal))) this.unknown.push({ at, exchange, withdrawal })
      this.#fates.set(answered, fate)
      this.amounts.isTextTaken ||= right && fate === 'registered'
      write(isUnknown ? 'unknown' : fate, id)
    }
  }

  /** True if its id leads to a withdrawal: it has one, and no other withdrawal has the same. */
  #isFound(id: string | undefined, withdrawal: Withdrawal['withdrawal']): boolean {
    if (id === undefined) return false
    const own = JSON.stringify(withdrawal)
    return getOrInsert(this.#ids, id, () => own) === own
  }
}

/**
 * What became of a withdrawal. A right one that is sent on elsewhere was not taken here, and may have been there; so may a wrong one, which
 * counts then.
 */
function settlementOf(operation: Operation, answered: Exchange, right: boolean) {
  const told = fateOf(operation, answered)
  const isSentOn = told !== 'registered' && (right ? isRedirected(answered) : isSentAway(operation, answered))
  const fate: Fate = isSentOn ? (right ? 'refused' : 'unknown') : told
  const id = fate === 'registered' ? registeredId(operation, answered) : undefined
  return { fate, id, isUnknown: fate === 'unknown' || isSentOn }
}

/** The fate of a withdrawal by its answer: only a refusal, 429 or a connection that never came about prove that it was not taken. */
function fateOf(operation: Operation, exchange: Exchange): Fate {
  const { response, failure } = exchange
  if (!response) return failure && isNeverSent(failure) ? 'unsent' : 'unknown'
  const classification = classify(operation, exchange)
  if (classification === 'accepted') return 'registered'
  if (response.status === 429) return 'later'
  return classification === 'refused' && (response.status < 500 || isOfUnknownMethod(operation, exchange)) ? 'refused' : 'unknown'
}

/** True for a failure before anything was said to the target. */
export function isNeverSent({ kind, unconnected }: Failure): boolean {
  return unconnected === true || kind === 'unsent'
}

/** What a body says, by the names of its members: texts and numbers as such, what has members of its own as JSON. */
function statedIn({ body: declared }: Operation, request: SentRequest): Record<string, string> {
  const names = new Set(declared?.fields.map(({ name }) => name))
  const members = Object.entries(bodyMembers(request))
  return Object.fromEntries(members.flatMap(([name, value]) => (names.has(name) ? [[name, asWritten(value).slice(0, 200)]] : [])))
}
