import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { signed, target } from '../../engine/evidence/evidence.fixture.ts'
import { headerValue } from '../../engine/exchange.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import { simulatedClient } from '../access/simulation.ts'
import { unjust } from '../hooks.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { beginningWithZero } from './leading-zero.ts'

const { header } = signed.authentication.signature
const signatureOf = (insists: boolean | undefined) => {
  const client = { ...simulatedClient(contract), order: insists === undefined ? {} : { insists } }
  return headerValue(beginningWithZero(signed, client).headers, header)
}

it('a signature begins with a zero where times need not rise, and is any where that is not known', () => {
  expect(signatureOf(false)).toMatch(/^0/)
  expect(signatureOf(undefined)).toMatch(/^[0-9a-f]{64}$/)
})

it.each([
  ['alone is told as what it is', /begins with a zero, unlike those that are accepted/, () => false],
  ['and right requests without a zero is not', /^401$/, (headers: Readonly<Record<string, string>>) => headers['accept'] === undefined],
])('what refuses right requests whose digest begins with a zero %s', async (_, told, isRefused) => {
  const hooks: Hooks = {
    authenticate: (decision, { headers }) =>
      decision ?? (headers[header.toLowerCase()]?.startsWith('0') || isRefused(headers) ? unjust() : undefined),
  }
  const mutant: Mutant = { name: 'it', title: 'it', level: 'MUST', operation: signed.id, caughtBy: [], hooks: () => hooks }
  const { outcomes } = await judgeInProcess({ contract, mutant }, { operations: target.operations, seed: createSeed('one') })
  const failed = outcomes.find(({ check, verdict }) => verdict === 'failed' && check === `${signed.id}.accepted`)
  expect(failed?.findings.map(({ actual }) => actual)).toEqual([expect.stringMatching(told)])
})
