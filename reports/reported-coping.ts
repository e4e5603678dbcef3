import type { Coping, TrialResult } from '../consumers/gate/coping/coping.ts'
import type { Contract } from '../contracts/contract.ts'
import { defined } from '../language/defined.ts'
import type { Redaction } from './redaction/redaction.ts'

/** What came of a trial, as a report keeps it: the exchange by its id. */
export interface ReportedTrial extends Omit<TrialResult, 'exchange'> {
  readonly exchange?: string
}

export interface ReportedCoping extends Omit<Coping, 'trials'> {
  readonly trials: readonly ReportedTrial[]
  /** The text of each requirement that a mutant breaks. */
  readonly requirements: Readonly<Record<string, string>>
}

/** Takes the exchanges out: they stand with the others. */
export function reportedCoping({ requirements }: Contract, { trials, shard, reason }: Coping, redact: Redaction): ReportedCoping {
  const broken = new Set(trials.flatMap((trial) => trial.requirements))
  return defined({
    shard,
    reason: reason === undefined ? undefined : redact(reason),
    trials: trials.map(({ exchange, ...trial }) => defined({ ...trial, exchange: exchange?.id })),
    requirements: Object.fromEntries(requirements.flatMap(({ id, text }) => (broken.has(id) ? [[id, text]] : []))),
  })
}
