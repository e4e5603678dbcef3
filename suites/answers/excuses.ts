import type { Operation } from '../../contracts/contract.ts'
import { isOfInputs } from '../../contracts/statuses.ts'
import { bansOf } from '../../engine/evidence/bans.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { describe } from '../../engine/evidence/evidence.ts'
import { mistimedBeside } from '../../engine/evidence/mistimed.ts'
import { chronological, type Exchange } from '../../engine/exchange.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { signedText } from '../../engine/money/distinction.ts'
import { memoized } from '../../language/memoized.ts'
import type { RightRequest } from './right-requests.ts'

/** All that was sent to an operation, as far as it is needed to tell why a right request was refused. */
interface SentRights {
  readonly accepted: readonly RightRequest[]
  readonly wrong: readonly Exchange[]
  readonly all: readonly Exchange[]
}

/** A reason why a target may refuse right requests beside others that it accepts, which the source leaves open. */
interface Excuse {
  /** Tells those that it may explain among all that was sent, of which a stranger's report may hold very many. */
  readonly among: (sent: SentRights) => (refused: RightRequest) => boolean
  /** The reason, for what one of them was. */
  readonly words: (what: string) => string
}

/** Only the first that applies is reported. */
const excuses: readonly Excuse[] = [
  {
    among: ({ accepted }) => mistimedBeside(accepted),
    words: (what) =>
      `The clock of this machine was set during the run: a right request was ${what}, at another time than the target's Date header says.`,
  },
  {
    among: lockedOutAmong,
    words: (what) =>
      `A right request was accepted before the wrong ones but not after them: ${what}. The target may lock out clients that fail often.`,
  },
  {
    among: bannedAmong,
    words: (what) =>
      `For a time, right and wrong requests were refused alike, unlike at first: ${what}. The target may lock out clients that fail often, or limit how many requests it answers.`,
  },
  {
    among: repeatedAmong,
    words: (what) =>
      `A right withdrawal was accepted, and refused when it was asked for again (${what}): the target may take each once, and away from this machine no more than the configured amount is asked for. Configure a greater one.`,
  },
]

/** Parts right requests that were refused into those that nothing excuses and, for the others, the reason that comes first. */
export function excused(refused: readonly RightRequest[], sent: SentRights): { failing: RightRequest[]; reason: string | undefined } {
  const found = excuses.map(({ among, words }) => ({ words, requests: new Set(refused.filter(among(sent))) }))
  const told = found.find(({ requests }) => requests.size > 0)
  const [first] = told?.requests ?? []
  return {
    failing: refused.filter((request) => !found.some(({ requests }) => requests.has(request))),
    reason: first && told?.words(describe(first.operation, first.exchange, 'refused')),
  }
}

/** One refused after others were accepted, and none later: the target may lock out because of wrong requests in between. */
function lockedOutAmong({ accepted, wrong }: SentRights) {
  const last = chronological(accepted.map(({ exchange }) => exchange)).at(-1)?.startedAt ?? Number.POSITIVE_INFINITY
  const failed = chronological(wrong).find(({ startedAt }) => startedAt >= last)?.startedAt ?? Number.POSITIVE_INFINITY
  return ({ isFault, exchange: { startedAt } }: RightRequest) => !isFault && last < startedAt && failed <= startedAt
}

function bannedAmong({ wrong, all }: SentRights) {
  const bansFor = memoized((operation: Operation) => bansOf(wrong, all, (exchange) => classify(operation, exchange) === 'accepted'))
  return ({ isFault, operation, exchange }: RightRequest) => !isFault && bansFor(operation)(exchange)
}

/**
 * A withdrawal away from this machine that is refused, and has the wallet, token and amount of one that was accepted: where less is refused,
 * none differs in these, and a target may take each once.
 */
function repeatedAmong({ accepted }: SentRights) {
  const textOf = ({ operation, exchange }: RightRequest) => signedText(operation, exchange.request)
  const taken = Map.groupBy(
    accepted.filter(({ operation }) => operation.movesMoney),
    textOf,
  )
  return (refused: RightRequest) => {
    const { operation, exchange } = refused
    if (!operation.movesMoney || !isOfInputs(exchange.response?.status) || isLoopback(exchange.request.url)) return false
    return taken.get(textOf(refused))?.some((other) => other.exchange.startedAt < exchange.startedAt) === true
  }
}
