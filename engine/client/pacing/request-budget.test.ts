import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { inProcess } from '../../../suites/in-process.fixture.ts'
import { plan, run } from '../../../suites/run.ts'
import { exitCode } from '../../run.ts'
import { RequestBudget } from './request-budget.ts'

it('lets four times as many out as were announced, and a hundred', () => {
  const budget = new RequestBudget(20)
  for (let sent = 0; sent < 180; sent += 1) budget.spend()
  expect(() => budget.spend()).toThrow('180 requests went out, and no more may')
})

it('ends a run that sends more, slower ones included, and leaves the rest open', async () => {
  const { target, transport, ...given } = inProcess({ contract, behaviour: { lockout: { failures: 6, milliseconds: 2000, status: 401 } } })
  const planned = await plan(contract, target)
  let sent = 0
  const counting: typeof transport = {
    ...transport,
    send: (...request) => {
      sent += 1
      return transport.send(...request)
    },
  }
  const few = { ...planned, cost: { ...planned.cost, requests: 200 } }
  const finished = await run({ contract, target, ...given, transport: counting, planned: few })
  expect(sent).toBe(900)
  expect(exitCode(finished)).toBe(3)
})
