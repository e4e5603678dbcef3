import type { Operation } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isPaged, type PagedOperation } from '../../contracts/operation-kinds.ts'
import type { ObservedBound } from '../../engine/judging/check.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import type { ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { bareRequest, type Changes, credentialText, ordinaryInputs, rightRequest } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { rotated } from '../../engine/wrong-values/alteration.ts'
import { defined } from '../../language/defined.ts'
import { pageInputs } from '../pages/choice.ts'

/** A request whose answer the source leaves open. */
interface ProbedBehaviour {
  /** The role, and the last part of the observation's id. */
  readonly id: string
  readonly title: string
  readonly changes: (target: Target) => Changes
  readonly method?: string
  /** True if the request is right: what is left open is whether a target takes it. */
  readonly isRight?: boolean
  /** True if it may be taken for a right one, and asks for nothing else than that does. */
  readonly isAllowed?: boolean
  /** What a document would say of the input where this is refused. */
  readonly bound?: Omit<ObservedBound, 'role'>
}

/** What can be asked of an operation that is not signed, beside what it must do. */
export function behaviours(operation: Operation): ProbedBehaviour[] {
  if (operation.authentication.kind === 'signed' || operation.movesMoney) return []
  return [
    ...schemeCases(operation),
    ...inputsLeftOut(operation),
    ...unknownInputs(operation),
    ...(isPaged(operation) ? pageBounds(operation) : []),
    { id: 'method.head', title: 'The method HEAD', changes: () => ({}), method: 'HEAD' },
  ]
}

/** Sends the requests that show what an operation does at its open points, and others: side by side, after one right request; then the last ones. */
export function behaviourProbe(operation: Operation, others: readonly ProbeRequest[] = [], last: readonly ProbeRequest[] = []): Probe {
  const all = behaviours(operation)
  const right = new Set(all.flatMap((behaviour) => (behaviour.isRight ? [behaviour.id] : [])))
  const probe = controlledProbe({
    id: `${operation.id}.behaviour`,
    operation,
    phase: 'observing',
    isClosed: false,
    right: ({ target }) => rightRequest(operation, target),
    stages: [{ requests: [...all.map((behaviour) => requestOf(operation, behaviour)), ...others] }, { requests: last }],
  })
  return { ...probe, isUnusual: (role) => right.has(role) }
}

function requestOf(operation: Operation, { id, changes, method, isAllowed, isRight = false }: ProbedBehaviour): ProbeRequest {
  return defined({
    role: id,
    isAlways: true,
    isRight,
    isAllowed,
    isUnlisted: method !== undefined || undefined,
    build: ({ target }) => {
      const changed = changes(target)
      const request = changed.headers ? bareRequest(operation, target, changed) : rightRequest(operation, target, changed)
      return method ? { ...withoutBody(request), method } : request
    },
  })
}

function withoutBody<Request extends { readonly body?: Buffer }>({ body: _body, ...request }: Request) {
  return request
}

function schemeCases({ authentication }: Operation): ProbedBehaviour[] {
  if (authentication.kind !== 'scheme' || authentication.scheme === '') return []
  const { header, scheme, setting } = authentication
  return [scheme.toLowerCase(), scheme.toUpperCase()]
    .filter((name) => name !== scheme)
    .map((name) => ({
      id: `scheme.${name === scheme.toLowerCase() ? 'lower' : 'upper'}-case`,
      title: `The scheme written ${name}`,
      isAllowed: true,
      changes: (target) => ({ headers: [[header, credentialText(name, settingValue(target.settings, setting))]] }),
    }))
}

function inputsLeftOut(operation: Operation): ProbedBehaviour[] {
  const optional = requestInputs(operation).filter(({ required }) => !required)
  return optional.map(({ name }) => ({
    id: `without.${name}`,
    title: `A request without ${name}`,
    isRight: true,
    bound: { input: name, keyword: 'required', value: true },
    changes: () => ({ inputs: { [name]: undefined } }),
  }))
}

function unknownInputs(operation: Operation): ProbedBehaviour[] {
  const filter = isPaged(operation) ? pageInputs(operation).filter : undefined
  const texts = requestInputs(operation).filter(({ name, value }) => 'setting' in value && name !== filter)
  return texts.map(({ name }) => ({
    id: `unknown.${name}`,
    title: `Another ${name} than the configured one`,
    isRight: true,
    changes: (target) => ({ inputs: { [name]: rotated(String(ordinaryInputs(operation, target)[name])) } }),
  }))
}

const large = 1000

function pageBounds(operation: PagedOperation): ProbedBehaviour[] {
  const { page, size, first } = pageInputs(operation)
  const below = (id: string, title: string, input: string, minimum: number): ProbedBehaviour => ({
    id,
    title,
    bound: { input, keyword: 'minimum', value: minimum },
    changes: () => ({ inputs: { [input]: minimum - 1 } }),
  })
  return [
    below('page.zero', `Page ${first - 1}`, page, first),
    below('size.zero', 'Pages of no record', size, 1),
    {
      id: 'size.large',
      title: `Pages of ${large} records`,
      isRight: true,
      bound: { input: size, keyword: 'maximum', value: large - 1 },
      changes: () => ({ inputs: { [size]: large } }),
    },
  ]
}
