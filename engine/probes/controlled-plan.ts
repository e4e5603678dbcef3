import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Builder, Client } from '../client/client.ts'
import { ownAgent } from '../client/user-agents.ts'
import type { Classification } from '../evidence/classification.ts'
import { type Exchange, type SentRequest, withHeaders } from '../exchange.ts'
import type { Seed } from '../seed.ts'
import type { Target } from '../target.ts'
import type { Cost, Probe } from './probe.ts'
import { amongRole, clientRoles, controlsAlike, repeatedRoles } from './roles.ts'

export interface ProbeRequest {
  /** What it is called in its probe: the last part of its check's id. */
  readonly role: string
  /** Builds it; what was sent before may be looked up by role. */
  readonly build: (client: Builder, sent: ReadonlyMap<string, Exchange>) => SentRequest
  /** Builds it when it is sent again under another role, if not as at first; such requests are sent again before all others. */
  readonly buildAgain?: ((role: string) => ProbeRequest['build']) | undefined
  /** Why it is not sent to a target; undefined if it is. */
  readonly omitted?: ((target: Target) => string | undefined) | undefined
  /** What it is, if it is not wrong, or not for that alone. */
  readonly nature?: Nature | undefined
  /** The role under which it is sent even if the right request is denied, to find out whether the setting or the target is at fault. */
  readonly whenDenied?: string
  /** The role of another request that is the same: it is sent once, under that role. */
  readonly sentAs?: string | undefined
  /** The source does not list this form of a request: a gateway may answer anything, and may always say "later". */
  readonly isUnlisted?: boolean | undefined
  /** True if it is sent even though no check asks for it. */
  readonly isAlways?: boolean
  /** True if it is sent on the connection of the first control. */
  readonly onControl?: boolean
  /** Called with its answer and with what was sent before, by role; true if `next` is to be sent. */
  readonly onAnswer?: (exchange: Exchange, sent: ReadonlyMap<string, Exchange>, client: Client) => boolean
  /** What may be worth sending because of its answer; what others show to be in vain is left out, if they are given. */
  readonly next?: (target: Target, sent?: ReadonlyMap<string, Exchange>) => readonly ProbeRequest[]
}

/**
 * - `right`: its answer has the operation's shape, and it may register something;
 * - `unusual`: right, but it asks for something that a target may refuse;
 * - `unsettled`: unusual, and nobody says that it is right at all: it may be refused in any way, or fail;
 * - `allowed`: it has an unlikely value that the document allows: if it is accepted, its answer has the operation's shape;
 * - `open`: wrong, and it may be refused in any way, for another reason than what is wrong with it.
 */
type Nature = 'right' | 'unusual' | 'unsettled' | 'allowed' | 'open'

const unusualNatures = ['unusual', 'unsettled'] as const
const rightNatures = ['right', ...unusualNatures] as const

export function isRightRequest({ nature }: ProbeRequest): boolean {
  return rightNatures.some((right) => right === nature)
}

/** Requests that are sent side by side, in an order that the seed chooses, or one after another as listed. */
export interface Stage {
  readonly requests: readonly ProbeRequest[]
  readonly inTurn?: boolean
  /** True for a last stage that the next turn does not wait for. */
  readonly isTrailing?: true
}

/** A probe that sends a right request, then others, then a right one again, so that a refusal means something. */
export interface Controlled extends Pick<Probe, 'id' | 'operation' | 'registersByObserving' | 'reuses'> {
  readonly phase?: Probe['phase']
  readonly right: (client: Builder) => SentRequest
  /** A wrong request that is sent by itself, before any right request of the run. */
  readonly opening?: ProbeRequest
  /** The roles of requests that are also sent then, so that its place in the order does not give the right request away. */
  readonly early?: (seed: Seed, wanted: ReadonlySet<string>) => readonly string[]
  readonly stages: readonly Stage[]
  /** How many right requests are mixed into those that go out side by side. */
  readonly rightAmong?: number
  /** How these are made, if not like the others. */
  readonly among?: ProbeRequest['build']
  /** How many wrong requests, chosen by the seed, are sent again in another burst. */
  readonly repeats?: number
  /** True if the controls are wrong on purpose, so that nothing is registered. */
  readonly isHarmless?: boolean
  /** False if there is no control at the end. */
  readonly isClosed?: boolean
  /** How far it goes after the first control was answered: on, to the wrong requests only, or no further. */
  readonly goesOn?: (classification: Classification, control: Exchange) => 'on' | 'to the wrong ones' | 'no further'
}

