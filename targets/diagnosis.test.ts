import { afterEach, describe, expect, it } from 'vitest'
import { inputAt } from '../contracts/fields.ts'
import { contract } from '../contracts/generated/contract.ts'
import { laterForTooLong } from '../engine/client/transport/failure.ts'
import type { Exchange } from '../engine/exchange.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { type RunningProvider, startProvider } from '../provider/server.ts'
import { mutants } from '../suites/mutants.ts'
import { run } from '../suites/run.ts'
import { accepted, answered, began, failed, paged, plain, problems, secretOfPlain, signed, target } from './diagnoses/exchanges.fixture.ts'
import { diagnose } from './diagnosis.ts'

const seed = createSeed('diagnosis')

it('has nothing to say where everything is accepted', () => {
  expect(problems(contract.operations.map(accepted))).toEqual([])
})

it('names a success that is too long to be judged, unless another is whole', () => {
  const all = [answered(plain, { status: 200, body: plain.success.example, truncated: true }), accepted(paged)]
  expect(problems(all)).toEqual([expect.stringMatching(/with more than can be judged\. Ask for less/)])
  expect(problems([...all, accepted(plain)])).toEqual([])
})

it('names an empty list, and what was asked for', () => {
  const empty = structuredClone(paged.success.example)
  const list = (paged.pagination?.records ?? '').split('/').slice(1)
  const holder = list
    .slice(0, -1)
    .reduce<Record<string, unknown>>((within, step) => within[step] as Record<string, unknown>, empty as Record<string, unknown>)
  holder[list.at(-1) ?? ''] = []
  const said = problems([answered(paged, { status: 200, body: empty })])
  expect(said).toEqual([expect.stringMatching(/^empty: .* lists nothing for .*"value-of-.*ASSAY_/)])
  expect(problems([answered(paged, { status: 200, body: empty }), { ...accepted(paged), role: 'later' }])).toEqual([])
  const filled = { ...accepted(paged), role: 'near' }
  const body = Buffer.from(JSON.stringify({ [inputAt(paged.pagination?.filter?.request ?? '')]: 'another' }))
  const near = { ...filled, request: { ...filled.request, body } }
  expect(problems([answered(paged, { status: 200, body: empty }), near])).toEqual(said)
})

it('counts what was answered with 429 to the last', () => {
  expect(problems([answered(paged, { role: 'x', status: 429 }), accepted(paged)])).toEqual([
    expect.stringMatching(/^limited: 1 of 2 requests.*--rate/),
  ])
})

it.each([
  [429, /^limited: After other answers came nothing but 429, too many.*\. Ask whether it locks out/],
  [503, /^limited: After other answers came nothing but 503 for longer.*gone down.*locks out/],
])('names what it may be where %i is all that comes in the end', (status, told) => {
  const { response: _, ...unanswered } = accepted(paged)
  const unsent = { ...unanswered, failure: { kind: 'unsent', message: `it was not sent: ${laterForTooLong}` } } as const
  expect(problems([answered(paged, { role: 'x', status }), accepted(paged), unsent])).toEqual([expect.stringMatching(told)])
})

it('names the operation that is left without an answer by what stands before it, while others are answered', () => {
  const once = ['among-1', 'x', 'control-after'].map((role, at) => answered(paged, { role, status: 502, startedAt: began + at }))
  const lost = once.map((exchange) => ({ ...exchange, repeats: 1 }))
  const others = [1, 3, 5].map((at) => ({ ...answered(signed, { role: `wrong.${at}` }), startedAt: began + at - 0.5 }))
  expect(problems([accepted(paged), accepted(signed), ...lost, ...others])).toEqual([
    expect.stringMatching(`answered 3 of 4 requests of ${paged.id} with 502, however often they were sent\\.`),
  ])
  expect(problems([accepted(paged), accepted(signed), ...once, ...others])).toEqual([expect.stringMatching(/ with 502\. Look/)])
  const some = [...lost.slice(1), ...once.slice(0, 1)]
  expect(problems([accepted(paged), accepted(signed), ...some, ...others])).toEqual([expect.stringMatching(/ with 502\. Look/)])
})

it('names the operation that says "later", and not those that wait for it', () => {
  const { response: _, ...unanswered } = accepted(paged)
  const held = { ...unanswered, role: 'x', failure: { kind: 'unsent', message: `it was not sent: ${laterForTooLong}` } } as const
  const later = answered(signed, { role: 'x', status: 503, startedAt: began + 1 })
  expect(problems([accepted(paged), accepted(signed), later, held])).toEqual([
    expect.stringMatching(`limited: ${signed.id} answered in the end nothing but 503.*and others something else`),
  ])
})

it('tells once that an operation only says 503, while others are answered', () => {
  const down = ['first', 'among-1', 'control-after'].map((role, at) => answered(paged, { role, status: 503, startedAt: began + at }))
  const { response: _, ...unanswered } = accepted(paged)
  const unsent = { ...unanswered, role: 'x', failure: { kind: 'unsent', message: `it was not sent: ${laterForTooLong}` } } as const
  expect(problems([accepted(signed), ...down, unsent])).toEqual([expect.stringMatching(`${paged.id} fails at a right request with 503`)])
})

it.each<[string, readonly Exchange[], readonly string[][]]>([
  ['refused', [answered(plain, {}), accepted(signed)], [[plain.id]]],
  ['refused alike', [answered(plain, {}), answered(paged, {}), accepted(signed)], [[plain.id, paged.id]]],
  [
    'silent',
    [accepted(paged), ...['control', 'among-1', 'control-after'].map((role) => ({ ...failed(signed, 'reset'), role }))],
    [[signed.id]],
  ],
  ['refused, and silent', [answered(paged, {}), ...[1, 2, 3].map(() => failed(signed, 'reset'))], [[signed.id], [paged.id]]],
])('names the operations that are %s', (_, exchanges, operations) => {
  expect(diagnose({ contract, target, exchanges }).map((diagnosis) => diagnosis.operations)).toEqual(operations)
})

it('names all operations at an address that cannot be reached, asked or not', () => {
  const served = contract.operations.filter(({ base }) => base === paged.base).map(({ id }) => id)
  expect(diagnose({ contract, target, exchanges: [failed(paged, 'refused')] })).toMatchObject([{ operations: served }])
})

describe('a run', () => {
  let provider: RunningProvider | undefined
  afterEach(() => provider?.close())

  async function runAgainst(options: ProviderOptions, settings: Readonly<Record<string, string>> = {}) {
    provider = await startProvider({ contract, ...options })
    const { bases } = provider
    const at = { ...target, bases, settings: { ...provider.settings, ...settings } }
    return run({ contract, target: at, seed, selection: { only: '*.accepted', observe: ['none'] } })
  }

  it('is explained without a request more, and its verdict stays', async () => {
    const { diagnoses, outcomes, complete, exchanges } = await runAgainst({}, { [secretOfPlain]: 'wrong-credential' })
    expect(diagnoses).toMatchObject([{ id: 'refused', about: plain.id }])
    expect(exitCode({ outcomes, complete })).toBe(1)
    expect(exchanges.filter(({ probe }) => probe.includes('doctor'))).toEqual([])
  })

  it('of a target that conforms has nothing to explain', async () => {
    expect((await runAgainst({})).diagnoses).toEqual([])
  })

  it('that is narrowed to wrong signatures, with one of them as the control of others, has nothing to explain', () => {
    expect(problems([answered(signed, {}), accepted(signed)])).toEqual([])
  })

  it('whose right signature got no answer blames no settings for a wrong one that was refused', () => {
    expect(problems([failed(signed, 'reset'), answered(signed, {})]).filter((said) => !said.startsWith('unreachable: '))).toEqual([])
  })

  it('of a target that signs otherwise says how', async () => {
    const mutant = mutants(contract).find(({ name }) => name.endsWith('.instead.signs-seconds'))
    if (!mutant) throw new Error('there is no such mutant')
    provider = await startProvider({ contract, mutant })
    const at = { ...target, bases: provider.bases, settings: provider.settings, operations: [signed.id] }
    const { diagnoses, outcomes } = await run({ contract, target: at, seed, selection: { observe: ['none'] } })
    expect(diagnoses).toMatchObject([{ id: 'signature', problem: expect.stringContaining('it signs seconds instead of milliseconds') }])
    const accepted = outcomes.find(({ check }) => check === `${signed.id}.accepted`)
    expect(accepted?.findings[0]?.actual).toContain('it accepts a wrong signature: it signs seconds instead of milliseconds')
  })
})
