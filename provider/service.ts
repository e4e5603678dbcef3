import type { Contract, Operation } from '../contracts/contract.ts'
import { contract as committedContract } from '../contracts/generated/contract.ts'
import { memoized } from '../language/memoized.ts'
import { isObject } from '../text/json/pointer.ts'
import type { ServedAnswer } from './answers.ts'
import type { Behaviour } from './behaviour.ts'
import { createNotifier, type Notifier } from './callbacks/notifier.ts'
import { preflightReply } from './cross-origin.ts'
import { writeJson } from './json-layout.ts'
import { withPlaces } from './judgement/credentials.ts'
import { judgeRequest, type Routed, type State, unguardedAnswer } from './judgement/judgement.ts'
import { type Guard, lockoutGuard, rateLimiter } from './judgement/limits.ts'
import { type Refusal, refusalReply, refuse } from './judgement/refusals.ts'
import { acceptedByKey, headerProblem, wrongSignature } from './judgement/signature.ts'
import { sentSecrets } from './judgement/stray-secrets.ts'
import type { Hooks } from './mutant.ts'
import type { ProviderOptions } from './options.ts'
import { bodyLimit, type Received } from './received.ts'
import { records } from './records/records.ts'
import { providerSettings } from './reference-settings.ts'
import type { Reply } from './reply.ts'
import { noRoute, type Route, route, withoutPrefix } from './routes.ts'

export interface Service {
  readonly contract: Contract
  readonly state: State
  readonly options: ProviderOptions
  readonly hooks: ReadonlyMap<string, Hooks>
  readonly limit: (at: number) => Refusal | undefined
  readonly guard: Guard
  readonly notifier: Notifier
}

export function createService(options: ProviderOptions): Service {
  const contract = options.contract ?? committedContract
  const settings = { ...providerSettings(contract), ...options.settings }
  const behaviour: Behaviour = { ...options.behaviour, ...options.mutant?.behaviour }
  const hooks = mutantHooks(contract, settings, options)
  const kept = records(settings, behaviour.records)
  let given = 0
  return {
    contract,
    options: { ...options, behaviour },
    hooks,
    state: {
      settings,
      behaviour,
      records: kept,
      next: () => (given += 1),
      accepted: acceptedByKey(),
      secrets: sentSecrets(contract, settings),
      explainer: options.explainer,
    },
    limit: rateLimiter(behaviour.rate),
    guard: lockoutGuard(behaviour.lockout),
    notifier: createNotifier(contract, { ...options, behaviour }, kept, (operation) => hooks.get(operation) ?? {}),
  }
}

/** Has a wrong signature explained before its request is decided, which waits for nothing. */
export async function explainAhead(service: Service, operations: readonly Operation[], received: Received): Promise<void> {
  const { settings, behaviour, explainer } = service.state
  const authentication = explainer && operationReached(service, operations, received)?.authentication
  if (authentication?.kind !== 'signed') return
  const request = withPlaces(operations, received)
  if (headerProblem(authentication, settings, request, behaviour)) return
  const wrong = wrongSignature(authentication, settings, request, behaviour)
  if (wrong && 'signature' in wrong) await explainer?.search(wrong)
}

/** Decides a request, and what its response looks like. */
export function handle(service: Service, operations: readonly Operation[], received: Received): Reply {
  const { behaviour = {} } = service.options
  const presented = withPlaces(operations, received)
  const request = [...service.hooks.values()].reduce((read, { route }) => route?.(read) ?? read, presented)
  const preflight = behaviour.crossOrigin ? preflightReply(operations, request) : undefined
  if (preflight) return preflight
  const found = findRoute(service, operations, request)
  const tooMany = service.limit(request.at) ?? service.guard.refusal(request.at)
  if (tooMany) return refusalReply(tooMany, behaviour.errors, found.operation)
  if (!found.operation) return refusalReply(found.refusal, behaviour.errors)
  const { path } = found
  const hooks = service.hooks.get(found.operation.id) ?? {}
  const operation = hooks.operation ?? found.operation
  const routed: Routed = { operation, path, request: hooks.receive?.(request) ?? request, hooks }
  const answer = judgeRequest(routed, service.state)
  service.guard.note(request.at, 'refusal' in answer ? answer.refusal : undefined)
  if ('value' in answer) service.notifier.asked(operation.id)
  const reply = render(routed, answer, behaviour)
  const success = () => render(routed, unguardedAnswer(routed, service.state), behaviour)
  return hooks.reply?.(reply, request, 'refusal' in answer ? answer.refusal : undefined, success) ?? reply
}

