import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Client } from '../client/client.ts'
import type { Exchange } from '../exchange.ts'
import type { Target } from '../target.ts'
import type { ProbeRecord, Recorder, Step } from './steps.ts'

/** The most that a probe sends: all requests, signed ones, withdrawals that a conforming target registers, and those that any may. */
export interface Cost {
  readonly requests: number
  /** How many it sends if lists are short, if that is fewer. */
  readonly ordinary?: number
  readonly signed: number
  readonly registers: number
  readonly mayRegister: number
  /** Requests that wait for one another: the longest chain. */
  readonly chain: number
  /** How many at its end the next turn does not wait for; none if not given. */
  readonly trailing?: number
}

export type Phase = 'judging' | 'observing' | 'listening' | 'future'

/** With what a probe sends, and what it sends: what the wanted roles need; controls are always sent. */
export interface ProbeCourse {
  readonly client: Client
  /** Keeps what is sent, and what was before. */
  readonly recorder: Recorder
  readonly wanted: ReadonlySet<string>
  /** The roles that are left out for what followed from answers. */
  readonly spared: ReadonlySet<string>
  /** What the probes that ended before it recorded, by their ids. */
  readonly earlier: ReadonlyMap<string, ProbeRecord>
  /** Takes what is sent last, beside the next turn, and resolves at once, or when it is sent where one request has to follow another. */
  readonly trail: (sending: Promise<unknown>) => Promise<void>
}

/** What a probe sends before right requests; its `run` continues from there. */
interface Opening {
  readonly role: string
  /** Sends the request of that role, before any right request of the run. */
  send(course: ProbeCourse): Promise<void>
  /** Sends others before any right request of the operation. */
  sendEarly(course: ProbeCourse): Promise<void>
}

/** Talks to the target and records what happened, by role. Judges nothing. */
export interface Probe {
  readonly id: string
  readonly operation: Operation
  /**
   * Judging comes first, then observing, so that it disturbs nothing, then waiting for callbacks. What might leave the target in a bad state
   * comes last.
   */
  readonly phase: Phase
  /** A later phase whose turn it runs in: what came before may spoil its answer. */
  readonly turn?: Phase
  /** True if it may register withdrawals for no more than an observation or a SHOULD. */
  readonly registersByObserving?: boolean
  /** True for a role whose request is right: its answer has the operation's shape. */
  readonly isRight: (role: string) => boolean
  /** True for a role whose request is right and asks for something unusual: a target may refuse it, since the bounds are open. */
  readonly isUnusual?: (role: string) => boolean
  /** True for a role with an unlikely value that the document allows: only the shape of its answer is judged, if it is accepted. */
  readonly isAllowed?: (role: string) => boolean
  /** True for the role of a request, wrong or with values that nobody has to take, that may be refused in any way. */
  readonly isOpen?: (role: string) => boolean
  /** The role whose values another role reuses: it has to be sent first when that one is sent again. */
  readonly reuses?: (role: string) => string | undefined
  readonly opening?: Opening
  cost(contract: Contract, target: Target, wanted: ReadonlySet<string>): Cost
  /** How the request of a role is built, given the exchanges of this probe by role; undefined for a role that it does not send. */
  recipe(role: string, client: Client, exchanges: ReadonlyMap<string, Exchange>): Step | undefined
  /** The roles that would follow if the answers to what it sent told more than they did. */
  untold?(target: Target, exchanges: ReadonlyMap<string, Exchange>): readonly string[]
  /** The roles that it sends only to observe. */
  observes?(wanted: ReadonlySet<string>): readonly string[]
  run(course: ProbeCourse): Promise<void>
}

/** Adds up the costs of probes that run side by side: the longest of their chains counts. */
export function totalCost(costs: readonly Cost[]): Required<Cost> {
  return costs.reduce<Required<Cost>>(
    (sum, cost) => ({
      requests: sum.requests + cost.requests,
      ordinary: sum.ordinary + (cost.ordinary ?? cost.requests),
      signed: sum.signed + cost.signed,
      registers: sum.registers + cost.registers,
      mayRegister: sum.mayRegister + cost.mayRegister,
      chain: Math.max(sum.chain, cost.chain),
      trailing: Math.max(sum.trailing, cost.trailing ?? 0),
    }),
    { requests: 0, ordinary: 0, signed: 0, registers: 0, mayRegister: 0, chain: 0, trailing: 0 },
  )
}
