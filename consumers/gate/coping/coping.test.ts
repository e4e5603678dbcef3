import { describe, expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { optionsOfVariant } from '../../../provider/named-variant.fixture.ts'
import { variants } from '../../../provider/variants.ts'
import { claimOf } from '../../../reports/conclusions/claim.ts'
import { gateReport } from '../../../reports/gate.ts'
import { mergedReport } from '../../../reports/merging.ts'
import { mutants } from '../../../suites/mutants.ts'
import type { Ended } from '../command.ts'
import { programs } from '../commands.fixture.ts'
import type { Gated, GateOptions } from '../gate.ts'
import { traced } from './attempt.ts'
import { type Coping, inTurn, scoreOf, type TrialResult, trialsOf } from './coping.ts'
import { withCoping } from './coping-outcomes.ts'
import { effectsOn } from './effects.ts'
import { openPointsOf } from './open-points.ts'
import { cope } from './trials.ts'

const operations = contract.operations.map(({ id }) => id)

function optionsOf(program: string, more: Partial<GateOptions> = {}): GateOptions {
  const words = [process.execPath, '--input-type=module', '-e', program]
  return { contract, words, operations, environment: { PATH: process.env['PATH'] }, ...more }
}

describe('trials', () => {
  it('have the same place in every part: variants first, then all mutants', async () => {
    const all = await trialsOf(contract, { variants: true, mutants: true }, operations)
    const kinds = all.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('variant')).toBeLessThan(kinds.indexOf('mutant'))
    expect(all.map(({ order }) => order)).toEqual(all.map((_, at) => at))
    expect(all.length).toBeGreaterThan(900)
  })

  it('take their turns: a mutant of each requirement before any has a second', async () => {
    const all = await trialsOf(contract, { variants: true, mutants: true }, ['getCoinInformation'])
    const turns = inTurn(all.map((trial) => [trial])).flat()
    expect(turns.map(({ order }) => order).sort((one, other) => one - other)).toEqual(all.map(({ order }) => order))
    expect(turns.map(({ kind }) => kind).lastIndexOf('variant')).toBeLessThan(turns.findIndex(({ kind }) => kind === 'mutant'))
    const firsts = turns.filter(({ kind }) => kind === 'mutant').map(({ requirements }) => requirements[0])
    const distinct = new Set(firsts).size
    expect(new Set(firsts.slice(0, distinct)).size).toBe(distinct)
  })

  it('say at which open points a variant differs', () => {
    expect(openPointsOf(contract, { behaviour: { rate: { perSecond: 1, status: 429, retryAfter: true } } }).join()).toMatch(
      /^8 How many requests/,
    )
    expect(openPointsOf(contract, { behaviour: { json: { layout: 'pretty' } } })).toEqual([expect.stringMatching(/^How JSON is written/)])
  })

  for (const [name, { options }] of Object.entries(variants).filter(([each]) => each !== 'plain')) {
    it(`say what leaves a provider such as ${name} free`, () => expect(openPointsOf(contract, options)).not.toEqual([]))
  }
})

describe('the effect of a fault', () => {
  it('has no effect on requests that never meet it, and the same effect for faults that answer the same', async () => {
    const plain = await traced(optionsOf(programs.coins))
    const effects = effectsOn(plain.requests.all(), { contract, settings: plain.gated.run.target.settings })
    const all = mutants(contract).filter(({ behaviour }) => !behaviour)
    const met = all.filter((mutant) => effects.of({ mutant }) !== undefined)
    expect(new Set(met.map(({ operation }) => operation))).toEqual(new Set(['getCoinInformation']))
    expect(met.map(({ name }) => name)).toContain('getCoinInformation.drops.data[].rank')
    expect(met.length).toBeLessThan(all.length / 2)
    expect(effects.of(optionsOfVariant('terminals-refused'))).toBeUndefined()
    expect(effects.of(optionsOfVariant('json-pretty'))).toBeDefined()
  })
})

