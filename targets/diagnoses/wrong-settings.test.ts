import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Target } from '../../engine/target.ts'
import { plain, secretOfPlain, target } from './exchanges.fixture.ts'
import { mistakenDiagnoses } from './mistaken-inputs.ts'
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

  const none = [
    '"quoted"',
    "'quoted'",
    '“quoted”',
    '<ACCESS_TOKEN>',
    'changeme',
    'CHANGE_ME',
    'your-token-here',
    ['$', '{TOKEN}'].join(''),
    '$TOKEN',
    '{{token}}',
    '%TOKEN%',
    '********',
    'undefined',
    'Token of-another-scheme',
    'Authorization: Bearer abc',
    'export ASSAY_ACCESS_TOKEN=abc',
    'abc\u200b',
    'abc\u0142',
  ]
  for (const value of none) {
    it(`such as ${value} are no values`, () => {
      const said = malformedDiagnoses(contract, { ...target, settings: { [secretOfPlain]: value } })
      expect(said).toHaveLength(1)
      expect(said[0]?.problem).not.toContain(value)
    })
  }

  for (const value of ['$ecretPass', '$ECRET1', 'my-token', 'token-100%', '0xabc'])
    it(`such as ${value} may be meant`, () => {
      expect(malformedDiagnoses(contract, { ...target, settings: { [secretOfPlain]: value } })).toEqual([])
    })

  it('that hold a secret in the place of what is asked for are told without either', () => {
    const settings = { ...target.settings, [secretOfPlain]: 'abcsecret', withdrawToken: 'abcsecret' }
    const said = mistakenDiagnoses(contract, { ...target, settings }).map(({ problem }) => problem)
    expect(said).toContain('ASSAY_WITHDRAW_TOKEN holds the same as ASSAY_ACCESS_TOKEN, which is a secret.')
    expect(said.join()).not.toContain('abcsecret')
  })

  it('that hold the path of an operation already say which address is meant', () => {
    const bases = { ...target.bases, [plain.base]: `https://dev.example/prefix${plain.path}/` }
    expect(malformedDiagnoses(contract, { ...target, bases }).map(({ remedy }) => remedy)).toEqual(['Set https://dev.example/prefix.'])
  })

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
