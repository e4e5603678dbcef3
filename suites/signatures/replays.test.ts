import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Transport } from '../../engine/client/transport/transport.ts'
import { exchange, response, target } from '../../engine/evidence/evidence.fixture.ts'
import { headerValue, type SentRequest } from '../../engine/exchange.ts'
import { signedRequest, signedValues } from '../../engine/probes/request.ts'
import { controlRoles, replayedRole, withdrawalRoles } from '../../engine/probes/roles.ts'
import { createSeed } from '../../engine/seed.ts'
import { simulatedClient } from '../access/simulation.ts'
import { inProcess } from '../in-process.fixture.ts'
import { run } from '../run.ts'
import { replayed, replays } from './replays.ts'

const [operation] = contract.operations.filter(isSigned)
if (!operation) throw new Error('the document has no signed operation')
const { signature, timestamp } = operation.authentication
const signatureOf = ({ headers }: SentRequest) => headerValue(headers, signature.header)
const brokenOff = { failure: { kind: 'reset', message: 'the connection broke' } } as const
const unavailable = { status: 503, headers: [], body: Buffer.alloc(0), truncated: false }

type Answer = Awaited<ReturnType<Transport['send']>>

/** A run whose answers are changed on their way, and what repeats all of an accepted request but its signature. */
async function judged(change: (answer: Answer, request: SentRequest, replays: readonly SentRequest[]) => Answer) {
  const { transport, ...asked } = inProcess({ contract })
  const accepted = new Map<string, string>()
  const replays: SentRequest[] = []
  const send: Transport['send'] = async (request, options) => {
    const answer = await transport.send(request, options)
    const own = `${headerValue(request.headers, timestamp.header)} ${request.body}`
    const signed = signatureOf(request)
    if (signed !== undefined && answer.response?.status === 200) accepted.set(own, signed)
    else if (signed !== undefined && accepted.get(own)?.length === signed.length) replays.push(request)
    return change(answer, request, replays)
  }
  return { replays, ...(await run({ contract, ...asked, transport: { ...transport, send }, seed: createSeed('replays') })) }
}

it.each([
  ['a broken connection', brokenOff],
  ['503', { response: unavailable }],
] as const)('one that repeats all of an accepted request gives way to that of another where %s is its answer', async (_, lost) => {
  const { exchanges, outcomes, replays } = await judged((answer, request, [first, ...others]) =>
    first === request && others.length === 0 ? lost : answer,
  )
  expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
  const told = exchanges.find(({ role }) => role === replayedRole('signature'))
  expect([told?.response?.status, told && signatureOf(told.request)]).toEqual([401, replays[1] && signatureOf(replays[1])])
  expect(new Set(replays.map(({ body }) => String(body))).size).toBe(2)
})

it.each(replays(operation).filter(({ part }) => part !== undefined))(
  '$role, and what takes its place, have signatures of different requests',
  (replay) => {
    const accepted = (role: string, time: number) => ({
      ...exchange(operation, role, response(200, operation.success.example)),
      request: signedRequest(operation, target, signedValues(operation, target, time)),
    })
    const all = [accepted(controlRoles.before, 1_760_000_000_000), accepted(withdrawalRoles.seen, 1_760_000_000_005)]
    const sent = new Map(all.map((each) => [each.role, each]))
    for (const order of [{}, { insists: false }, { insists: true }]) {
      const client = { ...simulatedClient(contract), target, order, ownTime: () => 1_760_000_000_009 }
      const wrong = replayed(operation, replay, [])
      const signatures = [wrong, ...(wrong.next?.(target) ?? [])].map(({ build }) => signatureOf(build(client, sent)))
      expect(signatures.toSorted(), JSON.stringify(order)).toEqual(all.map(({ request }) => signatureOf(request)).toSorted())
    }
  },
)

it('none gives way to another where all that is refused is broken off', async () => {
  const { replays } = await judged((answer) => (answer.response?.status === 401 ? brokenOff : answer))
  expect(replays).toHaveLength(1)
})

it('none is sent twice where no other request was accepted', async () => {
  const refused = { response: { ...unavailable, status: 400 } }
  const { replays } = await judged((answer, request, [first]) => {
    if (first === request) return brokenOff
    const isNamed = headerValue(request.headers, 'idempotency-key') !== undefined
    return isNamed && answer.response?.status === 200 ? refused : answer
  })
  expect(replays).toHaveLength(1)
})
