import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { variants } from '../provider/variants.ts'
import { inProcess } from './in-process.fixture.ts'
import { plan, run } from './run.ts'

const operation = contract.operations.find(({ movesMoney }) => movesMoney)
const amountField = operation?.body?.fields.find(({ schema }) => schema.format === 'decimal')
const amountSetting = amountField && 'setting' in amountField.value ? amountField.value.setting : ''

const bases = Object.fromEntries(contract.bases.map((base) => [base, 'https://gateway.example']))

describe('a conforming target away from this machine is proven to conform', () => {
  it.each(['1.50', '25'])('where %s may be spent at a time', async (amount) => {
    const { target: here, ...carried } = inProcess({ contract, settings: { [amountSetting]: amount } })
    const target = { ...here, bases, allowWithdrawals: true }
    const finished = await run({ contract, target, seed: createSeed(amount), ...carried })
    const open = finished.outcomes.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'failed')
    expect(open.map(({ check, reason }) => [check, reason])).toEqual([])
    expect(exitCode(finished)).toBe(0)
    const { cost } = await plan(contract, target)
    expect(finished.registered.length).toBeLessThanOrEqual(cost.registers)
  })
})

describe('a target away from this machine that takes no less than the configured amount, and each withdrawal once', () => {
  it('is left open where the order of a run asks for it again, since no other may be asked for', async () => {
    const { options = {} } = variants['amounts-from-the-configured-once'] ?? {}
    const codes = ['one', 'two', 'three', 'four'].map(async (text) => {
      const { target: here, ...carried } = inProcess({ contract, ...options })
      const finished = await run({ contract, target: { ...here, bases, allowWithdrawals: true }, seed: createSeed(text), ...carried })
      expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)).toEqual([])
      return exitCode(finished)
    })
    expect(new Set(await Promise.all(codes))).toContain(3)
  })
})

describe('a target away from this machine that locks out', () => {
  it.each([401, 403, 423] as const)('by %i is left open, its pages too', async (status) => {
    const lockout = { failures: 5, milliseconds: 10_000, status }
    const { target: here, ...carried } = inProcess({ contract, behaviour: { lockout } })
    const finished = await run({ contract, target: { ...here, bases, allowWithdrawals: true }, seed: createSeed('locked'), ...carried })
    expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)).toEqual([])
    expect(exitCode(finished)).toBe(3)
  })
})
