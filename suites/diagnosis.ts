import type { Contract, Operation } from '../contracts/contract.ts'
import { clockDiagnoses } from './diagnoses/clock.ts'
import { emptyDiagnoses } from './diagnoses/lists.ts'
import { limitDiagnoses, lockoutDiagnoses } from './diagnoses/patience.ts'
import { reachDiagnoses } from './diagnoses/reach.ts'
import { refusalDiagnoses } from './diagnoses/refusals.ts'
import type { Exchange } from './exchange.ts'
import { classify } from './judging/classification.ts'
import type { Target } from './target.ts'

/** What explains that a run went as it did, and what to do about it. It changes no verdict. */
export interface Diagnosis {
  readonly id: DiagnosisId
  /** The operation, base or setting that it is about. */
  readonly about: string
  /** A sentence: what is wrong. */
  readonly problem: string
  /** A sentence: what to do. */
  readonly remedy: string
}

/** The kinds of problems. */
export type DiagnosisId =
  | 'unset'
  | 'malformed'
  | 'unreachable'
  | 'tls'
  | 'clock'
  | 'refused'
  | 'signature'
  | 'lockout'
  | 'limited'
  | 'empty'
  | 'unasked'
  | 'signer'

/** What there is to explain: the exchanges of a run, or of the doctor. */
export interface Examined {
  readonly contract: Contract
  readonly target: Target
  readonly exchanges: readonly Exchange[]
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
