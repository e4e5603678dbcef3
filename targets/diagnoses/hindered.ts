import type { Operation } from '../../contracts/contract.ts'
import type { Control, Examined } from '../examined.ts'
import { variablesOf } from './wrong-settings.ts'

export interface Hindered {
  readonly examined: Examined
  readonly refused: readonly [Control, ...Control[]]
  /** The right requests of other operations that were accepted. */
  readonly accepted: readonly Control[]
  readonly operations: readonly Operation[]
  /** Of the first answer. */
  readonly status: number
  /** The variables of the secrets that they need, and of what is asked for; empty if there are none. */
  readonly secrets: string
  readonly asked: string
  /** Where they were asked. */
  readonly addresses: string
}

export function hinderedOf(examined: Examined, refused: Hindered['refused'], accepted: readonly Control[]): Hindered {
  const { contract, target } = examined
  const operations = refused.map(({ operation }) => operation)
  const addresses = [...new Set(operations.map(({ base }) => target.bases[base]))].join(' and ')
  const { status } = refused[0].exchange.response
  return { examined, refused, accepted, operations, status, addresses, ...variablesOf(contract, target, operations) }
}
