import type { Operation } from '../../contracts/contract.ts'
import { type Amounts, distinctionOf } from '../distinction.ts'
import { classify } from '../evidence/classification.ts'
import { registeredId } from '../evidence/identifier.ts'
import { type Exchange, headerValue, type SentRequest } from '../exchange.ts'
import type { Withdrawal } from '../run.ts'
import type { Seed } from '../seed.ts'
import type { Distinction } from '../target.ts'
import type { Clock } from './clock.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Fate } from './spending.ts'

/** Follows every withdrawal of a client: from before it is sent until its fate is known. */
export interface Withdrawals {
  /** How the withdrawal that is built next differs from all before. */
  readonly distinct: Distinction
  readonly amounts: Amounts
  /** Those of which nobody knows whether they were registered, or by which id. */
  readonly unknown: readonly Withdrawal[]
  /** Makes the next withdrawal differ from the one before. */
  turn(): void
  /** Notes that one goes out; the function returned notes what became of it. */
  sending(operation: Operation, sent: SentWithdrawal): (exchange: Exchange) => void
  /** What became of one that was noted; unsent where it never went out. */
  fateOf(exchange: Exchange): Fate
}

/** A withdrawal that goes out: whether a conforming target registers it, and under which name it is kept. */
export interface SentWithdrawal {
  readonly exchange: string
  readonly request: SentRequest
  readonly right: boolean
}

/** Starts to count withdrawals, and writes each to the journal, if there is one. */
export function createWithdrawals(seed: Seed, clock: Clock, journal: Journal | undefined, first = 0): Withdrawals {
  let number = first - 1
  const unknown: Withdrawal[] = []
  const ids = new Map<string, string>()
  const fates = new WeakMap<Exchange, Fate>()
  /** True where its id leads to a withdrawal: it has one, and no other withdrawal has the same. */
  const isFound = (id: string | undefined, withdrawal: Withdrawal['withdrawal']) => {
    if (id === undefined) return false
    const own = JSON.stringify(withdrawal)
    const first = ids.get(id) ?? own
    ids.set(id, first)
    return first === own
  }
  const amounts: Amounts = { smaller: false }
  return {
    distinct: distinctionOf(seed, () => Math.max(first, number), amounts),
    amounts,
    unknown,
    turn: () => {
      number += 1
    },
    sending: (operation, { exchange, request, right }) => {
      const stated = () => statedIn(operation, request)
      const own = number
      const write = (event: JournalEntry['event'], more: Partial<JournalEntry> = {}) =>
        journal?.write({ time: new Date(clock.now()).toISOString(), event, exchange, number: own, withdrawal: stated(), ...more })
      write('sending')
      const at = clock.now()
      return (answered) => {
        const isSentOn = right && isRedirected(answered)
        const told = fateOf(operation, answered)
        const fate = isSentOn && told === 'unknown' ? 'refused' : told
        const id = fate === 'registered' ? registeredId(operation, answered) : undefined
        const isUnknown = fate === 'unknown' || isSentOn
        if (isUnknown || (fate === 'registered' && !isFound(id, stated()))) unknown.push({ at, exchange, withdrawal: stated() })
        write(isUnknown ? 'unknown' : fate, id === undefined ? {} : { id })
        fates.set(answered, fate)
      }
    },
    fateOf: (exchange) => fates.get(exchange) ?? 'unsent',
  }
}

/** The fate of a withdrawal by its answer: only a refusal, 429 or a connection that never came about prove that it was not taken. */
function fateOf(operation: Operation, exchange: Exchange): Fate {
  const { response, failure } = exchange
  if (!response) return failure && isNeverSent(failure) ? 'unsent' : 'unknown'
  const classification = classify(operation, exchange)
  if (classification === 'accepted') return 'registered'
  if (response.status === 429) return 'unsent'
  return classification === 'refused' && response.status < 500 ? 'refused' : 'unknown'
}

/** True for a redirect, which may lead to what was registered; one that only asks for https registered nothing. */
function isRedirected({ request, response }: Exchange): boolean {
  if (response === undefined || response.status < 300 || response.status > 399) return false
  const from = new URL(request.url)
  const to = URL.parse(headerValue(response.headers, 'location') ?? '')
  const isToSecure = from.protocol === 'http:' && to?.protocol === 'https:'
  return !(isToSecure && to.hostname === from.hostname && to.pathname === from.pathname && to.search === from.search)
}

/** True for a failure before anything was said to the target. */
export function isNeverSent({ kind, code = '' }: NonNullable<Exchange['failure']>): boolean {
  return kind === 'unsent' || kind === 'name' || code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || isDistrusted.test(code)
}

/** A certificate that is not trusted ends a handshake before anything is sent. */
const isDistrusted = /^(?!ERR_SSL_).*CERT|^SELF_SIGNED|^UNABLE_TO_/

/** The texts and numbers of a body, by the names of their members. */
function statedIn({ body: declared }: Operation, { body }: SentRequest): Record<string, string> {
  const names = new Set(declared?.fields.map(({ name }) => name))
  try {
    const members = Object.entries(JSON.parse(body?.toString('utf8') ?? '') as object)
    return Object.fromEntries(members.flatMap(([name, value]) => (names.has(name) ? [[name, String(value).slice(0, 200)]] : [])))
  } catch {
    return {}
  }
}
