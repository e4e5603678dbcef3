import { expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, listing, response } from '../../engine/evidence/evidence.fixture.ts'
import { coins } from '../../provider/records/coins.ts'
import { catalogueOf } from '../index.ts'

const longFrom = 100_000

it('each body is parsed once, however many checks read it', async () => {
  const { checks } = await catalogueOf(contract)
  const judging = checks.filter(({ probe, roles }) => probe.operation.id === listing.id && roles.length === 0)
  const example = listing.success.example as Record<string, unknown>
  const bodies = Array.from({ length: 10 }, (_, at) => JSON.stringify({ ...example, data: coins({ coins: 500 + at }) }))
  const evidence = evidenceOf(
    listing,
    bodies.map((body, at) => exchange(listing, at === 0 ? 'control' : `among-${at}`, response(200, body))),
  )
  const parse = vi.spyOn(JSON, 'parse')
  const findings = judging.flatMap(({ probe, judge }) => [...judge({ ...evidence, probe })])
  const long = parse.mock.calls.filter(([text]) => text.length > longFrom)
  parse.mockRestore()
  expect(findings).toEqual([])
  expect(judging.length).toBeGreaterThan(25)
  expect(long.length).toBeLessThanOrEqual(bodies.length)
  expect(long.length).toBeGreaterThan(0)
})

it.each([
  { name: 'بیت کوین', length: 0, want: /^it breaks off in the middle: .*; its Content-Length is too short: does that count letters/ },
  { name: 'Bitcoin', length: 0, want: /^it breaks off in the middle: [^;]*$/ },
  { name: 'بیت کوین', length: 5, want: /^it breaks off in the middle: [^;]*$/ },
])('an answer with the name $name that ends in the middle, $length bytes before its length, says why', async ({ name, length, want }) => {
  const { checks } = await catalogueOf(contract)
  const check = checks.find(({ id }) => id === `${listing.id}.json`)
  if (!check) throw new Error('there is no such check')
  const whole = Buffer.from(JSON.stringify({ status: 'success', message: '', data: [{ name }] }))
  const body = whole.subarray(0, whole.length - 2)
  const headers = [['content-length', `${body.length + length}`]] as const
  const evidence = evidenceOf(listing, [exchange(listing, 'control', { ...response(200, ''), body, headers })])
  const [finding] = check.judge({ ...evidence, probe: check.probe })
  expect(finding?.actual).toMatch(want)
})
