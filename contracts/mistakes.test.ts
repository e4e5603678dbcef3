import { describe, expect, it } from 'vitest'
import { contract } from './generated/contract.ts'
import { explain, mistakes } from './mistakes.ts'
import { type SigningInput, sign } from './signing.ts'

const signed = contract.operations.flatMap(({ id, authentication }) =>
  authentication.kind === 'signed' ? [{ id, ...authentication }] : [],
)[0]
if (!signed) throw new Error('the document has no signed operation')
const { construction } = signed.signature
const catalogue = mistakes(construction)

/** An input on which every mistake has something to act: mixed case, trailing zeros, a hexadecimal secret, an escaped, spaced body. */
const telling: SigningInput = {
  values: {
    apiKey: 'key-1',
    merchantCode: 'merchant-1',
    timestamp: '1700000000123',
    amount: '12.3450',
    token: 'wUSDt',
    walletAddress: '0xAbCdEf0123456789',
  },
  secret: '00112233445566778899aabbccddeeff',
  body: '{ "amount": "12.3450", "description": "refund 42", "token": "\\u0077USDt", "walletAddress": "0xAbCdEf0123456789", "chain": "BSC" }',
}

describe('mistakes', () => {
  it('have ids of their own', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length)
    expect(catalogue.length).toBeGreaterThanOrEqual(20)
  })

  it.each(catalogue)('$id gives a signature that is not the right one, and no other mistake gives', ({ id, sign: wrong }) => {
    const signature = wrong(telling)
    expect(signature).toBeTypeOf('string')
    expect(signature).not.toBe(sign(construction, telling))
    expect(explain(construction, telling, signature ?? '')?.id).toBe(id)
  })

  it.each(catalogue)('$id breaks a requirement of the contract', ({ breaks }) => {
    expect(contract.requirements.map(({ id }) => id)).toContain(`${signed.id}.signature.${breaks}`)
  })

  it('break every requirement on the making of a signature', () => {
    const made = contract.requirements
      .map(({ id }) => id)
      .filter((id) => id.startsWith(`${signed.id}.signature.`))
      .map((id) => id.slice(`${signed.id}.signature.`.length))
    const onTheRequest = ['key-id', 'timestamp', 'required', 'place', 'own', 'whole', 'variety']
    expect(new Set(catalogue.map(({ breaks }) => breaks))).toEqual(new Set(made.filter((id) => !onTheRequest.includes(id))))
  })

  it('with nothing to act on give no signature', () => {
    const { body: _, ...bare } = { ...telling, secret: 'not hexadecimal' }
    const silent = catalogue.filter((mistake) => mistake.sign(bare) === undefined).map(({ id }) => id)
    expect(silent).toEqual([
      'signs-body',
      'signs-headers-and-body',
      'signs-reserialised-body',
      'signs-headers-and-reserialised-body',
      'signs-all-fields',
      'signs-raw-escapes',
      'decodes-hex-secret',
    ])
  })
})

describe('explain', () => {
  it('has nothing to say of the right signature, nor of one that no mistake makes', () => {
    expect(explain(construction, telling, sign(construction, telling))).toBeUndefined()
    expect(explain(construction, telling, 'f'.repeat(64))).toBeUndefined()
  })

  it('does not blame a mistake that makes no difference to this input', () => {
    const plain = { ...telling, values: { ...telling.values, token: 'USDT' } }
    expect(catalogue.find(({ id }) => id === 'signs-token-in-upper-case')?.sign(plain)).toBe(sign(construction, plain))
    expect(explain(construction, plain, sign(construction, plain))).toBeUndefined()
  })
})
