import type { Contract, Operation } from '../contracts/contract.ts'
import { listPointer } from '../contracts/fields.ts'
import { settingsOf } from '../contracts/needed-settings.ts'
import { hasScheme } from '../contracts/operation-kinds.ts'
import { signedHeaders } from '../contracts/vectors/vectors.ts'
import { type Client, type ClientChoices, createClient } from '../engine/client/client.ts'
import { endAfter, systemClock } from '../engine/client/clock.ts'
import { type Diagnosis, diagnosisOf } from '../engine/diagnosis.ts'
import { jsonOf } from '../engine/evidence/body.ts'
import { classify } from '../engine/evidence/classification.ts'
import { registeredId } from '../engine/evidence/identifier.ts'
import { askedOrigin, type Exchange, headerValue } from '../engine/exchange.ts'
import { ordinaryRequest } from '../engine/probes/request.ts'
import { controlRoles, insteadRole } from '../engine/probes/roles.ts'
import { keepOfFirst } from '../engine/probes/steps.ts'
import type { Run, Withdrawal } from '../engine/run.ts'
import { progressOf, type RunProgress } from '../engine/run-progress.ts'
import { claimedOperations, isLocal, isPermitted, missingSettings, type Target } from '../engine/target.ts'
import { isDenied, otherCredentials, requestWith, whyNotInstead } from '../engine/wrong-values/other-credentials.ts'
import { counted } from '../text/counted.ts'
import { valueAtPointer } from '../text/json/pointer.ts'
import { mistakenDiagnoses } from './diagnoses/malformed-settings.ts'
import { signerDiagnoses } from './diagnoses/mismatched-signer.ts'
import { settingVariable } from './diagnoses/setting-variables.ts'
import { unsetDiagnoses } from './diagnoses/unset-settings.ts'
import { diagnose } from './diagnosis.ts'
import { ordinaryDiagnoses } from './ordinary-words.ts'

export interface Examination
  extends Pick<Run, 'contract' | 'target' | 'diagnoses' | 'exchanges' | 'registered'>,
    Required<Pick<Run, 'unknownFate'>> {
  readonly sound: readonly Sound[]
}

/** Something that was looked at and is as it should be. */
interface Sound {
  readonly about: string
  readonly text: string
}

interface ExaminationOptions extends ClientChoices {
  /** The most that it may take, in milliseconds. */
  readonly deadline: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: RunProgress) => void
}

/** Looks at the configuration, then asks each operation once, rightly. Money moves only if the target allows it. */
export async function examine(options: ExaminationOptions): Promise<Examination> {
  const { contract, target, clock = systemClock, deadline } = options
  using end = endAfter(clock, deadline, options.signal)
  const { signal, timeLeft } = end
  const planned = claimedOperations(contract, target).length
  options.onProgress?.({ sent: 0, planned, wronglyAccepted: 0 })
  const told = progressOf(contract, { checks: [], cost: { ordinary: planned } }, options.onProgress)
  const client = createClient({ ...options, signal, timeLeft, ...told })
  const exchanges = await ask(client)
  await client.close()
  const { unknown: unknownFate } = client.spent()
  const settings = [...unsetDiagnoses(contract, target), ...mistakenDiagnoses(contract, target)]
  const asked = diagnose({ contract, target, exchanges }).filter(({ id }) => id !== 'malformed')
  const diagnoses = [
    ...settings,
    ...(await signerDiagnoses(contract)),
    ...asked,
    ...unanswered(exchanges, asked, unknownFate),
    ...unasked(contract, target),
    ...ordinaryDiagnoses(contract, target),
  ]
  const registered = claimedOperations(contract, target).flatMap((operation) => registeredBy(operation, exchanges))
  return {
    contract,
    target,
    diagnoses,
    sound: soundness(contract, target, exchanges, diagnoses),
    exchanges,
    registered,
    unknownFate,
  }
}

/** 2 where the configuration is wrong, 3 where something else keeps a run from judging everything, else 0: a warning is no more than that. */
export function examinationExitCode({ diagnoses }: Pick<Examination, 'diagnoses'>): 0 | 2 | 3 {
  if (diagnoses.some(({ id }) => id === 'unset' || id === 'malformed')) return 2
  return diagnoses.some(({ id }) => id !== 'ordinary') ? 3 : 0
}

export function mayRegister(contract: Contract, target: Target): number {
  return claimedOperations(contract, target).filter((operation) => operation.movesMoney && isAskable(contract, target, operation)).length
}

async function ask(client: Client): Promise<Exchange[]> {
  const { contract, target } = client
  const askable = claimedOperations(contract, target).filter((operation) => isAskable(contract, target, operation))
  const silent = claimedOperations(contract, target).filter(({ base }) => askable.every((asked) => asked.base !== base))
  const bases = new Map(
    silent.flatMap((operation) => {
      const url = target.bases[operation.base]
      return url ? [[url, operation] as const] : []
    }),
  )
  const asked = await Promise.all([
    ...askable.map(async (operation) => {
      const exchange = await client.send({
        ...draft(operation, controlRoles.before),
        keep: keepOfFirst,
        build: () => ordinaryRequest(operation, client),
      })
      return [exchange, ...(isDenied(operation, exchange) ? await askOtherwise(client, operation) : [])]
    }),
    ...[...bases].map(([url, operation]) =>
      client.send({ ...draft(operation, 'base'), build: () => ({ method: 'GET', url, headers: [] }) }),
    ),
  ])
  return asked.flat()
}

