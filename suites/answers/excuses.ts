import type { Operation } from '../../contracts/contract.ts'
import { isOfInputs } from '../../contracts/statuses.ts'
import { bansOf } from '../../engine/evidence/bans.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { describe } from '../../engine/evidence/evidence.ts'
import { isMistimed } from '../../engine/evidence/mistimed.ts'
import type { Exchange } from '../../engine/exchange.ts'
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
  readonly mayExplain: (refused: RightRequest, sent: SentRights) => boolean
  /** The reason, for what one of them was. */
  readonly words: (what: string) => string
}

/** Only the first that applies is reported. */
const excuses: readonly Excuse[] = [
  {
    mayExplain: (refused, { accepted }) => isMistimed(refused, accepted),
    words: (what) =>
      `The clock of this machine was set during the run: a right request was ${what}, at another time than the target's Date header says.`,
  },
  {
    mayExplain: (refused, { accepted, wrong }) => !refused.isFault && isLockedOut(refused, accepted, wrong),
    words: (what) =>
      `A right request was accepted before the wrong ones but not after them: ${what}. The target may lock out clients that fail often.`,
  },
  {
    mayExplain: ({ isFault, operation, exchange }, sent) => !isFault && bannedAmong(sent)(operation)(exchange),
    words: (what) =>
      `For a time, right and wrong requests were refused alike, unlike at first: ${what}. The target may lock out clients that fail often, or limit how many requests it answers.`,
  },
  {
    mayExplain: (refused, { accepted }) => isRepeated(refused, accepted),
    words: (what) =>
      `A right withdrawal was accepted, and refused when it was asked for again (${what}): the target may take each once, and away from this machine no more than the configured amount is asked for. Configure a greater one.`,
  },
]

/** Parts right requests that were refused into those that nothing excuses and, for the others, the reason that comes first. */
export function excused(refused: readonly RightRequest[], sent: SentRights): { failing: RightRequest[]; reason: string | undefined } {
  const found = excuses.map(({ mayExplain, words }) => ({ words, requests: refused.filter((each) => mayExplain(each, sent)) }))
  const told = found.find(({ requests }) => requests.length > 0)
  const [first] = told?.requests ?? []
  return {
    failing: refused.filter((request) => !found.some(({ requests }) => requests.includes(request))),
    reason: first && told?.words(describe(first.operation, first.exchange, 'refused')),
  }
}

const bannedAmong = memoized(({ wrong, all }: SentRights) =>
  memoized((operation: Operation) => bansOf(wrong, all, (exchange) => classify(operation, exchange) === 'accepted')),
)

/** True for one refused after others were accepted, and none later: the target may lock out because of wrong requests in between. */
function isLockedOut({ exchange }: RightRequest, accepted: readonly RightRequest[], wrong: readonly Exchange[]): boolean {
  if (accepted.length === 0) return false
  const last = Math.max(...accepted.map((request) => request.exchange.startedAt))
  return last < exchange.startedAt && wrong.some(({ startedAt }) => startedAt >= last && startedAt <= exchange.startedAt)
}

/**
 * True for a withdrawal away from this machine that is refused, and has the wallet, token and amount of one that was accepted: where less is
 * refused, none differs in these, and a target may take each once.
 */
function isRepeated({ operation, exchange }: RightRequest, accepted: readonly RightRequest[]): boolean {
  if (!operation.movesMoney || !isOfInputs(exchange.response?.status) || isLoopback(exchange.request.url)) return false
  const own = signedText(operation, exchange.request)
  return accepted.some((other) => other.exchange.startedAt < exchange.startedAt && signedText(operation, other.exchange.request) === own)
}
