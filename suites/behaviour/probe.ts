import type { Operation } from '../../contracts/contract.ts'
import { credentialText } from '../../contracts/credential-place.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isPaged, type PagedOperation } from '../../contracts/operation-kinds.ts'
import type { ObservedBound } from '../../engine/judging/check.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import { isRightRequest, type ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { bareRequest, type Inputs, ordinaryInputs, rightRequest } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { rotated } from '../../engine/wrong-values/alteration.ts'
import { pageInputs } from '../pages/choice.ts'

/** A request whose answer the source leaves open: its role is the last part of the observation's id. */
interface ProbedBehaviour extends ProbeRequest {
  readonly title: string
  /** What a document would say of the input where this is refused. */
  readonly bound?: Omit<ObservedBound, 'role'>
}

export function behaviours(operation: Operation): ProbedBehaviour[] {
  if (operation.authentication.kind === 'signed' || operation.movesMoney) return []
  return [
    ...schemeCases(operation),
    ...inputsLeftOut(operation),
    ...unknownInputs(operation),
    ...(isPaged(operation) ? pageBounds(operation) : []),
    {
      role: 'method.head',
      title: 'The method HEAD',
      isUnlisted: true,
      build: ({ target }) => {
        const { body: _, ...request } = rightRequest(operation, target)
        return { ...request, method: 'HEAD' }
      },
    },
  ]
}

/** How many right requests follow the first on its connection: a target may trust who was right three times, and each lengthens a chain. */
const mostOnControl = 2

/**
 * Sends the requests that show what an operation does at its open points, and others: side by side, after one right request; then the last ones,
 * which may follow some right ones on one connection.
 */
export function behaviourProbe(operation: Operation, others: readonly ProbeRequest[] = [], last: readonly ProbeRequest[] = []): Probe {
  const asked = behaviours(operation)
  const following = asked.filter(isRightRequest).slice(0, mostOnControl)
  const all = asked.map((one) => ({ ...one, isAlways: true, onControl: following.includes(one) }))
  return controlledProbe({
    id: `${operation.id}.behaviour`,
    operation,
    phase: 'observing',
    isClosed: false,
    right: ({ target }) => rightRequest(operation, target),
    stages: [{ requests: [...all, ...others] }, { requests: last, isTrailing: true }],
  })
}

function asking(operation: Operation, inputsOf: (target: Target) => Inputs): ProbeRequest['build'] {
  return ({ target }) => rightRequest(operation, target, { inputs: inputsOf(target) })
}

function schemeCases(operation: Operation): ProbedBehaviour[] {
  const { authentication } = operation
  if (authentication.kind !== 'scheme' || authentication.scheme === '') return []
  const { header, scheme, setting } = authentication
  return [scheme.toLowerCase(), scheme.toUpperCase()]
    .filter((name) => name !== scheme)
    .map((name) => ({
      role: `scheme.${name === scheme.toLowerCase() ? 'lower' : 'upper'}-case`,
      title: `The scheme written ${name}`,
      nature: 'allowed',
      build: ({ target }) =>
        bareRequest(operation, target, { headers: [[header, credentialText(name, settingValue(target.settings, setting))]] }),
    }))
}

function inputsLeftOut(operation: Operation): ProbedBehaviour[] {
  const optional = requestInputs(operation).filter(({ required }) => !required)
  return optional.map(({ name }) => ({
    nature: 'unsettled',
    role: `without.${name}`,
    title: `A request without ${name}`,
    bound: { input: name, keyword: 'required', value: true },
    build: asking(operation, () => ({ [name]: undefined })),
  }))
}

function unknownInputs(operation: Operation): ProbedBehaviour[] {
  const filter = isPaged(operation) ? pageInputs(operation).filter : undefined
  const texts = requestInputs(operation).filter(({ name, value }) => 'setting' in value && name !== filter)
  return texts.map(({ name }) => ({
    nature: 'unusual',
    role: `unknown.${name}`,
    title: `Another ${name} than the configured one`,
    build: asking(operation, (target) => ({ [name]: rotated(String(ordinaryInputs(operation, target)[name])) })),
  }))
}

const large = 1000

function pageBounds(operation: PagedOperation): ProbedBehaviour[] {
  const { page, size, first } = pageInputs(operation)
  const below = (role: string, title: string, input: string, minimum: number): ProbedBehaviour => ({
    role,
    title,
    bound: { input, keyword: 'minimum', value: minimum },
    build: asking(operation, () => ({ [input]: minimum - 1 })),
  })
  return [
    below('page.zero', `Page ${first - 1}`, page, first),
    below('size.zero', 'Pages of no record', size, 1),
    {
      nature: 'unusual',
      role: 'size.large',
      title: `Pages of ${large} records`,
      bound: { input: size, keyword: 'maximum', value: large - 1 },
      build: asking(operation, () => ({ [size]: large })),
    },
  ]
}
