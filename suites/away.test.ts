import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { inProcess } from './in-process.fixture.ts'
import { plan, run } from './run.ts'

const operation = contract.operations.find(({ movesMoney }) => movesMoney)
const amountField = operation?.body?.fields.find(({ schema }) => schema.format === 'decimal')
const amountSetting = amountField && 'setting' in amountField.value ? amountField.value.setting : ''

describe('a conforming target away from this machine is proven to conform', () => {
  it.each(['1.50', '25'])('where %s may be spent at a time', async (amount) => {
    const { target: here, ...carried } = inProcess({ contract, settings: { [amountSetting]: amount } })
    const bases = Object.fromEntries(contract.bases.map((base) => [base, 'https://gateway.example']))
    const target = { ...here, bases, allowWithdrawals: true }
    const finished = await run({ contract, target, seed: createSeed(amount), ...carried })
    const open = finished.outcomes.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'failed')
    expect(open.map(({ check, reason }) => [check, reason])).toEqual([])
    expect(exitCode(finished)).toBe(0)
    const { cost } = await plan(contract, target)
    expect(finished.registered.length).toBeLessThanOrEqual(cost.registers)
  })
})
