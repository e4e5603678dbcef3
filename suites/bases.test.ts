import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { createSeed } from '../engine/seed.ts'
import { inProcess } from './in-process.fixture.ts'
import { run } from './run.ts'

it.each(contract.bases)('what the %s address serves is judged where no other address is known', async (base) => {
  const { target, ...carried } = inProcess({ contract })
  const bases = Object.fromEntries(Object.entries(target.bases).filter(([name]) => name === base))
  const operations = contract.operations.filter((operation) => operation.base === base).map(({ id }) => id)
  const own = { ...target, bases, operations }
  const { outcomes, complete } = await run({ contract, target: own, seed: createSeed(base), selection: { quick: true }, ...carried })
  const open = outcomes.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'inapplicable')
  expect([complete, open.map(({ check, verdict }) => `${verdict} ${check}`)]).toEqual([true, []])
  expect(outcomes.some(({ verdict }) => verdict === 'passed')).toBe(true)
})
