import { describe, expect, it } from 'vitest'
import type { Schema } from '../../contracts/contract.ts'
import { requestFields } from '../../contracts/fields.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { plain, secretOfPlain, target } from './exchanges.fixture.ts'
import { malformedDiagnoses, mistakenDiagnoses } from './malformed-settings.ts'

describe('settings', () => {
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

  it.each<[Partial<Schema>, readonly string[]]>([
    [{ format: 'date' }, ['expected a value in the format date; found "BSC".']],
    [{ enum: ['Amoy'] }, ['expected another value: this one is none of "Amoy"; found "BSC".']],
    [{ anyOf: [{ const: 'Amoy' }, { maxLength: 1 }] }, []],
  ])('that %j of a field does not allow are told with it', (change, want) => {
    const operations = contract.operations.flatMap(({ body, ...operation }) => {
      const fields = requestFields({ body }).filter(({ value }) => 'setting' in value && value.setting === 'withdrawChain')
      return body && fields.length > 0
        ? [{ ...operation, body: { ...body, fields: fields.map((field) => ({ ...field, schema: { ...field.schema, ...change } })) } }]
        : []
    })
    const said = mistakenDiagnoses({ ...contract, operations }, { ...target, settings: { withdrawChain: 'BSC' } })
    expect(said.map(({ problem }) => problem)).toEqual(want.map((words) => `ASSAY_WITHDRAW_CHAIN: ${words}`))
  })

  it('that hold the path of an operation already say which address is meant', () => {
    const bases = { ...target.bases, [plain.base]: `https://dev.example/prefix${plain.path}/` }
    expect(malformedDiagnoses(contract, { ...target, bases }).map(({ remedy }) => remedy)).toEqual(['Set https://dev.example/prefix.'])
  })
})
