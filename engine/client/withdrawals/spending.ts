import { counted } from '../../../spec/counted.ts'

/** How many withdrawals a run may bring about. */
export interface SpendingLimit {
  /** All of them: those that are registered, that may be, and that are under way. */
  readonly most: number
  /** Those among them that should have been refused. */
  readonly unexpected: number
}

/** What became of a withdrawal; `later`: the target takes none for now (429). */
export type Fate = 'registered' | 'unknown' | 'refused' | 'later' | 'unsent'

/** A withdrawal that is about to go out: whether it is a right one, and its name for messages. */
export interface SpendingCandidate {
  readonly right: boolean
  /** True for the request that finds out whether the clock explains a refusal. */
  readonly explains?: boolean
}

/** The fuse: counts what was or may have been registered, and blocks every request that could exceed the limit. */
export interface Spending {
  /** Says why the withdrawal may not be sent, or undefined if it may; waits for requests under way where their outcome decides. */
  enter(asked: SpendingCandidate, signal: AbortSignal): Promise<string | undefined>
  left(asked: SpendingCandidate, fate: Fate): void
  /** Goes on after the right withdrawal was refused: the clock explained it. */
  goOn(): void
  readonly isLimited: boolean
  /** Why nothing more that might register is sent. */
  readonly blown: string | undefined
}

/** How many withdrawals may have an unknown fate before any is accepted. */
const mostUnknown = 2

/** What became of the withdrawals so far. */
interface Tally {
  registered: number
  unknown: number
  refused: number
  /** Right ones that were told to come later. */
  later: number
  rightRegistered: number
  /** Wrong ones that were registered. */
  unexpected: number
  underway: number
  unexpectedUnderway: number
  /** True once a request went out that finds out whether the clock explains a refusal. */
  explained: boolean
  blown: string | undefined
}

/** The fuse of a run; without a limit, everything may go out. */
export function createSpending(limit: SpendingLimit | undefined): Spending {
  if (!limit) return unlimited
  const tally = emptyTally()
  const queue = createQueue()
  return {
    isLimited: true,
    get blown() {
      return tally.blown
    },
    enter: async (asked, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const decision = decided(limit, tally, asked)
        if (decision === 'go') begin(tally, asked)
        if (decision === 'stop') tally.blown ??= spentReason(limit, tally)
        if (decision !== 'wait') return decision === 'stop' ? tally.blown : undefined
        await queue.wait(signal)
      }
    },
    left: (asked, fate) => {
      count(tally, asked, fate)
      tally.blown ??= blowing(limit, tally, asked, fate)
      queue.wake()
    },
    goOn: () => {
      if (tally.blown === refusedReason) tally.blown = undefined
    },
  }
}

const refusedReason = 'the right withdrawal was refused, and no further one is sent, so that the target does not lock its merchant out'

const unlimited: Spending = {
  isLimited: false,
  blown: undefined,
  enter: async () => undefined,
  left: () => undefined,
  goOn: () => undefined,
}

function emptyTally(): Tally {
  return {
    registered: 0,
    unknown: 0,
    refused: 0,
    later: 0,
    rightRegistered: 0,
    unexpected: 0,
    underway: 0,
    unexpectedUnderway: 0,
    explained: false,
    blown: undefined,
  }
}

/** Those that wait until it is known what became of another, or until the run ends. */
function createQueue() {
  let waiting: (() => void)[] = []
  const heard = new WeakSet<AbortSignal>()
  const wake = () => {
    const woken = waiting
    waiting = []
    for (const resume of woken) resume()
  }
  return {
    wake,
    wait: (signal: AbortSignal): Promise<void> => {
      // Each that waits is woken often: one listener for all of them, since a signal looks through those it has for each new one.
      if (!heard.has(signal)) signal.addEventListener('abort', wake, { once: true })
      heard.add(signal)
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** Whether a withdrawal may go out: at once, never, or once it is known what became of those under way. */
function decided(
  { most, unexpected: allowed }: SpendingLimit,
  tally: Tally,
  { right, explains }: SpendingCandidate,
): 'go' | 'wait' | 'stop' {
  const certain = tally.registered + tally.unknown
  const isFull = certain + tally.underway >= most
  if (explains && !tally.explained && !isFull) return 'go'
  if (tally.blown !== undefined || certain >= most || tally.unexpected >= allowed) return 'stop'
  if (!right && tally.unexpected + tally.unexpectedUnderway >= allowed) return 'wait'
  return isFull ? 'wait' : 'go'
}

function begin(tally: Tally, { right, explains }: SpendingCandidate): void {
  tally.underway += 1
  tally.explained ||= explains === true
  if (!right) tally.unexpectedUnderway += 1
}

function count(tally: Tally, { right }: SpendingCandidate, fate: Fate): void {
  tally.underway -= 1
  if (!right) tally.unexpectedUnderway -= 1
  if (fate === 'registered' || fate === 'unknown') tally[fate] += 1
  if (fate === 'registered' && right) tally.rightRegistered += 1
  if (fate === 'registered' && !right) tally.unexpected += 1
  if (fate === 'refused' && !right) tally.refused += 1
  if (fate === 'later' && right) tally.later += 1
}

/** Why what became of a withdrawal ends all others; undefined if it does not. */
function blowing(
  { most }: SpendingLimit,
  { rightRegistered, unknown, later }: Tally,
  { right }: SpendingCandidate,
  fate: Fate,
): string | undefined {
  if (rightRegistered > 0) return undefined
  if (later >= most) return `right withdrawals were told ${later} times to come later, and none was accepted`
  if (fate === 'unknown' && unknown > mostUnknown) return `nobody knows what became of ${unknown} withdrawals, and none was accepted`
  return fate === 'refused' && right ? refusedReason : undefined
}

/** Why no more may go out where the limit is reached. */
function spentReason(limit: SpendingLimit, { registered, unknown, refused, unexpected }: Tally): string {
  const cause = refused === 0 ? 'it verifies no signature' : 'it takes wrong requests for right ones'
  if (unexpected >= limit.unexpected)
    return `${cause}. It registered ${counted(unexpected, 'withdrawal')} that it should have refused, and the fuse (--max-withdrawals) allows no more`
  const lost = unknown > 0 ? ` and ${unknown} may be` : ''
  const wrong = unexpected > 0 ? `; ${cause}, and ${unexpected} of them should have been refused` : ''
  const taken = `${counted(registered, 'withdrawal')} ${registered === 1 ? 'is' : 'are'} registered`
  return `${taken}${lost}, which is the most that was announced (--max-withdrawals)${wrong}`
}
