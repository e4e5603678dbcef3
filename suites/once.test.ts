import { afterEach, expect, it, vi } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { classify } from '../engine/evidence/classification.ts'
import { exchange, listing, response } from '../engine/evidence/evidence.fixture.ts'
import { createSeed } from '../engine/seed.ts'
import { judgeInProcess } from './in-process.fixture.ts'

afterEach(() => vi.restoreAllMocks())

it('an answer is classified once, however often that is asked', () => {
  const { response: answer, ...rest } = exchange(listing, 'control', response(200, listing.success.example))
  const read = vi.fn(() => answer)
  const watched = Object.defineProperty(rest, 'response', { get: read, enumerable: true })
  expect([1, 2, 3].map(() => classify(listing, watched))).toEqual(['accepted', 'accepted', 'accepted'])
  expect(read).toHaveBeenCalledOnce()
})

it('the body of an answer is parsed once in a whole run, however many probes and checks read it', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const operations = contract.operations.map(({ id }) => id)
  const { exchanges, outcomes } = await judgeInProcess({ contract }, { operations, seed: createSeed('once') })
  const parsed = Map.groupBy(parse.mock.calls, ([text]) => text)
  parse.mockRestore()
  const answers = Map.groupBy(
    exchanges.flatMap((each) => each.response ?? []).filter(({ body }) => body.length > 0),
    ({ body }) => body.toString('utf8'),
  )
  const often = [...answers].filter(([text, same]) => (parsed.get(text)?.length ?? 0) > same.length)
  expect(often.map(([text]) => text.slice(0, 80))).toEqual([])
  expect(outcomes.filter(({ evidence }) => evidence.length > 0).length).toBeGreaterThan(300)
})
