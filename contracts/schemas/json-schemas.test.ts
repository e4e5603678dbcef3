import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { contract } from '../generated/contract.ts'
import { jsonSchemas } from '../generation/generation.ts'

const schemas = jsonSchemas(contract)
const ajv = new Ajv2020({ strict: true, allErrors: true })

describe('the JSON Schemas for others', () => {
  for (const { id, success } of contract.operations) {
    it(`accept each example of ${id}, and nothing that lacks a field of it`, () => {
      const validate = ajv.compile(schemas.get(`${id}.response.schema.json`) ?? false)
      for (const { value } of success.examples) {
        expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
        const [first = ''] = success.schema.required ?? []
        expect(validate({ ...(value as object), [first]: undefined })).toBe(false)
      }
    })
  }

  it('assert formats in any validator, by patterns', () => {
    const coins = ajv.compile(schemas.get('getCoinInformation.response.schema.json') ?? false)
    const example = structuredClone(contract.operations[0]?.success.examples[0]?.value) as { data: { site: string; birth_date: string }[] }
    const [coin] = example.data
    for (const change of [{ site: '/relative' }, { site: 'ftp://a.example' }, { birth_date: '2023-02-30' }]) {
      expect(coins({ ...example, data: [{ ...coin, ...change }] }), JSON.stringify(change)).toBe(false)
    }
    expect(coins({ ...example, data: [{ ...coin, site: 'HTTPS://a.example' }] })).toBe(true)
  })
})
