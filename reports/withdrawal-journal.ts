import { join } from 'node:path'
import type { Contract } from '../contracts/contract.ts'
import { continuationFault, type Journal, journalFile, openJournal } from '../engine/client/withdrawals/journal.ts'
import { isLoopback } from '../engine/loopback.ts'
import { isLocal, isPermitted, type Target } from '../engine/target.ts'
import { UsageError } from '../language/usage-error.ts'
import { redactionsOf } from './redaction/redaction.ts'
import { plain } from './text/plain.ts'
import { explainedFault } from './write.ts'

interface Journalled {
  readonly contract: Contract
  readonly target: Target
  /** What its lines call the run. */
  readonly run: string
  readonly onProblem: (problem: string) => void
}

/** The folder of what writes no reports of its own. */
export const ordinaryFolder = 'reports/out'

/**
 * The journal of a run in its folder. What leaves this machine is on the disk before it is sent.
 * @throws {UsageError} where money may leave this machine and the journal that is there cannot be continued
 */
export function journalOf(folder: string, journalled: Journalled): Journal {
  if (movesElsewhere(journalled)) refuseBroken(folder)
  const { contract, target, run, onProblem } = journalled
  const { sent } = redactionsOf(contract, target, [], run)
  const durable = !Object.values(target.bases).every(isLoopback)
  return openJournal(folder, { run, durable, redact: (text) => plain(sent(text)), onProblem })
}

/** The journal of commands that write no reports; none is kept if no money can leave this machine. */
export function journalElsewhere(folder: string, journalled: Journalled): Journal | undefined {
  return movesElsewhere(journalled) ? journalOf(folder, journalled) : undefined
}

function movesElsewhere({ contract, target }: Pick<Journalled, 'contract' | 'target'>): boolean {
  return contract.operations.some(
    (operation) =>
      operation.movesMoney && target.operations.includes(operation.id) && isPermitted(target, operation) && !isLocal(target, operation),
  )
}

function refuseBroken(folder: string): void {
  const fault = continuationFault(folder)
  if (fault === undefined) return
  throw new UsageError(`${explainedFault(join(folder, journalFile), fault)} Withdrawals are noted there before they are sent.`)
}
