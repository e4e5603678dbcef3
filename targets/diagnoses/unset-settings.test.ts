import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Target } from '../../engine/target.ts'
import { plain, target } from './exchanges.fixture.ts'
import { unsetDiagnoses } from './unset-settings.ts'

it('settings that are not set are named, those of claimed operations alone', () => {
  const bare: Target = { ...target, bases: {}, settings: {}, operations: [plain.id] }
  expect(unsetDiagnoses(contract, bare).map(({ about }) => about)).toEqual([
    plain.base,
    ...contract.settings.filter(({ name }) => JSON.stringify(plain).includes(`"${name}"`)).map(({ env }) => env),
  ])
  for (const { operations } of unsetDiagnoses(contract, bare)) expect(operations).toContain(plain.id)
  expect(unsetDiagnoses(contract, target)).toEqual([])
})
