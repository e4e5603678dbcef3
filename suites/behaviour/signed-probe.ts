import type { Operation } from '../../contracts/contract.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import type { Client } from '../../engine/client/client.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange, SentRequest } from '../../engine/exchange.ts'
import { sameAs } from '../../engine/money/distinction.ts'
import { forbidden, onlyConfigured } from '../../engine/money/money.ts'
import type { Cost, Probe } from '../../engine/probes/probe.ts'
import { ordinaryRequest, signedRequest } from '../../engine/probes/request.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { keepOfRight, type Recorder, type Step, workThrough } from '../../engine/probes/steps.ts'
import { isLocal } from '../../engine/target.ts'
import { sentValues } from '../signatures/replays.ts'
import { ageStep, future, mostAges, narrow, past } from './ages.ts'
import { type SignedBehaviour, signedBehaviours } from './signed-behaviours.ts'

export const replayRole = 'replay'

/** What is asked beside the ages: a right request, and then all else. */
const besideAges = 2

/** Asks side by side on this machine; elsewhere, and where timestamps have to rise, one after another. */
export function signedBehaviourProbe(operation: SignedOperation): Probe {
  const all = signedBehaviours(operation)
  const right = new Set(all.flatMap((behaviour) => (behaviour.isRight ? [behaviour.id] : [])))
  const most = 2 + all.length + mostAges
  return {
    id: `${operation.id}.behaviour`,
    operation,
    phase: 'observing',
    registersByObserving: operation.movesMoney,
    isRight: (role) => role === controlRoles.before || right.has(role),
    isUnusual: (role) => right.has(role),
    // What is sent again may be answered as a repetition.
    isAllowed: (role) => role !== replayRole,
    reuses: (role) => (role === replayRole ? controlRoles.before : undefined),
    cost: (_contract, target) =>
      isLocal(target, operation)
        ? { ...allSigned(operation, most, Math.max(besideAges, mostAges)), trailing: mostAges - besideAges }
        : allSigned(operation, most, most),
    recipe: (role, client, exchanges) => {
      if (role === controlRoles.before) return rightStep(operation)
      const control = exchanges.get(controlRoles.before)
      if (role === replayRole) return control && replayStep(operation, control)
      const behaviour = all.find(({ id: known }) => known === role)
      return behaviour ? stepOf(behaviour, behaviour.build(client)) : ageStep(operation, past, role)
    },
    observes: () => [replayRole, past.name, ...all.map((behaviour) => behaviour.id)],
    run: async ({ client, recorder, spared, trail }) => {
      const sending = recorder.send(rightStep(operation))
      const isServed = sending.then((control) => classify(operation, control) === 'accepted')
      if (!isSideBySide(client, operation) && !(await isServed)) return
      const askOthers = async () => {
        const control = await sending
        const isRefused = !(await isServed)
        // What is accepted in place of a refused right request explains why it was refused.
        const asked = all.filter(({ id, instead }) => !spared.has(id) && (!isRefused || instead !== undefined))
        const steps = asked.flatMap((behaviour) => allowedStep(recorder, client, behaviour) ?? [])
        const tried = [...(isRefused || spared.has(replayRole) ? [] : [replayStep(operation, control)]), ...steps]
        await workThrough(tried, !isSideBySide(client, operation), recorder.send)
      }
      const askAges = () => narrow(operation, past, recorder, isServed)
      if (spared.has(past.name)) await askOthers()
      else if (isSideBySide(client, operation)) await Promise.all([askOthers(), trail(askAges())])
      else await workThrough([askOthers, askAges], true, (task) => task())
    },
  }
}

/** Timestamps ahead of time: what a target accepts of them it may remember, so this comes last, and only when asked for. */
export function futureProbe(operation: SignedOperation): Probe {
  return {
    id: `${operation.id}.future`,
    operation,
    phase: 'future',
    registersByObserving: operation.movesMoney,
    isRight: () => false,
    cost: () => allSigned(operation, mostAges, mostAges),
    recipe: (role) => ageStep(operation, future, role),
    run: ({ recorder }) => narrow(operation, future, recorder),
  }
}

/** The cost of requests that are all signed, and each of which may register what it asks for. */
function allSigned({ movesMoney }: SignedOperation, requests: number, chain: number): Cost {
  const registers = movesMoney ? requests : 0
  return { requests, signed: requests, registers, mayRegister: registers, chain }
}

function rightStep(operation: SignedOperation): Step {
  return { role: controlRoles.before, build: (client) => ordinaryRequest(operation, client) }
}

function replayStep(operation: SignedOperation, control: Exchange): Step {
  const values = sentValues(operation, control)
  return { role: replayRole, build: ({ target }) => signedRequest(operation, sameAs(target, control.request), values) }
}

/** The step that tries a behaviour; `sample` is its request. Undefined if the target cannot be asked. */
function stepOf({ id, build, isRight }: SignedBehaviour, sample: SentRequest | undefined): Step | undefined {
  return sample && { role: id, keep: isRight ? keepOfRight : undefined, build: (client) => build(client) ?? sample }
}

/** The same without the behaviours that may not be sent to the target. */
function allowedStep(recorder: Recorder, client: Client, behaviour: SignedBehaviour): Step | undefined {
  const sample = behaviour.build(client)
  if (!sample || forbidden(recorder.operation, client.target, sample) === undefined) return stepOf(behaviour, sample)
  recorder.leaveOut([{ role: behaviour.id, reason: onlyConfigured }])
  return undefined
}

function isSideBySide({ order, target }: Client, operation: Operation): boolean {
  return !order.insists && isLocal(target, operation)
}
