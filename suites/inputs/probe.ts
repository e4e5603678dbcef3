import { fieldOfPart } from '../../contracts/construction.ts'
import type { InputBound, Operation } from '../../contracts/contract.ts'
import { isSigned, signedParts } from '../../contracts/operation-kinds.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { omittedFor } from '../../engine/money/money.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import type { ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { type Changes, ordinaryRequest, signedRequest } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { otherPlaces, otherRole, otherValues } from '../asked-for/other-values.ts'
import { signedOver } from '../signatures/wrong-signature.ts'

/** A right request, one for each wrong input, those for other records, a right one again. Signed ones go one after another. */
export function inputsProbe(operation: Operation): Probe {
  const wrong = operation.bounds.map((bound) => ({
    role: roleOf(bound),
    omitted: (target: Target) => omittedFor(operation, target, () => wrongRequest(operation, { target, reserveTime: () => 0 }, bound)),
    build: (client: Builder) => wrongRequest(operation, client, bound),
  }))
  return controlledProbe({
    id: `${operation.id}.input`,
    operation,
    right: (client) => ordinaryRequest(operation, client),
    stages: [{ requests: [...wrong, ...requestsForOthers(operation)], inTurn: isSigned(operation) }],
  })
}

/** The role of a wrong input, and the last part of its check's id. */
export function roleOf({ input, keyword }: InputBound): string {
  return `${input}.${keyword}`
}

/** A request with a wrong input; one that is left out is signed as an empty text. */
function wrongRequest(
  operation: Operation,
  sender: Pick<Builder, 'target' | 'reserveTime'>,
  { input, value }: Pick<InputBound, 'input' | 'value'>,
): SentRequest {
  const changes: Changes = { inputs: { [input]: value } }
  const parts = value === undefined ? signedParts(operation) : []
  const absent = parts.filter((part) => fieldOfPart(part) === input)
  if (!isSigned(operation) || absent.length === 0) return ordinaryRequest(operation, sender, changes)
  const { target } = sender
  const empty = Object.fromEntries(absent.map(({ name }) => [name, '']))
  const values = signedOver(operation, { target, time: sender.reserveTime() }, (signed) => ({
    ...signed,
    values: { ...signed.values, ...empty },
  }))
  return signedRequest(operation, target, values, changes)
}

/** Right requests for other records than the configured one, which a target need not have. None if money moves. */
function requestsForOthers(operation: Operation): ProbeRequest[] {
  if (operation.movesMoney) return []
  return (operation.askedFor ?? []).flatMap((asked) =>
    otherPlaces.map((place) => {
      const role = otherRole(asked, place)
      return {
        nature: 'unusual',
        role,
        omitted: (target) =>
          otherValues(operation, asked, place, target).length === 0 ? `No other ${asked.input} can be made.` : undefined,
        build: (client) => {
          const value = client.seed.pick(`${operation.id}.${role}`, otherValues(operation, asked, place, client.target))
          return ordinaryRequest(operation, client, { inputs: { [asked.input]: value } })
        },
      }
    }),
  )
}