/** Reads coins, and looks at their rank alone; does not bear a refusal of too many requests. */
const lookingAtRanks = `const { ASSAY_COIN_URL: url, ASSAY_ACCESS_TOKEN: token } = process.env
  for (const _ of [1, 2]) {
    const response = await fetch(url + '/api/exchange/source_currency_info?source=1', { headers: { authorization: 'Bearer ' + token } })
    const { data } = await response.json()
    if (data.some(({ rank }) => !Number.isInteger(rank))) process.exitCode = 1
  }`

describe('a command', () => {
  it('is run against what it may not bear, and against faults that it may not notice', async () => {
    const options = optionsOf(lookingAtRanks, { operations: ['getCoinInformation'] })
    const plain = await traced(options)
    const all = await trialsOf(contract, { variants: true, mutants: true }, options.operations)
    const wanted = ['rate-1', 'json-pretty', 'getCoinInformation.drops.data[].rank', 'getCoinInformation.drops.data[].price']
    const trials: TrialResult[] = []
    for (const name of wanted) {
      const order = all.find((trial) => trial.name === name)?.order ?? 0
      const coping = await cope(options, plain, { variants: true, mutants: true, jobs: 1, shard: { part: order + 1, of: all.length } })
      trials.push(...coping.trials)
    }
    expect(trials.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['rate-1', 'failed'],
      ['json-pretty', 'passed'],
      ['getCoinInformation.drops.data[].rank', 'noticed'],
      ['getCoinInformation.drops.data[].price', 'survived'],
    ])
    expect(scoreOf(trials)).toEqual({ noticed: 1, met: 2, share: 0.5 })
    expect(trials[0]?.exchange?.response?.status).toBe(429)
    const outcome = withCoping(plain.gated, { trials }).run.outcomes.find(({ check }) => check === 'gate.variant.rate-1')
    expect(outcome).toMatchObject({ verdict: 'warned', reason: expect.stringMatching(/leaves open: 8 How many requests/) })
  })

  it('that fails at a variant with several differences is told which of them is to blame', async () => {
    const options = optionsOf(programs.withdraws, { operations: ['requestWithdrawal'] })
    const plain = await traced(options)
    const all = await trialsOf(contract, { variants: true, mutants: false }, options.operations)
    const order = all.findIndex(({ name }) => name === 'amounts-bound-and-rising')
    expect(all[order]?.openPoints.length).toBeGreaterThan(2)
    const { trials } = await cope(options, plain, { variants: true, mutants: false, jobs: 1, shard: { part: order + 1, of: all.length } })
    expect(trials[0]).toMatchObject({ verdict: 'failed', openPoints: [expect.stringMatching(/^8 The least and the greatest amount/)] })
  })

  it('that fails already is not tried any further, and time that is up leaves the rest', async () => {
    const failing = optionsOf(programs.fails)
    expect(await cope(failing, await traced(failing), { variants: true, mutants: true, jobs: 2 })).toEqual({
      reason: 'It already fails with the plain provider: exit code 7.',
      trials: [],
    })
    const right = optionsOf(programs.coins)
    const { trials } = await cope(right, await traced(right), { variants: true, mutants: false, jobs: 2, budget: 0 })
    const run = trials.filter(({ alike }) => alike === undefined)
    expect(new Set(run.map(({ verdict }) => verdict))).toEqual(new Set(['not run']))
  })
})

describe('faults that answer what a command asks with the same bytes', () => {
  it('are run once, and every one but the first says which', async () => {
    const options = optionsOf(programs.withdraws, { operations: ['requestWithdrawal'] })
    const plain = await traced(options)
    const { trials } = await cope({ ...options, execute: failing }, plain, { variants: false, mutants: true, jobs: 2 })
    const instead = trials.filter(({ name }) => /signature\.instead\.omits-/.test(name))
    const [first, ...others] = instead.filter(({ verdict }) => verdict === 'noticed')
    expect(others.length).toBeGreaterThan(3)
    expect(new Set(others.map(({ alike }) => alike)).size).toBe(1)
    expect(trials.find(({ name }) => name === others[0]?.alike)?.alike).toBeUndefined()
    expect(first?.requirements).not.toEqual([])
  })
})

