import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Target } from '../../engine/target.ts'
import { plain, secretOfPlain, target } from './exchanges.fixture.ts'
import { malformedDiagnoses, ordinaryDiagnoses, unsetDiagnoses } from './wrong-settings.ts'

describe('settings', () => {
  it('that are not set are named, those of claimed operations alone', () => {
    const bare: Target = { ...target, bases: {}, settings: {}, operations: [plain.id] }
    expect(unsetDiagnoses(contract, bare).map(({ about }) => about)).toEqual([
      plain.base,
      ...contract.settings.filter(({ name }) => JSON.stringify(plain).includes(`"${name}"`)).map(({ env }) => env),
    ])
    expect(unsetDiagnoses(contract, target)).toEqual([])
  })

  for (const value of ['"quoted"', "'quoted'", '<ACCESS_TOKEN>', 'changeme', 'your-token-here']) {
    it(`such as ${value} are no values`, () => {
      const said = malformedDiagnoses(contract, { ...target, settings: { [secretOfPlain]: value } })
      expect(said).toHaveLength(1)
      expect(said[0]?.problem).not.toContain(value)
    })
  }

  for (const [value, want] of [
    ['success', 1],
    ['USDT', 1],
    ['test', 1],
    ['tok-8f3a91c2', 0],
  ] as const) {
    it(`such as ${value} are ${want === 1 ? 'warned of as ordinary words' : 'secret enough'}`, () => {
      const said = ordinaryDiagnoses(contract, { ...target, settings: { [secretOfPlain]: value } })
      expect(said.map(({ id }) => id)).toEqual(want === 1 ? ['ordinary'] : [])
      expect(said[0]?.problem ?? '').not.toContain(value)
    })
  }
})
