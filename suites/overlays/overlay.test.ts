import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Contract } from '../../contracts/contract.ts'
import { loadContract } from '../../contracts/loading.ts'
import type { Run } from '../../engine/run.ts'
import { createSeed } from '../../engine/seed.ts'
import { defined } from '../../language/defined.ts'
import { startProvider } from '../../provider/server.ts'
import { remarksOf } from '../../reports/wording/run-texts.ts'
import { coverage, uncovered } from '../coverage.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { catalogueOf } from '../index.ts'
import { mutantSelection, sampledMutants } from '../mutant-selection.fixture.ts'
import { type CaughtMutant, mutants } from '../mutants.ts'
import { run } from '../run.ts'

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const partner = file('spec/fixtures/partner.overlay.yaml')
const team = file('spec/fixtures/team.overlay.yaml')
const example = file('docs/example.overlay.yaml')

const contract = await loadContract([partner])
const teams = await loadContract([team])

/** Rare signatures ride where a seed puts them: this is the one by which the checks of a mutant are found out. */
const seed = createSeed('simulation')

async function judged(contract: Contract, mutant?: CaughtMutant): Promise<Run> {
  const provider = await startProvider(defined({ contract, mutant }))
  const { bases, settings } = provider
  const operations = contract.operations.map(({ id }) => id).filter((id) => !mutant || id === mutant.operation)
  try {
    return await run({
      contract,
      target: { name: 'provider', bases, settings, operations, allowWithdrawals: true },
      seed,
    })
  } finally {
    await provider.close()
  }
}

function checksWith({ outcomes }: Run, ...verdicts: string[]): string[] {
  return outcomes.filter(({ verdict }) => verdicts.includes(verdict)).map(({ check }) => check)
}

async function failedBy(contract: Contract, mutant: CaughtMutant): Promise<string[]> {
  const found = await judgeInProcess({ contract, mutant }, { ...mutantSelection(contract, mutant), seed })
  return checksWith(found, 'failed', 'warned').sort()
}

