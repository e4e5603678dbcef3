import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Answer, Transport } from '../engine/client/transport/transport.ts'
import { response, signed } from '../engine/evidence/evidence.fixture.ts'
import type { SentRequest } from '../engine/exchange.ts'
import { createSeed } from '../engine/seed.ts'
import { inProcess } from './in-process.fixture.ts'
import { run } from './run.ts'

const most = 150 * contract.operations.length
const paths = contract.operations.map(({ path }) => path)

/** What stands in front of the provider, and how it answers what it does not let through. */
type Gateway = (request: SentRequest, now: number) => Answer | undefined

/** What is left open of the provider behind a gateway, and how many requests reached that, those that were sent again included. */
async function judgedBehind(gateway: Gateway, { behind = (answer: Answer) => answer, seed = 'gateways' } = {}) {
  const { transport, ...asked } = inProcess({ contract })
  let sent = 0
  const send: Transport['send'] = async (request, limits) => {
    sent += 1
    return gateway(request, asked.clock.now()) ?? behind(await transport.send(request, limits))
  }
  const { outcomes } = await run({ contract, ...asked, transport: { ...transport, send }, seed: createSeed(seed) })
  return { open: outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive'), sent }
}

const broken = { failure: { kind: 'reset', message: 'other side closed' } } as const
const badGateway = { response: response(502, 'Bad gateway.') }
const bodySize = ({ body }: SentRequest) => body?.length ?? 0
const headSize = ({ headers }: SentRequest) => headers.flat().join('').length
const breakingFrom = (size: number) => (request: SentRequest) => (headSize(request) > size ? broken : undefined)
const saying = (status: number) => (request: SentRequest) =>
  paths.includes(new URL(request.url).pathname) ? undefined : { response: response(status, 'No service.') }

it.each([
  ['breaks off heads of some kilobytes', breakingFrom(7000)],
  ['says 502 to paths that it does not know', saying(502)],
  ['says 503 to paths that it does not know', saying(503)],
])('a run observes less where a gateway %s, so that it sends no more, repeats included', async (_, gateway) => {
  const { open, sent } = await judgedBehind(gateway)
  expect([open, sent <= most]).toEqual([[], true])
})

it.each([
  ['breaks off', broken],
  ['says 502 to', badGateway],
] as const)('a run sends no more where a gateway %s all that is refused', async (_, answer) => {
  const isRefused = ({ response: given }: Answer) => given !== undefined && given.status >= 400
  const { open, sent } = await judgedBehind(() => undefined, { behind: (given) => (isRefused(given) ? answer : given) })
  expect([open, sent <= most]).toEqual([[], true])
})

const isAttack = ({ body }: SentRequest) => /'\s*or\s*'/i.test(String(body))

it.each([
  ['breaks off', broken],
  ['says 501 to', { response: response(501, 'Blocked.') }],
])('a gateway may turn a query of SQL away as it likes: it %s that', async (_, answer) => {
  expect((await judgedBehind((request) => (isAttack(request) ? answer : undefined))).open).toEqual([])
})

/** Words that gateways look for in what is sent, at any place. */
const isOdd = ({ url, headers, body }: SentRequest) => /[<>'`]|%27|\$\{/.test(`${url} ${headers.flat().join(' ')} ${body}`)

it.each([
  [503, 'gateways'],
  [429, 'gateways'],
  [429, '3'], // by which four odd right withdrawals are told so in a row
])('a gateway that says %i to odd words, and to nothing else, is not waited for: seed %s', async (status, seed) => {
  const { open, sent } = await judgedBehind((request) => (isOdd(request) ? { response: response(status, 'Blocked.') } : undefined), {
    seed,
  })
  expect(open).toEqual([])
  expect(sent).toBeLessThan(most + 50)
})

it('a gateway may break off odd words just as all that is refused: those that are lost in a row are no outage', async () => {
  const behind = (answer: Answer) => (answer.response && answer.response.status >= 400 ? broken : answer)
  expect((await judgedBehind((request) => (isOdd(request) ? broken : undefined), { behind })).open).toEqual([])
})

const late = { failure: { kind: 'time-out', message: 'no answer within 10 s' } } as const
const dropping = (answer: ReturnType<Gateway>, isLong: (request: SentRequest) => boolean) => (request: SentRequest) =>
  isLong(request) ? answer : undefined

it.each([
  ['bodies above 300 bytes', 'broken off', broken, (request: SentRequest) => bodySize(request) > 300],
  ['bodies above 300 bytes', 'left without an answer', late, (request: SentRequest) => bodySize(request) > 300],
  ['heads above 1 KB', 'left without an answer', late, (request: SentRequest) => headSize(request) > 1000],
])('how long a request may be is open: a gateway may let no %s through, which are %s', async (_, __, answer, isLong) => {
  expect((await judgedBehind(dropping(answer, isLong))).open).toEqual([])
})

it.each([
  ['breaks off', broken],
  ['leaves without an answer', late],
])('a target that %s what is odd, and not what is as long, is not proven, and is asked once more', async (_, answer) => {
  const { open, sent } = await judgedBehind(dropping(answer, ({ body }) => /\u20bf|\\u20bf/i.test(String(body))))
  expect(open.map(({ check }) => check)).toContain(`${signed.id}.accepted`)
  expect(sent).toBeLessThan(2 * most + 50)
})

it('what one operation loses takes no repeats from another, which is judged in full', async () => {
  expect((await judgedBehind(breakingFrom(1500))).open).toEqual([])
})

/** Answers so for a time, in milliseconds, once so many requests arrived, of one path or of any. */
function restarting(answer: Answer, after: number, time: number, path = ''): Gateway {
  let [arrived, back] = [0, Number.NEGATIVE_INFINITY]
  return ({ url }, now) => {
    arrived += 1
    if (arrived === after) back = now + time
    return now < back && url.includes(path) ? answer : undefined
  }
}

it.each<[string, () => Gateway]>([
  ['breaks off all for a second', () => restarting(broken, 120, 1000)],
  ['says 502 to all for four seconds, early', () => restarting(badGateway, 30, 4000)],
  ['says 504 to all for a moment, late', () => restarting({ response: response(504, 'Too late.') }, 300, 300)],
  ...paths.map((path): [string, () => Gateway] => [`says 502 to ${path} for a second`, () => restarting(badGateway, 150, 1000, path)]),
])('a run waits, and sends no more, where what is behind a gateway restarts: it %s', async (_, gateway) => {
  const { open, sent } = await judgedBehind(gateway())
  expect([open, sent <= most]).toEqual([[], true])
})
