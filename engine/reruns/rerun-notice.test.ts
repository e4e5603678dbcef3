import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createCatalogue } from '../../suites/index.ts'
import { target } from '../evidence/evidence.fixture.ts'
import { planCatalogue } from '../plan.ts'
import { bounds, counted, crowded } from './hurried-run.fixture.ts'
import { rerunSlower } from './slower-runs.ts'

it('a target is said to be asked again, and how long that may take', async () => {
  const { said } = await counted(crowded)
  expect(said).toEqual([expect.stringMatching(/^All requests are sent again, one at a time, because .+ takes about \d+ s/)])
  expect(said.join()).not.toContain('withdrawals')
})

it('it is said to register as many withdrawals again, and one after each refusal where right requests follow these', async () => {
  const whole = planCatalogue(createCatalogue(contract), contract, { ...target, allowWithdrawals: true })
  const said: string[] = []
  await rerunSlower(crowded, whole, async () => crowded, { ...bounds, onRepeat: (text) => said.push(text) })
  const { registers, mayRegister } = whole.cost
  expect(said.map((text) => Number(/register up to (\d+) withdrawals more/.exec(text)?.[1]))).toEqual([
    registers,
    mayRegister,
    registers,
    registers,
  ])
  expect(mayRegister).toBeGreaterThan(registers)
})
