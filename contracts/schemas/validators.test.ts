import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../spec/document.ts'
import { DocumentError } from '../../spec/document-error.ts'
import { nodeOf } from '../../text/json/node.ts'
import type { Contract, Operation, Schema } from '../contract.ts'
import { derive } from '../derivation/derive.ts'
import { contract } from '../generated/contract.ts'
import { generatedValidators } from '../generated/validators.js'
import { compileValidators, validatorModule } from './compile.ts'
import type { Validators } from './validator.ts'
import { validatorsFor } from './validators.ts'

const overlaid: Contract = { ...contract, spec: { ...contract.spec, overlays: [{ title: 'stricter', sha256: 'x' }] } }

describe('validatorsFor', () => {
  it('gives the generated validators for the committed contract', async () => {
    expect(await validatorsFor(contract)).toBe(generatedValidators)
  })

  it('compiles for another document, and for overlays', async () => {
    expect(await validatorsFor(overlaid)).not.toBe(generatedValidators)
    expect(await validatorsFor({ ...contract, spec: { ...contract.spec, sha256: 'other' } })).not.toBe(generatedValidators)
  })
})

const origins: [string, Validators][] = [
  ['generated', generatedValidators],
  ['compiled', compileValidators(contract)],
]

describe.each(origins)('%s validators', (_, validators) => {
  it.each(contract.operations)('pass the example of $id, part by part', ({ id, success }) => {
    for (const { path, validate } of validators.get(id) ?? [])
      for (const part of partsAt(success.example, path)) expect([validate(part), validate.errors]).toEqual([true, null])
  })

  it.each(contract.operations)('have a part for every field of $id, and miss each that is absent or of another type', (operation) => {
    for (const { path } of operation.success.fields.filter(({ path }) => path.at(-1) !== '*')) {
      expect(violations(validators, operation, without(operation.success.example, path)), `without ${path}`).not.toEqual([])
      expect(violations(validators, operation, replaced(operation.success.example, path)), `wrong ${path}`).not.toEqual([])
    }
  })

  it('say everything that is wrong at once', () => {
    const coin = validators.get('getCoinInformation')?.[1]
    coin?.validate({ rank: 1.5, site: 'https://', birth_date: '2023-02-29' })
    const wrong = coin?.validate.errors?.filter(({ keyword }) => keyword !== 'required').map(({ instancePath }) => instancePath)
    expect(wrong?.sort()).toEqual(['/birth_date', '/rank', '/site'])
  })
})

describe('validatorModule', () => {
  it('judges refusals of which the committed document would say how they look', async () => {
    const refusal = { description: 'Refused.', content: { 'application/json': { schema: { type: 'object', required: ['code'] } } } }
    const { content, sha256 } = await loadDocument()
    const components = { ...nodeOf(content['components']), responses: { Refusal: refusal } }
    const paths = JSON.parse(JSON.stringify(content['paths']), (name, value) => (name === '4XX' ? refusal : value))
    const { operations, ...rest } = derive({ content: { ...content, components, paths }, sha256 })
    const module = validatorModule({ ...rest, operations })
    for (const { id } of operations) expect(module).toContain(`["${id}.refusal", [{ path: [], validate:`)
    expect(module).toContain('"required":["code"]')
  })
})

describe('compileValidators', () => {
  const withSchema = (schema: Schema): Contract => {
    const [first] = contract.operations
    return { ...contract, operations: first ? [{ ...first, success: { ...first.success, schema } }] : [] }
  }

  it('ignores formats that nobody knows, and asserts the registered ones', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', format: 'made-up' }, b: { type: 'string', format: 'email' } } }
    const [part] = compileValidators(withSchema(schema)).get('getCoinInformation') ?? []
    expect(part?.validate({ a: 'x', b: 'a@example.org' })).toBe(true)
    expect(part?.validate({ a: 'x', b: 'nobody' })).toBe(false)
  })

  it('takes decimals for multiples that no double holds exactly', () => {
    const [part] = compileValidators(withSchema({ type: 'number', multipleOf: 0.01 })).get('getCoinInformation') ?? []
    expect([0.29, 19.99, 67120.35, 0.295, 1.001].map((price) => part?.validate(price))).toEqual([true, true, true, false, false])
  })

  it('counts what all forms allow where nothing else may be', () => {
    const schema = { allOf: [{ properties: { a: { type: 'string' } } }], unevaluatedProperties: false }
    const [part] = compileValidators(withSchema(schema)).get('getCoinInformation') ?? []
    expect([{ a: 'x' }, { a: 'x', b: 'x' }].map((body) => part?.validate(body))).toEqual([true, false])
  })

  it('compiles a schema once', () => {
    const [one, same] = [compileValidators(contract), compileValidators({ ...contract })].map((each) => each.get('getCoinInformation'))
    expect(same).toBe(one)
  })

  it('names the operation of an invalid schema', () => {
    expect(() => compileValidators(withSchema({ type: 'strnig' }))).toThrow(DocumentError)
    expect(() => compileValidators(withSchema({ type: 'strnig' }))).toThrow(/getCoinInformation.*its root/)
  })
})

function partsAt(value: unknown, path: readonly string[]): unknown[] {
  return path.reduce<unknown[]>(
    (values, step) => values.flatMap((each) => (step === '*' ? (each as unknown[]) : [(each as Record<string, unknown>)[step]])),
    [value],
  )
}

function violations(validators: Validators, { id }: Operation, body: unknown): unknown[] {
  return (validators.get(id) ?? []).flatMap(({ path, validate }) => {
    try {
      return partsAt(body, path).flatMap((part) => (validate(part) ? [] : (validate.errors ?? [])))
    } catch {
      return []
    }
  })
}

function without(body: unknown, path: readonly string[]): unknown {
  return edited(body, path, (holder, name) => delete holder[name])
}

function replaced(body: unknown, path: readonly string[]): unknown {
  return edited(body, path, (holder, name) => {
    holder[name] = typeof holder[name] === 'object' && holder[name] !== null ? 7 : []
  })
}

function edited(body: unknown, path: readonly string[], edit: (holder: Record<string, unknown>, name: string) => void): unknown {
  const copy: unknown = structuredClone(body)
  for (const holder of partsAt(copy, path.slice(0, -1))) edit(holder as Record<string, unknown>, path.at(-1) ?? '')
  return copy
}