/** Orders requests: by the seed, or in any order if only their number matters. */
type Order = (requests: readonly ProbeRequest[]) => readonly ProbeRequest[]

export function amongRoles({ rightAmong = 0, repeats }: Pick<Controlled, 'rightAmong' | 'repeats'>): string[] {
  const roles = Array.from({ length: rightAmong }, (_, index) => amongRole.numbered(index + 1))
  return rightAmong > 0 && repeats !== undefined ? [...roles, amongRole.again] : roles
}

export function rolesOf({ stages }: Controlled, ...natures: readonly ProbeRequest['nature'][]): string[] {
  return stages.flatMap(({ requests }) => requests.filter(({ nature }) => nature && natures.includes(nature)).map(({ role }) => role))
}

export function rightRoles(controlled: Controlled): string[] {
  const around = controlled.isHarmless ? [] : [...controlsAlike, ...clientRoles, ...amongRoles(controlled)]
  return [...around, ...rolesOf(controlled, ...rightNatures)]
}

/** The roles of right requests that a target may refuse. */
export function unusualRoles(controlled: Controlled): string[] {
  return [...clientRoles, ...rolesOf(controlled, ...unusualNatures)]
}

/** The roles of requests that may be refused in any way, wherever they are sent. */
export function openRoles(controlled: Controlled): string[] {
  return rolesOf(controlled, 'open', 'unsettled').flatMap((role) => [role, ...Object.values(repeatedRoles(role))])
}

/** The stages between the controls: everything that is wanted and may be sent to the target. */
export function stagesOf(controlled: Controlled, target: Target, wanted: ReadonlySet<string>, order: Order): Stage[] {
  const sendable = controlled.stages.map((stage) => ({
    ...stage,
    requests: stage.requests.filter((request) => isSendable(request, target, wanted)),
  }))
  const most = Math.max(2, ...sendable.map(({ inTurn, requests }) => (inTurn ? 0 : requests.length)))
  const burst = sendable.findIndex(({ inTurn, requests }) => !inTurn && requests.length === most)
  const stages = sendable.map((stage, index) =>
    index === burst ? { ...stage, requests: [...stage.requests, ...rightOnes(controlled, (role) => role !== amongRole.again)] } : stage,
  )
  return [...stages, ...againStages(controlled, sendable, wanted, order)].filter(({ requests }) => requests.length > 0)
}

/** A stage that sends some wrong requests again, in another burst. Only for checks that want it, and only if there are several. */
function againStages(controlled: Controlled, sendable: readonly Stage[], wanted: ReadonlySet<string>, order: Order): Stage[] {
  const { repeats } = controlled
  const wrong = sendable.flatMap(({ requests }) =>
    requests.filter((request) => !isRightRequest(request) && wanted.has(repeatedRoles(request.role).again)),
  )
  if (repeats === undefined || wrong.length < 2) return []
  const ordered = order(wrong)
  const chosen = [...ordered.filter(({ buildAgain }) => buildAgain), ...ordered.filter(({ buildAgain }) => !buildAgain)]
  const again = chosen.slice(0, repeats).map((request) => requestAs(request, repeatedRoles(request.role).again))
  return [{ requests: [...again, ...rightOnes(controlled, (role) => role === amongRole.again)] }]
}

export function requestAs(request: ProbeRequest, role: string): ProbeRequest {
  return { ...request, role, build: request.role === role ? request.build : (request.buildAgain?.(role) ?? request.build) }
}

function rightOnes(controlled: Controlled, isWanted: (role: string) => boolean): ProbeRequest[] {
  return amongRoles(controlled)
    .filter(isWanted)
    .map((role) => ({ role, build: controlled.among ?? controlled.right, nature: 'right' }))
}

export function openingRequest({ opening }: Controlled, { target }: Client, wanted: ReadonlySet<string>): ProbeRequest[] {
  return opening && wanted.has(opening.role) && opening.omitted?.(target) === undefined ? [opening] : []
}

