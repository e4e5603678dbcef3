import type { Operation } from '../../../contracts/contract.ts'
import { agentOf, ownAgent } from '../../client/user-agents.ts'
import type { Diagnosis } from '../../diagnosis.ts'
import { classify } from '../../evidence/classification.ts'
import { describe } from '../../evidence/evidence.ts'
import type { RightExchange } from '../../evidence/right-exchanges.ts'
import { chronological, type Exchange, isWebPage, wasTried } from '../../exchange.ts'
import { type Doubt, isFailureIn } from '../outcome.ts'

/** An operation that turns clients away by their `User-Agent` and accepts the same requests from others. */
export interface AgentFilter {
  readonly operation: Operation
  /** The user agents whose right requests were accepted; empty if none of these called the operation. */
  readonly taken: readonly string[]
  /** The right requests of all other clients: none was accepted. */
  readonly turned: readonly Exchange[]
}

/** One right request may be turned away by chance. */
const leastTurned = 2
/** So many answers show that a client gets the same to everything. */
const leastBarred = 3

/**
 * The operations that tell clients apart: they always accept right requests from some clients, and never from others. An operation that accepted
 * nothing from the latter either does the same. All exchanges, right or wrong, tell which clients a target answers at all.
 */
export function agentFiltersOf(right: readonly RightExchange[], exchanges: readonly Exchange[]): AgentFilter[] {
  const sent = right.filter(({ exchange }) => wasTried(exchange))
  const answered = new Map(
    [...Map.groupBy(exchanges, callerOf)].map(([caller, own]) => [caller, new Set(own.map(({ response }) => response?.status))]),
  )
  const isTurnedAway = (request: RightExchange) =>
    isTurned(request) && !isAnsweredOtherwise(request.exchange, answered.get(callerOf(request.exchange)))
  const all = [...Map.groupBy(sent, ({ operation }) => operation)].map(([operation, own]) => ({ operation, ...served(own, isTurnedAway) }))
  const barred = barredClients(exchanges)
  const proven = all.filter(({ taken, turned, isApart, isBetween }) => {
    const isChance = turned.length < leastTurned && !turned.some((one) => barred.has(clientOf(one)))
    return isApart && isBetween && taken.length > 0 && !isChance
  })
  const names = new Set(proven.flatMap(({ turned }) => turned.map(clientOf)))
  const alike = all.filter((one) => !proven.includes(one) && one.isApart && one.turned.every((exchange) => names.has(clientOf(exchange))))
  return [...proven, ...alike]
}

/** The clients that get one and the same answer to everything, right or wrong, and one that nobody else gets. */
function barredClients(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const sent = exchanges.filter(wasTried)
  const clients = [...Map.groupBy(sent, clientOf)].map(([name, own]) => ({
    name,
    isOften: own.length >= leastBarred,
    ways: [...new Set(own.map(({ response, failure }) => response?.status ?? failure?.kind))],
  }))
  const usual = new Set(clients.flatMap(({ ways }) => (ways.length > 1 ? ways : [])))
  return new Set(clients.filter(({ isOften, ways }) => isOften && ways.every((way) => !usual.has(way))).map(({ name }) => name))
}

/** Which clients an operation serves; `isApart` if each is served always or never, `isBetween` if some were served after others were not. */
function served(
  own: readonly RightExchange[],
  isTurnedAway: (request: RightExchange) => boolean,
): Pick<AgentFilter, 'taken' | 'turned'> & { readonly isApart: boolean; readonly isBetween: boolean } {
  const clients = [...Map.groupBy(own, ({ exchange }) => clientOf(exchange))]
  const isTaken = ([, asked]: (typeof clients)[number]) => asked.some(({ isAccepted }) => isAccepted)
  const taken = clients.filter(isTaken)
  const others = clients.filter((client) => !isTaken(client)).flatMap(([, asked]) => asked)
  // What is unusual may be turned away whoever asks.
  const areUnusual = others.every(({ isUnusual }) => isUnusual)
  const isMixed = taken.some(([, asked]) => asked.some((request) => (areUnusual || !request.isUnusual) && isTurned(request)))
  const turned = others.map(({ exchange }) => exchange)
  const [first] = chronological(turned)
  const isBetween = first !== undefined && own.some(({ isAccepted, exchange }) => isAccepted && exchange.startedAt > first.startedAt)
  return { taken: taken.map(([name]) => name), turned, isBetween, isApart: !isMixed && others.length > 0 && others.every(isTurnedAway) }
}

