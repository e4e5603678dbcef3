import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createService } from '../../provider/service.ts'
import { createClient } from '../client/client.ts'
import { servedAt, virtualClock, virtualTransport } from '../client/virtual.fixture.ts'
import { classify } from '../evidence/classification.ts'
import { response, signed, target } from '../evidence/evidence.fixture.ts'
import { bodyMembers, headerValue, type SentRequest } from '../exchange.ts'
import { createSeed } from '../seed.ts'
import { controlledProbe } from './controlled.ts'
import { ordinaryRequest } from './request.ts'
import { createRecorder } from './steps.ts'

/** So late that what is sent again comes in the next second. */
const start = Date.UTC(2026, 0, 1) + 996
const elsewhere = Object.fromEntries(contract.bases.map((base) => [base, 'https://elsewhere.invalid']))

function timeOf({ headers }: SentRequest): number {
  return Number(headerValue(headers, signed.authentication.timestamp.header))
}

/** Whether a first right withdrawal is refused, by what it asks for and when. */
type Refuses = (request: SentRequest, number: number, now: number) => boolean

const firstOf =
  (most: number): Refuses =>
  (_, number) =>
    number <= most
const shortTexts: Refuses = (request) => Object.values(bodyMembers(request)).some((value) => /^[a-z]{5}$/.test(String(value)))
/** As one that rounds times to seconds: half of them lie ahead. */
const rounded: Refuses = (request, _, now) => Math.round(timeOf(request) / 1000) > now / 1000

/** Sends the first control to a target that refuses some. */
async function sentTo(refuses: Refuses, bases = target.bases) {
  const clock = virtualClock(start)
  const service = createService({ contract, clock: clock.now })
  const refusal = response(401, { message: 'the time is not accepted' })
  const transport = virtualTransport(clock, 2, (request, number) =>
    refuses(request, number, clock.now()) ? refusal : servedAt(service, clock.now(), request),
  )
  const client = createClient({
    contract,
    target: { ...target, bases, allowWithdrawals: true },
    signal: new AbortController().signal,
    timeLeft: () => Number.POSITIVE_INFINITY,
    clock,
    transport,
    seed: createSeed('first control 2'),
    isRun: true,
  })
  const probe = controlledProbe({ id: 'it', operation: signed, right: (own) => ordinaryRequest(signed, own), stages: [], isClosed: false })
  const recorder = createRecorder(client, probe)
  const none: ReadonlySet<string> = new Set()
  const trail = async (sending: Promise<unknown>) => void (await sending)
  await clock.until(probe.run({ client, recorder, wanted: none, spared: none, earlier: new Map(), trail }))
  const { exchanges } = recorder.recorded()
  const names = [...exchanges].map(([role, { request }]) => [role, headerValue(request.headers, 'user-agent')])
  const answers = [...exchanges].map(([role, exchange]) => [role, classify(signed, exchange)])
  return { answers: Object.fromEntries(answers), names: Object.fromEntries(names), back: client.back(), amounts: client.amounts }
}

const counted = {
  control: 'accepted',
  'control-refused': 'refused',
  'control-refused.again': 'accepted',
  'control-refused.later': 'accepted',
}
const amounts = { smaller: false, isTextTaken: true }

it.each([
  // That others are accepted is no reason: the next are sent as the first was.
  ['by number counts', firstOf(1), { 'target-clock': 'accepted', ...counted }],
  ['by number, and so at another time, counts', firstOf(2), { 'target-clock': 'refused', ...counted }],
  ['by number, and so at another time, with other texts and for less, counts', firstOf(6), { 'target-clock': 'refused', ...counted }],
  [
    'for its text is explained',
    shortTexts,
    { control: 'accepted', 'target-clock': 'refused' },
    { amounts: { ...amounts, text: 'capital' } },
  ],
  [
    'for its rounded time is explained',
    rounded,
    { control: 'accepted', 'target-clock': 'accepted', 'control-refused.again': 'accepted' },
    { back: 1000 },
  ],
])('a first right withdrawal that is refused %s', async (_, refuses, answers, learned?) => {
  const { names: _names, ...told } = await sentTo(refuses)
  expect(told).toEqual({ answers, back: 0, amounts, ...learned })
})

it('elsewhere, one that is accepted at another time is not sent as it was', async () => {
  const { answers, back } = await sentTo(firstOf(1), elsewhere)
  expect({ answers, back }).toEqual({ answers: { control: 'accepted', 'target-clock': 'accepted' }, back: 1000 })
})

it('what was refused is sent as it was by the same client', async () => {
  const { names } = await sentTo(firstOf(1))
  const [refused, ...others] = Object.keys(counted)
    .slice(1)
    .map((role) => names[role])
  expect(others).toEqual([refused, refused])
})
