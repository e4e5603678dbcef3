import type { Check, Observation } from './judging/check.ts'

/** Everything that can be asked of a target, derived from the contract. */
export interface Catalogue {
  readonly checks: readonly Check[]
  readonly observations: readonly Observation[]
}