/** Asks a read whose own credential is refused with those of the other operations: they may stand in each other's place. */
async function askOtherwise(client: Client, operation: Operation): Promise<Exchange[]> {
  const { contract, target } = client
  if (!hasScheme(operation) || operation.movesMoney) return []
  const others = otherCredentials(contract, operation).filter((other) => whyNotInstead(operation, other, target) === undefined)
  return Promise.all(
    others.map((other) =>
      client.send({ ...draft(operation, insteadRole(other.name)), build: () => requestWith(other, operation, target) }),
    ),
  )
}

function draft(operation: Operation, role: string) {
  return { probe: `${operation.id}.doctor`, role, operation }
}

function isAskable(contract: Contract, target: Target, operation: Operation): boolean {
  const needed = settingsOf(operation)
  const isComplete = target.bases[operation.base] !== undefined && missingSettings(contract, target, needed).length === 0
  // A run would stop at it before anything is sent, and some no header can carry.
  const mistaken = new Set(mistakenDiagnoses(contract, target).map(({ about }) => about))
  const isMistaken = needed.some((name) => mistaken.has(settingVariable(contract, target, name)))
  return isComplete && !isMistaken && isAllowed(target, operation)
}

function isAllowed(target: Target, operation: Operation): boolean {
  return !operation.movesMoney || (isPermitted(target, operation) && (!operation.unguarded || isLocal(target, operation)))
}

/** Diagnoses requests without an answer of operations about which nothing else was said; a withdrawal among them may have been registered. */
function unanswered(exchanges: readonly Exchange[], known: readonly Diagnosis[], unknown: readonly Withdrawal[]): Diagnosis[] {
  const explained = new Set(known.flatMap(({ operations }) => operations))
  return exchanges.flatMap(({ id, operation: about, failure }) => {
    if (!failure || explained.has(about)) return []
    const isLost = unknown.some(({ exchange }) => exchange === id)
    const first = isLost ? 'Look for the withdrawal before you ask again, since it may have been registered' : 'Ask again'
    const remedy = `${first}; if it stays so, give it longer with --timeout and --deadline.`
    return [diagnosisOf(about, 'unreachable', `${about} was not answered: ${failure.message}.`, remedy)]
  })
}

function unasked(contract: Contract, target: Target): Diagnosis[] {
  return claimedOperations(contract, target)
    .filter((operation) => target.bases[operation.base] && !isAllowed(target, operation))
    .map(({ id }) => {
      const remedy = 'Allow it with --allow-withdrawals, or leave it out with --operations.'
      return diagnosisOf(id, 'unasked', `${id} was not asked: it moves money.`, remedy)
    })
}

function registeredBy(operation: Operation, exchanges: readonly Exchange[]): string[] {
  const accepted = exchanges.filter((exchange) => exchange.operation === operation.id && classify(operation, exchange) === 'accepted')
  return operation.movesMoney ? accepted.flatMap((exchange) => registeredId(operation, exchange) ?? []) : []
}

function soundness(contract: Contract, target: Target, exchanges: readonly Exchange[], diagnoses: readonly Diagnosis[]): Sound[] {
  const has = (...ids: readonly Diagnosis['id'][]) => diagnoses.some(({ id }) => ids.includes(id))
  const answered = exchanges.filter(({ response }) => response)
  const isSignable = signedHeaders(contract) !== undefined
  return [
    ...(has('unset', 'malformed') ? [] : [{ about: 'settings', text: 'every address and setting is set' }]),
    ...(isSignable && !has('signer') ? [{ about: 'signatures', text: 'match the published vectors' }] : []),
    ...Object.entries(target.bases).flatMap(([base, address]) => reached(base, address, answered)),
    ...(answered.some(({ response }) => headerValue(response?.headers ?? [], 'date')) && !has('clock')
      ? [{ about: 'clocks', text: 'agree well enough' }]
      : []),
    ...claimedOperations(contract, target).flatMap((operation) => served(operation, exchanges, diagnoses)),
  ]
}

function reached(base: string, address: string, answered: readonly Exchange[]): Sound[] {
  const { origin, protocol } = new URL(address)
  const times = answered.filter((exchange) => askedOrigin(exchange) === origin).map(({ durationMs }) => durationMs)
  if (times.length === 0) return []
  const tls = protocol === 'https:' ? ', its TLS holds' : ''
  return [{ about: base, text: `${address} answers in ${Math.ceil(Math.min(...times))} ms${tls}` }]
}

function served(operation: Operation, exchanges: readonly Exchange[], diagnoses: readonly Diagnosis[]): Sound[] {
  const exchange = exchanges.find(({ operation: id, role }) => id === operation.id && role === controlRoles.before)
  const isWell = exchange && classify(operation, exchange) === 'accepted' && diagnoses.every(({ about }) => about !== operation.id)
  if (!isWell || !exchange.response) return []
  const list = listPointer(operation)
  const records = list === undefined ? undefined : valueAtPointer(jsonOf(exchange.response).value, list)
  const shown = Array.isArray(records) ? `, and lists ${counted(records.length, 'record')}` : ''
  return [{ about: operation.id, text: `accepts its credentials${shown}` }]
}
