import type { InputBound, Operation } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/settings.ts'
import { sign } from '../../contracts/signing.ts'
import type { Client } from '../../engine/client/client.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probe.ts'
import { type Changes, isSigned, rightRequest, signedRequest, signedValues, signingInput } from '../../engine/request.ts'
import { createRecorder, keepOfRight, type Step, sendRight } from '../../engine/steps.ts'
import { isLoopback, type Target } from '../../engine/target.ts'

/** A right request, one for each wrong input with right credentials, a right request again. Signed ones go one after another. */
export function inputsProbe(operation: Operation): Probe {
  const id = `${operation.id}.input`
  const { bounds, movesMoney } = operation
  const signed = isSigned(operation)
  const sentTo = (target: Target, wanted: ReadonlySet<string>) =>
    bounds.filter((bound) => wanted.has(roleOf(bound)) && !isForeign(operation, target, bound))
  return {
    id,
    operation,
    phase: 'judging',
    needs: settingsOf(operation),
    isRight: (role) => role.startsWith('control'),
    cost: (_contract, target, wanted) => {
      const requests = 2 + sentTo(target, wanted).length
      return {
        requests,
        signed: signed ? requests : 0,
        registers: movesMoney ? 2 : 0,
        mayRegister: movesMoney ? requests : 0,
        chain: signed ? requests : 3,
      }
    },
    run: async (client, wanted) => {
      const recorder = createRecorder(client, id, operation)
      const control = (role: string): Step => ({ role, keep: keepOfRight, build: (asked) => request(operation, asked) })
      const first = await sendRight(recorder, client, operation, control('control'))
      if (classify(operation, first) !== 'accepted') return recorder.evidence()
      const foreign = bounds.filter((bound) => isForeign(operation, client.target, bound))
      recorder.leaveOut(foreign.map((bound) => ({ role: roleOf(bound), reason: onlyOwn })))
      const steps = sentTo(client.target, wanted).map((bound) => ({
        role: roleOf(bound),
        build: (asked: Client) => request(operation, asked, bound),
      }))
      if (signed) for (const step of steps) await recorder.send(step)
      else await recorder.sendAll(steps)
      await sendRight(recorder, client, operation, control('control-after'))
      return recorder.evidence()
    },
  }
}

/** The role of a wrong input, and the last part of its check's id. */
export function roleOf({ input, keyword }: InputBound): string {
  return `${input}.${keyword}`
}

const onlyOwn = 'Away from loopback a withdrawal carries only what is configured.'

/** What a signature covers is the money itself: away from loopback it is never another than the configured one. */
function isForeign(operation: Operation, target: Target, { input }: InputBound): boolean {
  if (!operation.movesMoney || isLoopback(target.bases[operation.base] ?? '') || !isSigned(operation)) return false
  return operation.authentication.signature.construction.parts.some(({ body }) => standsIn(body, input))
}

function request(operation: Operation, { target, reserveTime }: Client, bound?: InputBound): SentRequest {
  const changes: Changes = bound ? { inputs: { [bound.input]: bound.value } } : {}
  if (!isSigned(operation)) return rightRequest(operation, target, changes)
  const time = reserveTime()
  const { construction } = operation.authentication.signature
  const absent = bound?.value === undefined ? construction.parts.filter(({ body }) => bound && standsIn(body, bound.input)) : []
  if (absent.length === 0) return signedRequest(operation, target, signedValues(operation, target, time, changes), changes)
  const input = signingInput(operation, target, time)
  const values = { ...input.values, ...Object.fromEntries(absent.map(({ name }) => [name, ''])) }
  const right = signedValues(operation, target, time)
  return signedRequest(operation, target, { ...right, signature: sign(construction, { ...input, values }) }, changes)
}

function standsIn(pointer: string | undefined, input: string): boolean {
  return pointer?.split('/')[1] === input
}
