import type { Operation } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/settings.ts'
import type { Client } from '../../engine/client/client.ts'
import { sameAs } from '../../engine/distinction.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { exchangeOf } from '../../engine/evidence/evidence.ts'
import { forbidden, onlyConfigured } from '../../engine/money.ts'
import type { Cost, Probe } from '../../engine/probe.ts'
import { signedRequest, signedValues } from '../../engine/request.ts'
import { createRecorder, keepOfRight, type Recorder, type Step } from '../../engine/steps.ts'
import { isLocal } from '../../engine/target.ts'
import type { SignedOperation } from '../signatures/wrong-signature.ts'
import { type SignedBehaviour, signedBehaviours } from './signed-behaviours.ts'

/** Ages of a timestamp that are tried, in seconds; the two neighbours are found between which the target decides. */
export const ages: readonly number[] = [2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 21_600, 86_400, 604_800, 31_536_000]

/** How often three ages are tried side by side until two neighbours are left. */
const rounds = Math.ceil(Math.log2(ages.length + 1) / 2)
const mostAges = 3 * rounds

/** Asks side by side on this machine; elsewhere, and where timestamps have to rise, one after another. */
export function signedBehaviourProbe(operation: SignedOperation): Probe {
  const id = `${operation.id}.behaviour`
  const all = signedBehaviours(operation)
  const right = new Set(all.flatMap((behaviour) => (behaviour.isRight ? [behaviour.id] : [])))
  const most = 2 + all.length + mostAges
  return {
    id,
    operation,
    phase: 'observing',
    registersByObserving: operation.movesMoney,
    needs: settingsOf(operation),
    isRight: (role) => role === 'control' || right.has(role),
    isUnusual: (role) => right.has(role),
    reuses: (role) => (role === 'replay' ? ['control'] : []),
    cost: (_contract, target) => allSigned(operation, most, isLocal(target, operation) ? 1 + rounds : most),
    run: async (client) => {
      const recorder = createRecorder(client, id, operation)
      const sent: { values?: ReturnType<typeof signedValues> } = {}
      const control = await recorder.send({
        role: 'control',
        build: ({ target, reserveTime }) => {
          sent.values = signedValues(operation, target, reserveTime())
          return signedRequest(operation, target, sent.values)
        },
      })
      if (classify(operation, control) !== 'accepted') return recorder.evidence()
      const { values } = sent
      const replay: Step[] = values
        ? [{ role: 'replay', build: ({ target }) => signedRequest(operation, sameAs(target, control.request), values) }]
        : []
      const steps = () => [...replay, ...all.flatMap((behaviour) => stepOf(recorder, client, behaviour) ?? [])]
      await askAll(client, operation, [() => sendAll(recorder, client, steps()), () => narrow(client, recorder, operation, 'age', -1)])
      return recorder.evidence()
    },
  }
}

/** Timestamps ahead of time: what a target accepts of them it may remember, so this comes last, and only when asked for. */
export function futureProbe(operation: SignedOperation): Probe {
  const id = `${operation.id}.future`
  const most = mostAges
  return {
    id,
    operation,
    phase: 'future',
    registersByObserving: operation.movesMoney,
    needs: settingsOf(operation),
    isRight: () => false,
    cost: (_contract, target) => allSigned(operation, most, isLocal(target, operation) ? rounds : most),
    run: async (client) => {
      const recorder = createRecorder(client, id, operation)
      await narrow(client, recorder, operation, 'future', 1)
      return recorder.evidence()
    },
  }
}

/** The cost of requests that are all signed, and each of which may register what it asks for. */
function allSigned({ movesMoney }: SignedOperation, requests: number, chain: number): Cost {
  const registers = movesMoney ? requests : 0
  return { requests, signed: requests, registers, mayRegister: registers, chain }
}

/** What cannot be asked of a target is not sent; what may not be sent to it is left out, and says so. */
function stepOf(recorder: Recorder, client: Client, { id, build, isRight }: SignedBehaviour): Step | undefined {
  const sample = build(client)
  if (!sample) return undefined
  if (forbidden(recorder.operation, client.target, sample) === undefined)
    return { role: id, ...(isRight && { keep: keepOfRight }), build: (asked) => build(asked) ?? sample }
  recorder.leaveOut([{ role: id, reason: onlyConfigured }])
  return undefined
}

function sendAll(recorder: Recorder, client: Client, steps: readonly Step[]): Promise<void> {
  return askAll(
    client,
    recorder.operation,
    steps.map((step) => () => recorder.send(step)),
  )
}

async function askAll({ order, target }: Client, operation: Operation, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (order.insists || !isLocal(target, operation)) for (const task of tasks) await task()
  else await Promise.all(tasks.map((task) => task()))
}

/** A target that takes just so many seconds takes them whatever the way there lasts, and the same run finds the same again. */
const margin = 500

/** Finds the greatest age that is accepted: three ages at a time cut the list in four. */
async function narrow(client: Client, recorder: Recorder, operation: SignedOperation, name: string, direction: 1 | -1): Promise<void> {
  let accepted = -1
  let refused = ages.length
  while (refused - accepted > 1) {
    const tried = quarters(accepted, refused)
    const roles = tried.map((index) => `${name}.${ages[index]}`)
    await sendAll(
      recorder,
      client,
      tried.map((index, at) => ({
        role: roles[at] ?? '',
        build: ({ target, clock }) =>
          signedRequest(operation, target, signedValues(operation, target, clock.now() + direction * ((ages[index] ?? 0) * 1000 - margin))),
      })),
    )
    const answers = roles.map((role) => classify(operation, exchangeOf(recorder.evidence(), role)))
    if (answers.includes('unanswered')) return
    accepted = Math.max(accepted, ...tried.filter((_, at) => answers[at] === 'accepted'))
    refused = Math.min(refused, ...tried.filter((index, at) => index > accepted && answers[at] === 'refused'))
  }
}

function quarters(from: number, to: number): number[] {
  const places = [1, 2, 3].map((quarter) => from + Math.round(((to - from) * quarter) / 4))
  return [...new Set(places)].filter((place) => place > from && place < to)
}
