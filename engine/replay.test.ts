import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { optionsOfVariant } from '../provider/named-variant.fixture.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { fromReport, parseReport } from '../reports/parsing.ts'
import { type Report, reportOf } from '../reports/report.ts'
import { judgeInProcess } from '../suites/in-process.fixture.ts'
import { mutants } from '../suites/mutants.ts'
import { rejudge } from '../suites/run.ts'

const operations = contract.operations.map(({ id }) => id)

async function savedRun(options: ProviderOptions, asked: readonly string[] = operations): Promise<Report> {
  return parseReport(JSON.stringify(reportOf(await judgeInProcess({ ...options, contract }, { operations: asked }))))
}

/** Of the reference provider as it is; made once, since nothing changes it. */
const plain = await savedRun({})

describe('evidence that was saved', () => {
  const some = ['plain', 'two-bases', 'payments-arriving', 'errors-mixed', 'rising-strict', 'ids-beyond-double']
  const cases: readonly (readonly [name: string, options: ProviderOptions, asked: readonly string[]])[] = [
    ...some.map((name) => [name, optionsOfVariant(name), operations] as const),
    ...mutants(contract)
      .filter((_, index) => index % 80 === 0)
      .map((mutant) => [mutant.name, { mutant }, [mutant.operation]] as const),
  ]
  for (const [name, options, asked] of cases) {
    it(`is judged the same again: ${name}`, async () => {
      const report = await savedRun(options, asked)
      const again = await rejudge(contract, { exchanges: fromReport(report), outcomes: report.outcomes })
      expect(again.outcomes).toEqual(report.outcomes)
      expect(again.observations).toEqual(report.observations)
    })
  }

  it('of a quick run is judged by what the run judged, though other checks had the same sent', async () => {
    const report = parseReport(JSON.stringify(reportOf(await judgeInProcess({ contract }, { operations, selection: { quick: true } }))))
    const again = await rejudge(contract, { exchanges: fromReport(report), outcomes: report.outcomes })
    expect(again.outcomes).toEqual(report.outcomes)
  })

  it('of a narrowed run is, though the report names evidence for what was left out, as those of before do', async () => {
    const report = reportOf(await judgeInProcess({ contract }, { operations, selection: { only: contract.operations[0]?.clause ?? '' } }))
    const evidence = report.exchanges.map(({ id }) => id)
    const before = report.outcomes.map((outcome) => (outcome.verdict === 'inapplicable' ? { ...outcome, evidence } : outcome))
    const again = await rejudge(contract, { exchanges: fromReport(report), outcomes: before })
    expect(again.outcomes.map(({ verdict }) => verdict)).toEqual(report.outcomes.map(({ verdict }) => verdict))
  })

  it('is judged otherwise where it was changed', async () => {
    const exchanges = fromReport(plain).map((exchange) =>
      exchange.role.startsWith('control') && exchange.response
        ? { ...exchange, response: { ...exchange.response, status: 201 } }
        : exchange,
    )
    const { outcomes } = await rejudge(contract, { exchanges, outcomes: plain.outcomes })
    expect(outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)).toContain(
      `${contract.operations[0]?.id}.status`,
    )
  })

  it('without the bodies that were sent proves nothing, and is no fault of Assay', async () => {
    for (const body of ['no JSON', '[1]', '{}']) {
      const exchanges = fromReport(plain).map((exchange) => ({ ...exchange, request: { ...exchange.request, body: Buffer.from(body) } }))
      const { outcomes } = await rejudge(contract, { exchanges, outcomes: plain.outcomes })
      expect(outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([])
      expect(outcomes.filter(({ reason = '' }) => /fault in Assay/.test(reason))).toEqual([])
      expect(outcomes.find(({ check }) => check === 'inquirePayments.pages.number')?.reason).toMatch(/does not say which page it asks for/)
    }
  })

  it('proves nothing where it is gone', async () => {
    const { outcomes } = await rejudge(contract, { exchanges: [], outcomes: plain.outcomes })
    expect(outcomes.filter(({ verdict }) => verdict === 'passed')).toEqual([])
  })
})
