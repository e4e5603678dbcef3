import type { Contract, Operation } from '../../contracts/contract.ts'
import { isServerError } from '../../contracts/statuses.ts'
import { defined } from '../../language/defined.ts'
import type { Client } from '../client/client.ts'
import type { Draft } from '../client/draft.ts'
import { isTurnedDown } from '../evidence/classification.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Target } from '../target.ts'

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

/** A draft of a probe's request, whose values come from the client. */
export interface Step extends Omit<Draft, 'probe' | 'operation' | 'build'> {
  readonly build: (client: Client) => SentRequest
}

/** What a probe recorded, by role. */
export interface ProbeRecord {
  readonly operation: Operation
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** Roles that were left out on purpose, with the reason: a wrong request that equals a right one, or a value that may not be sent. */
  readonly leftOut: ReadonlyMap<string, string>
}

/** Sends steps and records their exchanges. */
export interface Recorder {
  readonly probe: string
  readonly operation: Operation
  readonly sent: ReadonlyMap<string, Exchange>
  send(step: Step): Promise<Exchange>
  sendAll(steps: readonly Step[]): Promise<Exchange[]>
  /** Keeps what was not sent by steps. */
  note(exchange: Exchange): void
  /** Keeps nothing of a role. */
  forget(role: string): void
  leaveOut(omissions: readonly { readonly role: string; readonly reason: string }[]): void
  recorded(): ProbeRecord
}

/** How much is kept of the answer to the first right request of a probe: lists can be long. */
export const keepOfFirst = 18 << 20

/** How much is kept of the answers to other right requests, many of which are under way at once. */
export const keepOfRight = 2 << 20

/**
 * Sends a right request. If timestamps count whole seconds, one that is refused is sent again in the next second: two requests of the same
 * second look alike, so a target may take the second for a copy of the first. One that breaks the target down is not sent again.
 */
export async function sendRight(recorder: Recorder, { clock }: Client, operation: Operation, step: Step): Promise<Exchange> {
  const exchange = await recorder.send(step)
  const { authentication } = operation
  const isCoarse = authentication.kind === 'signed' && authentication.timestamp.unit === 'seconds'
  const isFault = isServerError(exchange.response?.status)
  if (!isCoarse || isFault || !isTurnedDown(operation, exchange)) return exchange
  await clock.sleep(1000 - (clock.now() % 1000))
  return recorder.send(step)
}

export function createRecorder(client: Client, { id: probe, operation }: Pick<Recorder, 'operation'> & { readonly id: string }): Recorder {
  const exchanges = new Map<string, Exchange>()
  const order: string[] = []
  const leftOut = new Map<string, string>()

  const send = async ({ role, build, ...step }: Step): Promise<Exchange> => {
    order.push(role)
    const draft: Draft = defined({ ...step, probe, role, operation, build: () => build(client) })
    if (operation.authentication.kind === 'signed') await client.untilPresent()
    const exchange = await client.send(draft)
    exchanges.set(role, exchange)
    return exchange
  }
  return {
    probe,
    operation,
    sent: exchanges,
    send,
    sendAll: (steps) => Promise.all(steps.map(send)),
    note: (exchange) => {
      order.push(exchange.role)
      exchanges.set(exchange.role, exchange)
    },
    forget: (role) => void exchanges.delete(role),
    leaveOut: (omissions) => {
      for (const { role, reason } of omissions) leftOut.set(role, reason)
    },
    recorded: () => ({ operation, exchanges: inOrder(order, exchanges), leftOut }),
  }
}

/** The exchanges in the order in which they were sent; the answers may come in any order. */
function inOrder(order: readonly string[], exchanges: ReadonlyMap<string, Exchange>): Map<string, Exchange> {
  return new Map(
    order.flatMap((role) => {
      const exchange = exchanges.get(role)
      return exchange ? [[role, exchange] as const] : []
    }),
  )
}

/** Does something with each: with all at once, or with one after another. */
export async function workThrough<One, Done>(all: readonly One[], inTurn: boolean, work: (one: One) => Promise<Done>): Promise<Done[]> {
  if (!inTurn) return Promise.all(all.map(work))
  const done: Done[] = []
  for (const one of all) done.push(await work(one))
  return done
}
