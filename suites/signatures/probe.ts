import type { Contract } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/settings.ts'
import type { Client } from '../../engine/client/client.ts'
import { explainByClock } from '../../engine/clock-try.ts'
import { signedAs } from '../../engine/distinction.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probe.ts'
import { signedRequest, signedValues } from '../../engine/request.ts'
import { createRecorder, keepOfRight, type Recorder, type Step, sendRight } from '../../engine/steps.ts'
import { misplaced } from './misplaced.ts'
import { replays } from './replays.ts'
import { explaining, type LegalForm, legalForms, mistaken, type SignedOperation, type WrongRequest, wrongRequests } from './variations.ts'

/**
 * A right request; every wrong one side by side; the unusual but right ones, one after another with rising
 * timestamps; a right one and replays of its signature; a right one again. Where the first is refused, the wrong
 * ones tell what the target accepts instead.
 */
export function signatureProbe(contract: Contract, operation: SignedOperation): Probe {
  const id = `${operation.id}.signature`
  const variations = [...wrongRequests(operation), ...misplaced(contract, operation)]
  const forms = legalForms(operation)
  const repeats = replays(operation)
  return {
    id,
    operation,
    phase: 'judging',
    needs: settingsOf(operation),
    isUnusual: (role) => role.startsWith('variety.'),
    isRight: (role) => role === 'control' || role === 'seen' || role === 'control-after' || role.startsWith('variety.'),
    reuses: (role) => (role.startsWith('replayed.') ? ['seen'] : []),
    cost: (_contract, target, wanted) => {
      const sent = [...variations, ...repeats].filter(({ id, omitted }) => wanted.has(id) && omitted(target) === undefined).length
      const unusual = forms.filter(({ id }) => wanted.has(`variety.${id}`)).length
      const requests = 3 + unusual + sent
      const registers = operation.movesMoney ? 3 + unusual : 0
      return { requests, signed: requests, registers, mayRegister: operation.movesMoney ? requests : 0, chain: 5 + unusual }
    },
    run: async (client, wanted) => {
      const recorder = createRecorder(client, id, operation)
      const chosen = variations.filter((variation) => wanted.has(variation.id))
      const first = await recorder.send(control('control', operation))
      if (classify(operation, first) === 'unanswered') return recorder.evidence()
      await explainByClock(recorder, first, control('control', operation).build)
      await sendWrong(recorder, client, chosen)
      if (classify(operation, first) !== 'accepted') return recorder.evidence()
      for (const form of forms.filter((form) => wanted.has(`variety.${form.id}`))) await sendLegalForm(recorder, client, operation, form)
      await sendReplays(
        recorder,
        client,
        operation,
        repeats.filter((replay) => wanted.has(replay.id)),
      )
      await sendRight(recorder, client, operation, control('control-after', operation))
      return recorder.evidence()
    },
  }
}

function control(role: string, operation: SignedOperation): Step {
  return {
    role,
    keep: keepOfRight,
    build: ({ target, reserveTime }) => signedRequest(operation, target, signedValues(operation, target, reserveTime())),
  }
}

async function sendWrong(recorder: Recorder, { target }: Client, variations: readonly WrongRequest[]): Promise<void> {
  const omissions = variations.flatMap(({ id, omitted }) => {
    const reason = omitted(target)
    return reason === undefined ? [] : [{ role: id, reason }]
  })
  recorder.leaveOut(omissions)
  const left = new Set(omissions.map(({ role }) => role))
  const tried = variations.filter(({ id }) => !left.has(id))
  await recorder.sendAll(tried.map(({ id, build }) => ({ role: id, build: (client) => build(target, client.peekTime()) })))
}

/** A refused variety is followed by the mistakes that would explain it. */
async function sendLegalForm(recorder: Recorder, client: Client, operation: SignedOperation, { id, changes }: LegalForm): Promise<void> {
  const { target } = client
  const changed = changes(target)
  const exchange = await sendRight(recorder, client, operation, {
    role: `variety.${id}`,
    keep: keepOfRight,
    build: ({ reserveTime }) => signedRequest(operation, target, signedValues(operation, target, reserveTime(), changed), changed),
  })
  if (classify(operation, exchange) !== 'refused') return
  const suspects = explaining(operation, target, changed)
  await recorder.sendAll(
    suspects.map((mistake) => ({
      role: `explains.${id}.${mistake.id}`,
      build: ({ reserveTime }) => mistaken(operation, target, mistake, reserveTime(), changed),
    })),
  )
}

async function sendReplays(
  recorder: Recorder,
  client: Client,
  operation: SignedOperation,
  repeats: ReturnType<typeof replays>,
): Promise<void> {
  const seen = await sendRight(recorder, client, operation, control('seen', operation))
  if (classify(operation, seen) !== 'accepted') return
  const target = signedAs(client.target, seen.request)
  const values = sentValues(operation, seen)
  const omissions = repeats.flatMap(({ id, omitted }) => {
    const reason = omitted(target)
    return reason === undefined ? [] : [{ role: id, reason }]
  })
  recorder.leaveOut(omissions)
  const left = new Set(omissions.map(({ role }) => role))
  await recorder.sendAll(
    repeats
      .filter(({ id }) => !left.has(id))
      .map(({ id, build }) => ({ role: id, build: (client) => build(target, { values }, client.peekTime()) })),
  )
}

function sentValues({ authentication }: SignedOperation, { request }: Exchange) {
  const value = (name: string) => request.headers.find(([header]) => header === name)?.[1]
  return {
    key: value(authentication.key.header),
    timestamp: value(authentication.timestamp.header),
    signature: value(authentication.signature.header),
  }
}
