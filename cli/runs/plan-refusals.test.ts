import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { plan } from '../../suites/run.ts'
import { refuseEmpty } from './plan-refusals.ts'

it('a report whose failed checks are there no more is not taken for a misspelt --only', async () => {
  const bases = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1']))
  const operations = contract.operations.map(({ id }) => id)
  const target = { name: 'one', bases, settings: defaultSettings, operations, allowWithdrawals: false }
  const planned = await plan(contract, target, { only: 'withdrawn.since' })
  expect(() => refuseEmpty(target, planned, { only: 'withdrawn.since', failed: 'report.json' })).toThrow(
    /^--failed report\.json: this run judges none of what failed there\./,
  )
  expect(() => refuseEmpty(target, planned, { only: 'withdrawn.since' })).toThrow(/^--only withdrawn\.since leaves nothing/)
})
