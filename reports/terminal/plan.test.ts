import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { inProcess } from '../../suites/in-process.fixture.ts'
import { plan } from '../../suites/run.ts'
import { planSummary } from './plan.ts'

it('a plan tells what may be registered at most of all withdrawals where that is bounded, and else of each probe', async () => {
  const { target } = inProcess({ contract })
  const planned = await plan(contract, target)
  const style = { colour: false, width: 200, verbose: false, deadline: 60 }
  expect(planSummary(planned, target, style)).toMatch(/if the target conforms, about \d+ if it accepts everything/)
  const bounded = planSummary(planned, target, { ...style, exposure: 'at most 15 × 1.5 USDT' })
  expect(bounded).toContain('Withdrawals: at most 15 × 1.5 USDT.')
  expect(bounded).toMatch(/; registers \d+ withdrawals$/m)
  expect(bounded).not.toContain('if it accepts everything')
})