/**
 * The user agents that a run may use: those that no operation turns away and, of others than Assay's, most have accepted. Undefined if no
 * operation filters clients, or only Assay's own name is left: a target that is right only towards Assay is not proven.
 */
export function acceptedAgents(filters: readonly AgentFilter[]): readonly string[] | undefined {
  const turned = new Set(filters.flatMap((one) => one.turned.map(clientOf)))
  const taken = filters.flatMap((one) => one.taken.filter((name) => !turned.has(name)))
  const counted = [...Map.groupBy(taken, (name) => name)].map(([name, all]) => ({ name, count: all.length }))
  const others = counted.filter(({ name }) => name !== ownAgent)
  const most = Math.max(...others.map(({ count }) => count))
  return others.length > 0 ? counted.filter(({ count }) => count >= most).map(({ name }) => name) : undefined
}

/** Doubts the failures that this explains: the source does not say which clients a service accepts. */
export function doubtOfAgents(filters: readonly AgentFilter[]): Doubt {
  const turned = new Set(filters.flatMap((one) => one.turned.map(({ id }) => id)))
  return (outcome) =>
    turned.size > 0 && isFailureIn(outcome, turned)
      ? `How the target answers clients that it lets through is not known: ${agentFilterText(filters)}.`
      : undefined
}

export function agentFilterDiagnoses(filters: readonly AgentFilter[]): Diagnosis[] {
  const operations = filters.map(({ operation }) => operation.id)
  const remedy = 'Ask whoever runs the gateway to let these clients through, or test the service behind it directly.'
  return filters.length === 0
    ? []
    : [
        {
          id: 'refused',
          about: operations.join(', '),
          operations,
          problem: `Its gateway judges clients by \`User-Agent\`: ${agentFilterText(filters)}.`,
          remedy,
        },
      ]
}

/** Which operations filter clients, and how, as a sentence without a full stop. */
export function agentFilterText(filters: readonly AgentFilter[]): string {
  const who = filters.map(({ operation }) => operation.id)
  const [first] = filters.flatMap(({ operation, turned }) =>
    turned.map((exchange) => describe(operation, exchange, classify(operation, exchange))),
  )
  const turned = [...new Set(filters.flatMap((one) => one.turned.map(clientOf)))]
  const taken = [...new Set(filters.flatMap((one) => one.taken))].filter((name) => !turned.includes(name))
  const [away, others] = [turned, taken].map((names) => names.map((name) => JSON.stringify(name)).join(', '))
  return `${who.join(' and ')} turned away right requests from ${away} (${first}) and accepted those from ${others}`
}

function clientOf({ request }: Exchange): string {
  return agentOf(request)
}

const unauthorized = 401

/** True if the same client got an answer to a request that breaks off here, or was asked for credentials: then it is let through. */
function isAnsweredOtherwise({ failure, response }: Exchange, statuses: ReadonlySet<number | undefined> = new Set()): boolean {
  if (failure) return [...statuses].some((status) => status !== undefined)
  return response?.status !== unauthorized && statuses.has(unauthorized)
}

/** Who calls what: an operation, and a client by its name. */
function callerOf(exchange: Exchange): string {
  return `${exchange.operation} ${clientOf(exchange)}`
}

/** True for a refusal, a web page in place of an answer, or a broken connection; a 5xx does not depend on the client. */
function isTurned({ operation, exchange, isAccepted }: RightExchange): boolean {
  const { response, failure } = exchange
  if (isAccepted) return false
  if (!response) return failure?.kind === 'reset'
  return response.status < 500 && (isWebPage(response) || classify(operation, exchange) === 'refused')
}