describe('a gate that is interrupted while it tries', () => {
  it('says what was not run, counts nothing as noticed, and is not complete', async () => {
    const interruption = new AbortController()
    const options = { ...optionsOf(programs.coins), signal: interruption.signal }
    const plain = await traced(options)
    const onProgress = () => interruption.abort()
    const coping = await cope(options, plain, { variants: false, mutants: true, jobs: 2, onProgress })
    expect(new Set(coping.trials.map(({ verdict }) => verdict))).toEqual(new Set(['not run', 'equivalent']))
    expect(withCoping(plain.gated, coping).run.complete).toBe(false)
  })
})

describe('parts of a gate', () => {
  it('joined are the same as the whole', async () => {
    const { gated } = await traced(optionsOf(programs.coins))
    const trials = Array.from({ length: 7 }, (_, order) => trialOf(order))
    const report = (coping: Coping) => gateReport(gated as Gated, {}, (text) => text, coping)
    const parts = [1, 2, 3].map((part) => report({ shard: `${part}/3`, trials: trials.filter(({ order }) => order % 3 === part - 1) }))
    expect(mergedReport(parts)).toEqual(report({ trials }))
    expect(mergedReport(parts.slice(1))).toMatchObject({
      complete: false,
      notes: [expect.stringMatching(/^Parts are missing: 1\/3/), expect.anything()],
    })
    const cut = report({ trials: trials.map((trial) => (trial.order > 4 ? { ...trial, verdict: 'not run' } : trial)) })
    expect(claimOf(cut).limits).toContain('2 of 7 other providers not tried')
    expect(cut.notes).toContainEqual(expect.stringMatching(/^The tests notice 50 % of the faults that were tried: 1 of 2\.$/))
    expect(() => mergedReport([report({ trials }), { ...report({ trials }), side: 'both' }])).toThrow(/not parts of one gate/)
  })

  it('that cannot be of one run are refused', async () => {
    const { gated } = await traced(optionsOf(programs.coins))
    const report = (shard: string, trials: TrialResult[]) => gateReport(gated as Gated, {}, (text) => text, { shard, trials })
    const [first, second] = [report('1/2', [trialOf(0)]), report('2/2', [trialOf(1)])]
    expect(mergedReport([first, second]).complete).toBe(true)
    expect(() => mergedReport([first, { ...second, assay: '0.0.1' }])).toThrow(/not parts of one gate: found Assay \S+ and 0\.0\.1\.$/)
    expect(() => mergedReport([first, report('2/3', [trialOf(1)])])).toThrow(/found the number of parts 2 and 3\.$/)
    expect(() => mergedReport([first, report('2/2', [{ ...trialOf(0), order: 1 }])])).toThrow(/expected the same --variants and --mutants/)
    const [left, ...others] = second.outcomes
    const reason = 'It was left out (--except *.rank).'
    const excepted = { ...second, outcomes: left ? [{ ...left, verdict: 'inapplicable' as const, reason }, ...others] : [] }
    expect(() => mergedReport([first, excepted])).toThrow(/found --except none and \*\.rank\.$/)
  })
})

async function failing(): Promise<Ended> {
  return { exitCode: 1, signal: null, reason: 'ended', left: 0, durationMs: 1, output: { bytes: Buffer.alloc(0), omitted: 0 } }
}

function trialOf(order: number): TrialResult {
  const own = { order, name: `trial-${order}`, title: 'is tried', openPoints: [] }
  if (order < 3) return { ...own, kind: 'variant', requirements: [], verdict: order === 1 ? 'failed' : 'passed' }
  return { ...own, kind: 'mutant', requirements: ['getCoinInformation.status'], verdict: order % 2 === 0 ? 'noticed' : 'survived' }
}
