import type { Contract } from '../contracts/contract.ts'
import type { Behaviour } from './behaviour.ts'
import type { Explainer } from './judgement/signature.ts'
import type { Mutant } from './mutant.ts'
import type { Witness } from './witness.ts'

/** What a provider serves, where, and in which ways it differs from the plain reference. */
export interface ProviderOptions {
  /** The contract that is served; the committed one by default. */
  readonly contract?: Contract
  readonly host?: string
  /** 0 takes a free port. */
  readonly port?: number
  readonly separateBases?: boolean
  /** Stands before every path: one for all bases, or one for each. */
  readonly pathPrefix?: string | Readonly<Record<string, string>>
  readonly tls?: { readonly key: string; readonly cert: string }
  /** The current time in milliseconds since the Unix epoch. */
  readonly clock?: () => number
  /** Replaces single settings of the reference provider. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where callbacks go; none are sent without it. */
  readonly callback?: { readonly url: string }
  /** The one way in which the provider is wrong. */
  readonly mutant?: Mutant
  /** Several ways at once: those of one operation that change its answer follow one another. */
  readonly mutants?: readonly Mutant[]
  readonly behaviour?: Behaviour
  /** Says which mistake makes a wrong signature: refusals then say it as well. */
  readonly explainer?: Explainer
  /** Sees all that comes and goes; changes nothing of it. */
  readonly witness?: Witness
}
