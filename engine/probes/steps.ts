import type { Operation } from '../../contracts/contract.ts'
import { isServerError } from '../../contracts/statuses.ts'
import type { Client } from '../client/client.ts'
import type { Draft } from '../client/draft.ts'
import { isTurnedDown } from '../evidence/classification.ts'
import type { Exchange, SentRequest } from '../exchange.ts'

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
    const draft: Draft = { ...step, probe, role, operation, build: () => build(client) }
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
