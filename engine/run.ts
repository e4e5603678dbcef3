import type { Contract } from '../contracts/contract.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Exchange } from './exchange.ts'
import type { Observed, Outcome, Verdict } from './judging/outcome.ts'
import type { Target } from './target.ts'

/** Who is judged: the service, its client, or both by what passes between them. */
export type Side = 'provider' | 'consumer' | 'both'

/** All that a run found, before anything is redacted: reports are rendered from this. */
export interface Run {
  readonly contract: Contract
  /** Who was judged; the provider where it is left out. */
  readonly side?: Side
  readonly target: Target
  /** The text of the seed from which the run chose what it may choose freely. */
  readonly seed?: string
  readonly startedAt: number
  readonly finishedAt: number
  /** How many milliseconds it had left when it was over: what is said of it may take as many, and a moment. */
  readonly timeLeft?: number
  /** False when the run was interrupted or ran out of time. */
  readonly complete: boolean
  /** Why it is not complete, or how it was narrowed. */
  readonly notes: readonly string[]
  readonly outcomes: readonly Outcome[]
  readonly observations: readonly Observed[]
  readonly exchanges: readonly Exchange[]
  /** Ids of the withdrawals that the target says it registered. */
  readonly registered: readonly string[]
  /** The withdrawals of which nobody knows whether they were registered. */
  readonly unknownFate?: readonly Withdrawal[]
  /** What explains that it went as it did; no verdict depends on it. */
  readonly diagnoses: readonly Diagnosis[]
}

/** A run in which nothing was asked, or of which nothing of this kind is known. */
export const nothingFound = { outcomes: [], observations: [], exchanges: [], registered: [], diagnoses: [] } satisfies Partial<Run>

/** A withdrawal that was sent and not answered so that its fate is known. */
export interface Withdrawal {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly exchange: string
  /** What its body said, by the names of its fields: enough to find it. */
  readonly withdrawal: Readonly<Record<string, string>>
}

export function summary({ outcomes }: Pick<Run, 'outcomes'>): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { passed: 0, warned: 0, failed: 0, inconclusive: 0, inapplicable: 0 }
  for (const { verdict } of outcomes) counts[verdict] += 1
  return counts
}

export function isFailed({ outcomes }: { readonly outcomes: readonly Pick<Outcome, 'verdict'>[] }): boolean {
  return outcomes.some(({ verdict }) => verdict === 'failed')
}

/** The exit code of a run: 1 with a failure, 3 with a MUST that is not judged or a run that is not complete, else 0. */
export function exitCode({ outcomes, complete }: Pick<Run, 'outcomes' | 'complete'>): 0 | 1 | 3 {
  if (isFailed({ outcomes })) return 1
  const open = outcomes.some(({ verdict, level }) => verdict === 'inconclusive' && level === 'MUST')
  return open || !complete ? 3 : 0
}