describe('an overlay that adds two operations and settles three open points', () => {
  it('is judged in full on the reference provider: nothing fails, nothing is inconclusive', async () => {
    const found = await judged(contract)
    expect(checksWith(found, 'failed', 'warned', 'inconclusive')).toEqual([])
    expect(checksWith(found, 'passed')).toEqual(
      expect.arrayContaining([
        'getWithdrawal.response.legs[].hash',
        'requestWallet.signature.uses-sha1',
        'getCoinInformation.input.source.required',
        'getCoinInformation.refusal.response.error.code',
        'inquirePayments.input.perPage.maximum',
      ]),
    )
  })

  it('says which record is asked for: a service that refuses unknown ones conforms', async () => {
    const found = await judgeInProcess({ contract, behaviour: { unknownSource: 'refused' } }, { operations: ['getWithdrawal'] })
    const [check] = found.outcomes.filter((outcome) => outcome.check === 'getWithdrawal.asked-for.withdrawId')
    expect([check?.verdict, check?.evidence.length]).toEqual(['passed', 4])
    expect(checksWith(found, 'failed', 'warned', 'inconclusive')).toEqual([])
  })

  it('is in the ledger: every requirement that can be tested has a check, and what was settled is open no more', async () => {
    expect(uncovered(coverage(contract, await catalogueOf(contract)))).toEqual([])
    const open = contract.openPoints.map(({ id }) => id)
    expect(open).not.toContain('limits.page-size')
    expect(open).not.toContain('getCoinInformation.source.required')
    expect(contract.namedOnly.map(({ name }) => name)).not.toContain('Get single Withdrawal')
  })

  it('is named with its digest', async () => {
    const [overlay] = contract.spec.overlays
    expect(overlay).toEqual({ title: 'What the partner bank agreed', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const remarks = remarksOf({ spec: contract.spec, complete: true, notes: [] })
    expect(remarks).toEqual([expect.stringContaining('What the partner bank agreed')])
  })

  it('asks for its credentials by variables of their own', () => {
    expect(contract.settings.map(({ env }) => env)).toEqual(
      expect.arrayContaining(['ASSAY_PARTNER_TOKEN', 'ASSAY_PARTNER_KEY', 'ASSAY_PARTNER_SECRET']),
    )
  })

  const all = mutants(contract)
  const settled = all.filter(({ name }) => /\.(input|refusal|asked-for)\./.test(name))
  const added = all.filter(({ operation }) => ['getWithdrawal', 'requestWallet'].includes(operation))
  // What depends on the kinds of inputs, on the value asked for (a stranger who is let in finds nothing, with another status), on times in
  // seconds, on texts too short to be known, and on a wrong signature that may be the right one cut short is not sampled.
  const own = /\.robustness\.|\.(?:as|breaks)-\w+\.withdrawId$|\.fails-every-second$/
  const unsure = /\.remembers\.(?:bodies-of-)?times$|\.signature\.rare\.|\.told-(?:records|as-csv|of-old)$|\.unguarded\.tests-/
  const tried = [...settled, ...added.filter(({ name }, index) => (index % 14 === 0 && !unsure.test(name)) || own.test(name))]

  it('has mutants of all that is new', () => expect(settled.length).toBeGreaterThan(40))

  it.for(sampledMutants(tried))('has the mutant $name, which is caught by exactly its checks', async (mutant) => {
    expect(await failedBy(contract, mutant)).toEqual([...new Set(mutant.caughtBy)].sort())
  })
})

describe('an overlay with keys in the query and in a cookie, and a success without a body', () => {
  const added = ['listQuotes', 'readSession', 'deleteHook']

  it('is judged in full on the reference provider', async () => {
    const found = await judged(teams)
    expect(checksWith(found, 'failed', 'warned', 'inconclusive')).toEqual([])
    expect(checksWith(found, 'passed')).toEqual(
      expect.arrayContaining(['listQuotes.credential.query', 'readSession.credential.cookie', 'deleteHook.empty']),
    )
    const sent = (operation: string) => found.exchanges.filter((one) => one.operation === operation).map(({ request }) => request)
    expect(sent('listQuotes').some(({ url }) => /\?api_key=[^&]{8,}$/.test(url))).toBe(true)
    expect(sent('readSession').some(({ headers }) => headers.some(([name, value]) => name === 'cookie' && value.startsWith('sid=')))).toBe(
      true,
    )
  })

  const all = mutants(teams).filter(({ operation }) => added.includes(operation))
  const kinds =
    /deleteHook\.(status|with-body|gone|errs|refuses)|\.credential\.(none|empty|any|cut|extended|query|cookie|header|own|unguarded|trusts|payload|opens)|\.robustness\./
  const tried = all.filter(({ name }) => kinds.test(name))

  it('has mutants', () => expect(tried.length).toBeGreaterThan(60))

  it.for(sampledMutants(tried))('has the mutant $name, which is caught by exactly its checks', async (mutant) => {
    expect(await failedBy(teams, mutant)).toEqual([...new Set(mutant.caughtBy)].sort())
  })
})

describe('an overlay that settles how old a request may be, and that none comes again', () => {
  it.each(['bears-any-age', 'takes-again'])(
    'has a mutant that %s, caught by exactly its checks',
    async (name) => {
      const mutant = mutants(teams).find((each) => each.name.endsWith(`.signature.${name}`))
      if (!mutant) throw new Error(`There is no mutant ${name}.`)
      const [check] = { 'bears-any-age': ['too-old'], 'takes-again': ['replayed'] }[name] ?? []
      expect(mutant.caughtBy).toEqual([`${mutant.operation}.signature.${check}`])
      expect(await failedBy(teams, mutant)).toEqual(mutant.caughtBy)
    },
    30_000,
  )

  it('holds a right provider to both, and the document alone to neither', async () => {
    const plain = await loadContract()
    const ids = async (each: Contract) =>
      (await catalogueOf(each)).checks.map(({ id }) => id).filter((id) => /signature\.(too-old|replayed)$/.test(id))
    const signed = plain.operations.filter(({ authentication }) => authentication.kind === 'signed')
    expect([(await ids(teams)).length, (await ids(plain)).length]).toEqual([2 * signed.length, 0])
  })
})

describe('docs/overlays.md', () => {
  it('shows the example as it is', async () => {
    const text = await readFile(file('docs/overlays.md'), 'utf8')
    expect(text.split('```yaml\n')[1]?.split('```')[0]).toBe(await readFile(example, 'utf8'))
  })

  it('has an example that the reference provider keeps to', async () => {
    const found = await judged(await loadContract([example]))
    expect(checksWith(found, 'failed', 'warned', 'inconclusive')).toEqual([])
    expect(checksWith(found, 'passed')).toEqual(
      expect.arrayContaining([
        'getBalance.response.available',
        'inquirePayments.refusal.response.message',
        'inquirePayments.input.perPage.maximum',
      ]),
    )
  })
})
