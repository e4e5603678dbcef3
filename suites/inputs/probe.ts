import type { AskedFor } from '../../contracts/asked-for.ts'
import { fieldOfPart } from '../../contracts/construction.ts'
import type { InputBound, Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { sign } from '../../contracts/signing.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { omittedFor } from '../../engine/money/money.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import type { ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { type Changes, rightRequest, signedRequest, signedValues, signingInput } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { otherPlaces, otherRole, otherValues } from '../asked-for/other-values.ts'

/** A right request, one for each wrong input with right credentials, those for other records, a right request again. Signed ones go one after another. */
export function inputsProbe(operation: Operation): Probe {
  const wrong = operation.bounds.map((bound) => ({
    role: roleOf(bound),
    omitted: (target: Target) => omittedFor(operation, target, () => request(operation, target, 0, bound)),
    build: (client: Builder) => request(operation, client.target, timeOf(operation, client), bound),
  }))
  const others = requestsForOthers(operation, (client, { input }, value) =>
    request(operation, client.target, timeOf(operation, client), { input, value }),
  )
  return controlledProbe({
    id: `${operation.id}.input`,
    operation,
    right: (client) => request(operation, client.target, timeOf(operation, client)),
    stages: [{ requests: [...wrong, ...others], inTurn: isSigned(operation) }],
  })
}

/** The time of a request; unsigned requests reserve none. */
function timeOf(operation: Operation, { reserveTime }: Builder): number {
  return isSigned(operation) ? reserveTime() : 0
}

/** The role of a wrong input, and the last part of its check's id. */
export function roleOf({ input, keyword }: InputBound): string {
  return `${input}.${keyword}`
}

function request(operation: Operation, target: Target, time: number, bound?: Pick<InputBound, 'input' | 'value'>): SentRequest {
  const changes: Changes = bound ? { inputs: { [bound.input]: bound.value } } : {}
  if (!isSigned(operation)) return rightRequest(operation, target, changes)
  const { construction } = operation.authentication.signature
  const absent = bound && bound.value === undefined ? construction.parts.filter((part) => fieldOfPart(part) === bound.input) : []
  if (absent.length === 0) return signedRequest(operation, target, signedValues(operation, target, time, changes), changes)
  const input = signingInput(operation, target, time)
  const values = { ...input.values, ...Object.fromEntries(absent.map(({ name }) => [name, ''])) }
  const right = signedValues(operation, target, time)
  return signedRequest(operation, target, { ...right, signature: sign(construction, { ...input, values }) }, changes)
}

/** Right requests for other records than the configured one, which a target need not have. None if money moves. */
function requestsForOthers(operation: Operation, build: (client: Builder, asked: AskedFor, value: unknown) => SentRequest): ProbeRequest[] {
  if (operation.movesMoney) return []
  return (operation.askedFor ?? []).flatMap((asked) =>
    otherPlaces.map((place) => {
      const role = otherRole(asked, place)
      return {
        role,
        isRight: true,
        isUnusual: true,
        omitted: (target) =>
          otherValues(operation, asked, place, target).length === 0 ? `No other ${asked.input} can be made.` : undefined,
        build: (client) =>
          build(client, asked, client.seed.pick(`${operation.id}.${role}`, otherValues(operation, asked, place, client.target))),
      }
    }),
  )
}
