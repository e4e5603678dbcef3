import type { Operation } from '../../contracts/contract.ts'
import type { SentRequest } from '../exchange.ts'

/** A request that a probe wants sent. `build` is called again for every attempt, so that the signature is fresh each time. */
export interface Draft {
  readonly probe: string
  readonly role: string
  readonly operation: Operation
  readonly build: () => SentRequest
  /** How many bytes of the answer are kept. */
  readonly keep?: number | undefined
  /** Requests of one name share one connection of their own. */
  readonly connection?: string
  /**
   * Where it stands in a run, if not among the others: before every other, so that a target that is starting is waited for longer, or aside,
   * since its answer matters little.
   */
  readonly place?: 'first' | 'aside'
  /** The id of the request as whose client it goes, if not as its own. */
  readonly client?: string
}

/** The name of the probe whose right requests a client sends along: no plan knows them. */
export const controlProbe = 'control-request'

/** What is known of drafts before they are sent. */
export interface Expectations {
  /** True if a right request is sent after each that is not accepted, which tells when the target has to be waited for. */
  readonly detectsLockouts?: boolean
  /** True if a conforming target accepts what is asked. */
  readonly isRight: (asked: Pick<Draft, 'probe' | 'role'>) => boolean
  /** True if what is asked may be refused, right as it is. */
  readonly isUnusual: (asked: Pick<Draft, 'probe' | 'role'>) => boolean
}