/** What else is sent before any right request of the operation. */
export function earlyRequests(
  { opening, early, stages }: Controlled,
  { seed, target }: Client,
  wanted: ReadonlySet<string>,
): ProbeRequest[] {
  if (!opening || !wanted.has(opening.role)) return []
  const chosen = early?.(seed, wanted) ?? []
  const beside = stages.flatMap(({ requests }) => requests.filter(({ role }) => chosen.includes(role)))
  const sendable = beside.filter(({ omitted }) => omitted?.(target) === undefined)
  return sendable.map((request) => asOwn({ ...request, role: repeatedRoles(request.role).early }))
}

/** With Assay's own user agent, like most first right requests, so that the first request with that name is not always the right one. */
function asOwn(request: ProbeRequest): ProbeRequest {
  return { ...request, build: (client, sent) => withHeaders(request.build(client, sent), [['user-agent', ownAgent]]) }
}

/** What is sent if the right request is denied, instead of everything that would follow: plainly, since it has to be accepted to tell why. */
export function deniedStage({ stages }: Controlled, target: Target, wanted: ReadonlySet<string>): Stage {
  const requests = stages.flatMap((stage) => stage.requests.filter((request) => isSendable(request, target, wanted)))
  const plainly = (request: ProbeRequest): ProbeRequest =>
    (request.nature === 'open' && request.next?.(target).find(({ role }) => role === repeatedRoles(request.role).plain)) || request
  return {
    requests: requests.flatMap((request) => (request.whenDenied === undefined ? [] : [{ ...plainly(request), role: request.whenDenied }])),
  }
}

/** What may be sent, but for the controls and what follows from answers. */
export function plannedRequests({ opening, stages }: Controlled): ProbeRequest[] {
  return [...(opening ? [opening] : []), ...stages.flatMap(({ requests }) => requests)]
}

/** The request of a role, wherever and however often it is sent. */
export function roleRequest(controlled: Controlled, target: Target, role: string): ProbeRequest | undefined {
  const isOneOfIts = (request: ProbeRequest) => [request.whenDenied, ...Object.values(repeatedRoles(request.role))].includes(role)
  const planned = plannedRequests(controlled)
  return found(planned, target, (request) => request.role === role) ?? found(planned, target, isOneOfIts)
}

/** A request among others and among those that may follow from their answers. */
function found(requests: readonly ProbeRequest[], target: Target, isIt: (request: ProbeRequest) => boolean): ProbeRequest | undefined {
  const further = requests.flatMap(({ next }) => next?.(target) ?? [])
  return requests.find(isIt) ?? (further.length > 0 ? found(further, target, isIt) : undefined)
}

/** The roles of what would follow from the answers to what was sent, and did not. */
export function untoldRoles(controlled: Controlled, target: Target, exchanges: ReadonlyMap<string, Exchange>): string[] {
  const beyond = ({ next }: ProbeRequest): ProbeRequest[] => (next?.(target) ?? []).flatMap((each) => [each, ...beyond(each)])
  const sent = plannedRequests(controlled).filter(({ role }) => exchanges.has(role))
  return sent.flatMap(beyond).flatMap(({ role, omitted }) => (exchanges.has(role) || omitted?.(target) !== undefined ? [] : [role]))
}

function isSendable({ role, omitted, isAlways, sentAs }: ProbeRequest, target: Target, wanted: ReadonlySet<string>): boolean {
  return sentAs === undefined && (isAlways || wanted.has(role)) && omitted?.(target) === undefined
}

/** The most that the probe sends, controls and opening included. */
export function probeCost(controlled: Controlled, target: Target, wanted: ReadonlySet<string>): Cost {
  const { operation, opening, isHarmless = false, isClosed = true } = controlled
  const stages = stagesOf(controlled, target, wanted, (requests) => requests)
  const between = stages.flatMap((stage) => stage.requests)
  const controls = isClosed ? 2 : 1
  const ends = controls + (opening && isSendable(opening, target, wanted) ? 1 : 0)
  const requests = ends + between.length
  const links = stages.map(({ requests, inTurn }) =>
    inTurn ? requests.length : Math.max(1, requests.filter(({ onControl }) => onControl).length),
  )
  return {
    requests,
    signed: isSigned(operation) ? requests : 0,
    registers: operation.movesMoney && !isHarmless ? controls + between.filter(isRightRequest).length : 0,
    mayRegister: operation.movesMoney ? requests : 0,
    chain: ends + links.reduce((sum, link) => sum + link, 0),
    trailing: stages.filter(({ isTrailing }) => isTrailing).length,
  }
}
