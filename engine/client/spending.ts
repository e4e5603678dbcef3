/** How many withdrawals a run may bring about. */
export interface SpendingLimit {
  /** All of them: those that are registered, that may be, and that are under way. */
  readonly most: number
  /** Those among them that should have been refused. */
  readonly unexpected: number
}

/** What became of a withdrawal. */
export type Fate = 'registered' | 'unknown' | 'refused' | 'unsent'

/** A withdrawal that is about to go out: whether it is a right one, and its name for messages. */
export interface SpendingCandidate {
  readonly id: string
  readonly right: boolean
  /** True for the request that finds out whether the clock explains a refusal. */
  readonly explains?: boolean
}

/** The fuse: counts what was or may have been registered, and blocks every request that could exceed the limit. */
export interface Spending {
  /** Says why the withdrawal may not be sent, or undefined where it may; waits for requests under way where their outcome decides. */
  enter(asked: SpendingCandidate, signal: AbortSignal): Promise<string | undefined>
  left(asked: SpendingCandidate, fate: Fate): void
  /** True where a limit was announced. */
  readonly isLimited: boolean
  /** Why nothing more that might register is sent. */
  readonly blown: string | undefined
}

/** How many withdrawals may have an unknown fate before any is accepted. */
const mostUnknown = 2

/** Without a limit, everything may go out. */
export function createSpending(limit: SpendingLimit | undefined): Spending {
  const counts = { registered: 0, unknown: 0, refused: 0, underway: 0, unexpectedUnderway: 0, rightAccepted: 0 }
  const unexpected: string[] = []
  let waiting: (() => void)[] = []
  let blown: string | undefined
  let explained = false

  const decided = ({ most, unexpected: allowed }: SpendingLimit, { right, explains }: SpendingCandidate): 'go' | 'wait' | 'stop' => {
    if (explains && !explained && counts.registered + counts.unknown + counts.underway < most) return 'go'
    if (blown !== undefined) return 'stop'
    const certain = counts.registered + counts.unknown
    if (certain >= most || unexpected.length >= allowed) return 'stop'
    if (!right && unexpected.length + counts.unexpectedUnderway >= allowed) return 'wait'
    return certain + counts.underway >= most ? 'wait' : 'go'
  }
  const wake = () => {
    const woken = waiting
    waiting = []
    for (const resume of woken) resume()
  }
  const blow = (reason: string) => {
    blown ??= reason
    return blown
  }
  const reasonOf = (at: SpendingLimit): string => {
    const cause = counts.refused === 0 ? 'it verifies no signature' : 'it takes wrong requests for right ones'
    if (unexpected.length < at.unexpected) {
      const lost = counts.unknown > 0 ? ` and ${counts.unknown} may be` : ''
      const wrong = unexpected.length > 0 ? `; ${cause}: ${unexpected.length} of them should have been refused` : ''
      return `${counts.registered} withdrawals are registered${lost}, which is the most that was announced (--max-withdrawals)${wrong}`
    }
    return `${cause}: ${unexpected.length} withdrawals were registered that should have been refused (${unexpected.join(', ')}), and the fuse went (--max-withdrawals)`
  }

  return {
    isLimited: limit !== undefined,
    get blown() {
      return blown
    },
    enter: async (asked, signal) => {
      if (!limit) return undefined
      for (;;) {
        signal.throwIfAborted()
        const decision = decided(limit, asked)
        if (decision === 'stop') return blow(blown ?? reasonOf(limit))
        if (decision === 'go') break
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
      counts.underway += 1
      explained ||= asked.explains === true
      if (!asked.right) counts.unexpectedUnderway += 1
      return undefined
    },
    left: ({ id, right }, fate) => {
      if (!limit) return
      counts.underway -= 1
      if (!right) counts.unexpectedUnderway -= 1
      if (fate === 'registered' || fate === 'unknown') counts[fate] += 1
      if (fate === 'registered' && right) counts.rightAccepted += 1
      if (fate === 'registered' && !right) unexpected.push(id)
      if (fate === 'refused' && !right) counts.refused += 1
      if (fate === 'unknown' && counts.rightAccepted === 0 && counts.unknown > mostUnknown)
        blow(`nobody knows what became of ${counts.unknown} withdrawals, and none was accepted`)
      if (fate === 'refused' && right && counts.rightAccepted === 0)
        blow('the right withdrawal was refused, and no further one is sent, so that the target does not lock its merchant out')
      wake()
    },
  }
}
