import type { Contract, Operation } from '../contracts/contract.ts'
import type { Diagnosis } from '../engine/diagnosis.ts'
import { classify } from '../engine/evidence/classification.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Target } from '../engine/target.ts'
import { clockDiagnoses } from './diagnoses/clock.ts'
import { emptyDiagnoses } from './diagnoses/lists.ts'
import { limitDiagnoses, lockoutDiagnoses } from './diagnoses/patience.ts'
import { reachDiagnoses } from './diagnoses/reach.ts'
import { refusalDiagnoses } from './diagnoses/refusals.ts'

/** What there is to explain: the exchanges of a run, or of the doctor. */
export interface Examined {
  readonly contract: Contract
  readonly target: Target
  readonly exchanges: readonly Exchange[]
  /** The wrong signatures that a target accepts of an operation's requests, each as a sentence about the target. */
  readonly acceptedInstead?: (operation: Operation, exchanges: Iterable<Exchange>) => readonly string[]
}

/** The first right request of an operation that was answered, and how it was taken. */
export interface Control {
  readonly operation: Operation
  readonly exchange: Exchange
  readonly accepted: boolean
}

/** Explains from its exchanges alone why right requests were not answered, not accepted, or answered with nothing. */
export function diagnose(examined: Examined): Diagnosis[] {
  const controls = controlsOf(examined)
  return [
    ...reachDiagnoses(examined),
    ...clockDiagnoses(examined, controls),
    ...refusalDiagnoses(examined, controls),
    ...lockoutDiagnoses(examined, controls),
    ...limitDiagnoses(examined),
    ...emptyDiagnoses(examined, controls),
  ]
}

const firstRoles: readonly string[] = ['control', 'first']

function controlsOf({ contract, exchanges }: Examined): Control[] {
  return contract.operations.flatMap((operation) => {
    const exchange = exchanges.find(({ operation: id, role, response }) => id === operation.id && firstRoles.includes(role) && response)
    return exchange ? [{ operation, exchange, accepted: classify(operation, exchange) === 'accepted' }] : []
  })
}