/** The operation that a request reaches, as far as there is one at its port. */
export function operationReached(service: Service, operations: readonly Operation[], received: Received): Operation | undefined {
  return findRoute(service, operations, withPlaces(operations, received)).operation
}

export function tooLong({ options }: Service): Reply {
  return refusalReply(refuse('size', `The body: expected at most ${bodyLimit} bytes, found more.`), options.behaviour?.errors)
}

export function prefixOf({ pathPrefix = '' }: ProviderOptions, base: string): string {
  return (typeof pathPrefix === 'string' ? pathPrefix : (pathPrefix[base] ?? '')).replace(/\/$/, '')
}

function mutantHooks(
  contract: Contract,
  settings: Readonly<Record<string, string>>,
  { mutant, mutants = mutant ? [mutant] : [] }: ProviderOptions,
): Map<string, Hooks> {
  return new Map(
    contract.operations.flatMap((operation) => {
      const own = mutants.flatMap((each) => (each.operation === operation.id ? [each.hooks({ contract, operation, settings })] : []))
      return own.length > 0 ? [[operation.id, own.reduce(following)] as const] : []
    }),
  )
}

/** The places of two mutants of one operation: what one answers, the other changes further. */
function following(one: Hooks, other: Hooks): Hooks {
  const [first, second] = [one.answer, other.answer]
  if (!first || !second) return { ...one, ...other }
  return { ...one, ...other, answer: (answer, request) => second(first(answer, request), request) }
}

const byBase = memoized((operations: readonly Operation[]) => [...Map.groupBy(operations, ({ base }) => base)])

function findRoute({ options }: Service, operations: readonly Operation[], { method, path }: Received): Route {
  const routes = byBase(operations).map(([base, own]) => route(own, method, withoutPrefix(path, prefixOf(options, base))))
  const found = routes.find(({ operation }) => operation) ?? routes.find((each) => !each.operation && each.refusal.kind === 'method')
  if (found) return found
  return noRoute(
    operations.map((operation) => ({ method: operation.method, path: prefixOf(options, operation.base) + operation.path })),
    path,
  )
}

function render({ operation, request, hooks }: Routed, answer: ServedAnswer, behaviour: Behaviour): Reply {
  if ('refusal' in answer) return refusalReply(answer.refusal, behaviour.errors, operation)
  const value = hooks.answer ? hooks.answer(answer.value, request) : answer.value
  const { status, mediaType } = operation.success
  if (mediaType === undefined) return { status, headers: {}, body: Buffer.alloc(0) }
  return { status, headers: { 'content-type': behaviour.contentType ?? mediaType }, body: written(value, behaviour) }
}

/** Kept: the same values are answered again and again. */
const plainly = memoized((value: object) => Buffer.from(writeJson(value)))

function written(value: unknown, { extraFields = false, json }: Behaviour): Buffer {
  if (extraFields || json || !isObject(value)) return Buffer.from(writeJson(extraFields ? extended(value) : value, json))
  return plainly(value)
}

function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended)
  if (!isObject(value) || Object.getOwnPropertySymbols(value).length > 0) return value
  const members = Object.entries(value).map(([name, member]) => [name, extended(member)])
  return { _links: { self: '/' }, ...Object.fromEntries(members), updated_at: '2026-01-02T03:04:05Z', tags: ['extra', 1, null] }
}
