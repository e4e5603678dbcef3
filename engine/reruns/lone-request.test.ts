import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { inProcess } from '../../suites/in-process.fixture.ts'
import { createCatalogue } from '../../suites/index.ts'
import { run } from '../../suites/run.ts'
import { exchange, listing, response, signed, target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { planCatalogue } from '../plan.ts'
import { createSeed } from '../seed.ts'
import { deniedOperations } from './lone-request.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target)
const [refused, otherwise] = [response(401, { message: 'Unauthorized' }), response(403, { message: 'Forbidden' })]

function sent(operation: typeof listing, role: string, answer: Exchange['response']): Exchange {
  const probe = planned.probes.find((each) => each.probe.operation.id === operation.id && each.probe.isRight('control'))?.probe.id ?? ''
  return { ...exchange(operation, role, answer), id: `${probe}/${role}`, probe }
}

it.each([
  ['that refuses right requests as wrong ones is denied', listing, [refused, refused, refused], [listing.id]],
  ['that refuses wrong ones otherwise is not', listing, [otherwise, refused, otherwise], []],
  ['that accepts a right one is not', listing, [refused, response(200, listing.success.example), refused], []],
  ['that moves money is left alone', signed, [refused, refused, refused], []],
])('an operation %s', (_, operation, answers, denied) => {
  const exchanges = ['opening', 'control', 'none'].map((role, at) => sent(operation, role, answers[at]))
  expect(deniedOperations(planned, exchanges).map(({ operation: { id } }) => id)).toEqual(denied)
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
