import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { inProcess } from '../../suites/in-process.fixture.ts'
import { createCatalogue } from '../../suites/index.ts'
import { run } from '../../suites/run.ts'
import { createClient } from '../client/client.ts'
import { withCommon } from '../client/user-agents.ts'
import { virtualClock, virtualTransport } from '../client/virtual.fixture.ts'
import { exchange, listing, paged, response, signed, target } from '../evidence/evidence.fixture.ts'
import { type Exchange, headerValue } from '../exchange.ts'
import { planCatalogue } from '../plan.ts'
import { createSeed } from '../seed.ts'
import { addressOf } from '../target.ts'
import { deniedOperations, isTurnedAwayForOthers } from './lone-request.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target)
const served = response(200, listing.success.example)
const [refused, otherwise] = [response(401, { message: 'Unauthorized' }), response(403, { message: 'Forbidden' })]

function sent(operation: typeof listing, role: string, answer: Exchange['response']): Exchange {
  const probe = planned.probes.find((each) => each.probe.operation.id === operation.id && each.probe.isRight('control'))?.probe.id ?? ''
  return { ...exchange(operation, role, answer), id: `${probe}/${role}`, probe }
}

it.each([
  ['that refuses right requests as wrong ones is denied', listing, [refused, refused, refused], [listing.id]],
  ['that refuses wrong ones otherwise is not', listing, [otherwise, refused, otherwise], []],
  ['that accepts a right one is not', listing, [refused, served, refused], []],
  ['that moves money is left alone', signed, [refused, refused, refused], []],
])('an operation %s', (_, operation, answers, denied) => {
  const exchanges = ['opening', 'control', 'none'].map((role, at) => sent(operation, role, answers[at]))
  expect(deniedOperations(planned, exchanges).map(({ operation: { id } }) => id)).toEqual(denied)
})

it.each([
  ['refuses one of two is not', [['control', refused] as const, ['control-after', served] as const], false],
  ['serves an unusual one is', [['control', refused] as const, ['client.browser', served] as const], true],
  ['breaks off all is', [['control', 'reset'] as const], true],
  ['leaves one waiting is not', [['control', 'time-out'] as const], false],
])('of right requests, an operation that %s denied', (_, rights, isDenied) => {
  const right = rights.map(([role, answer]) => {
    if (typeof answer === 'object') return sent(listing, role, answer)
    return { ...sent(listing, role, undefined), failure: { kind: answer, message: answer } }
  })
  expect(deniedOperations(planned, [sent(listing, 'opening', refused), ...right])).toHaveLength(Number(isDenied))
})

it.each([
  ['of its own, whenever', listing, 9, refused, true],
  ['of another one, before', paged, 1, refused, true],
  ['of another one, later', paged, 9, refused, false],
  ['of a withdrawal', signed, 1, refused, false],
  ['that was not sent', listing, 1, undefined, false],
])('an operation may be denied for a wrong request %s', (_, operation, startedAt, answer, may) => {
  const right = { ...sent(listing, 'control', refused), startedAt: 5 }
  const known = { ...sent(listing, 'opening', refused), startedAt: 2 }
  const { failure, ...other } = sent(operation, 'none', answer)
  const wrong = { ...other, startedAt, ...(failure && { failure: { ...failure, kind: 'unsent' as const } }) }
  const [denied] = deniedOperations(planned, [right, known, wrong])
  expect(denied?.refused).toBe(right)
  expect(denied?.wrong.some(({ exchange: each }) => each === wrong)).toBe(may)
})

/** Answers 401 to all for a while after three wrong credentials, as to any wrong one. */
function lockedFor(milliseconds: number) {
  const { target: asked, clock, transport } = inProcess({ contract })
  const denied = { ...refused, headers: [['content-type', 'application/json']] as const }
  let [failures, until, count] = [0, 0, 0]
  const send: typeof transport.send = async (request, options) => {
    count += 1
    if (clock.now() < until) return { response: denied }
    const answer = await transport.send(request, options)
    if (answer.response?.status !== 401) return answer
    failures += 1
    if (failures === 3) [failures, until] = [0, clock.now() + milliseconds]
    return { response: denied }
  }
  return {
    judged: run({ contract, target: asked, clock, transport: { ...transport, send }, seed: createSeed('locked') }),
    count: () => count,
  }
}

it('a target that is locked from the first right request on is judged in full once a lone one was accepted', async () => {
  const { outcomes, notes } = await lockedFor(700).judged
  expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
  expect(notes.join()).toContain('which may be a lockout')
})

it.each([
  ['locks nobody out did not', 0, false],
  ['locks out for less than a request takes did', 1, true],
  ['locks out for a second did, and is waited for', 1000, true],
])('a target that %s turn right requests away for others', async (_, milliseconds, isTurnedAway) => {
  const clock = virtualClock()
  let until = 0
  const locking = `${addressOf(target, listing)}/locking`
  const names = new Set<string | undefined>()
  const transport = virtualTransport(clock, 2, ({ url, headers }) => {
    if (url === locking) until = clock.now() + milliseconds
    else names.add(headerValue(headers, 'user-agent'))
    return clock.now() < until ? refused : response(200, listing.success.example)
  })
  const { signal } = new AbortController()
  const seed = createSeed('alone')
  const client = createClient({ contract, target, signal, timeLeft: () => Number.POSITIVE_INFINITY, clock, transport, seed })
  const own = exchange(listing, 'control', refused)
  const wrong = [{ operation: listing, exchange: { ...own, role: 'none', request: { ...own.request, url: locking } } }]
  expect(await clock.until(isTurnedAwayForOthers(client, [{ operation: listing, refused: own, wrong }]))).toBe(isTurnedAway)
  expect(clock.now()).toBeGreaterThanOrEqual(until)
  expect([...names]).toEqual([headerValue(withCommon([], seed, own.id), 'user-agent')])
})

it('one that stays locked is asked no more than a few times again', async () => {
  const { judged, count } = lockedFor(3_600_000)
  const { outcomes, exchanges } = await judged
  expect(outcomes.some(({ verdict }) => verdict === 'failed')).toBe(false)
  expect(count() - exchanges.length).toBeLessThan(12)
})

it('one that puts everything off is asked alone within the deadline of the run', async () => {
  const { target: asked, clock, transport } = inProcess({ contract })
  const [startedAt, deadline] = [clock.now(), 70_000]
  const send: typeof transport.send = async () => ({ response: { ...refused, status: 503, headers: [['retry-after', '0']] } })
  await run({ contract, target: asked, clock, transport: { ...transport, send }, seed: createSeed('away'), deadline })
  expect(clock.now() - startedAt).toBeLessThanOrEqual(deadline)
})
