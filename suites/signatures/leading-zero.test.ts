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

it('what drops the zeros before a digest refuses a right request', async () => {
  const hooks: Hooks = {
    authenticate: (decision, { headers }) => decision ?? (headers[header.toLowerCase()]?.startsWith('0') ? unjust() : undefined),
  }
  const mutant: Mutant = { name: 'it', title: 'it', level: 'MUST', operation: signed.id, caughtBy: [], hooks: () => hooks }
  const { outcomes } = await judgeInProcess({ contract, mutant }, { operations: target.operations, seed: createSeed('one') })
  expect(outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)).toContain(`${signed.id}.accepted`)
})
