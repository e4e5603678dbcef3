import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract } from '../generated/contract.ts'
import { type SigningInput, sign } from '../signing.ts'
import { bodyFields, unsignedFields } from '../vectors/vectors.ts'
import { kebab } from './mistake.ts'
import { explain, catalogue as knownMistakes, mistakes } from './mistakes.ts'
import { type Change, rightProcedure, signBy } from './signing-procedure.ts'
import { checksummed } from './values/checksum.ts'

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

  it('are as many as the page for authors of SDKs says', () => {
    const [, stated] = /more than (\d+) mistakes/.exec(readFileSync(new URL('../../docs/sdk.md', import.meta.url), 'utf8')) ?? []
    const known = knownMistakes(construction, unsignedFields(construction, bodyFields(contract)))
    expect(Math.floor(known.length / 100) * 100).toBe(Number(stated))
  })

  it.each(catalogue)('$id gives a signature that is not the right one, and no other mistake gives', ({ id, sign: wrong }) => {
    const signature = wrong(telling)
    expect(signature).toBeTypeOf('string')
    expect(signature).not.toBe(sign(construction, telling))
    expect(explain(construction, telling, signature ?? '')?.id).toBe(id)
  })

  it.each(catalogue)('$id breaks a requirement of the contract', ({ requirement }) => {
    expect(contract.requirements.map(({ id }) => id)).toContain(`${signed.id}.signature.${requirement}`)
  })

  it('break every requirement on the making of a signature', () => {
    const made = contract.requirements
      .map(({ id }) => id)
      .filter((id) => id.startsWith(`${signed.id}.signature.`))
      .map((id) => id.slice(`${signed.id}.signature.`.length))
    const elsewhere = ['key-id', 'timestamp', 'required', 'place', 'own', 'whole', 'variety', 'secret']
    expect(new Set(catalogue.map(({ requirement }) => requirement))).toEqual(new Set(made.filter((id) => !elsewhere.includes(id))))
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

describe('the catalogue', () => {
  const all = knownMistakes(construction, ['note'])

  it('has unique ids, and lists those that only explain after those that requests are signed with', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(600)
    expect(all.slice(0, catalogue.length).map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id))
    expect(all.slice(catalogue.length).every(({ explains }) => explains)).toBe(true)
  })

  it('has spellings of every part: trimmed, re-cased, normalised, encoded', () => {
    for (const { name } of construction.parts.filter(({ kind }) => kind !== 'decimal')) {
      const own = all.map(({ id }) => id).filter((id) => id.startsWith(`signs-${kebab(name)}-`))
      expect(own).toEqual(
        expect.arrayContaining(['trimmed', 'in-lower-case', 'in-nfc', 'url-encoded'].map((id) => `signs-${kebab(name)}-${id}`)),
      )
    }
  })

  it('throws at no value, in none of its forms', () => {
    for (const value of ['', '.', 'NaN', '1e400', '-1', '%', '\ud800', '9'.repeat(400), '🪙', 'a.b']) {
      const values = Object.fromEntries(construction.parts.map(({ name }) => [name, value]))
      const input = { values, secret: value, body: JSON.stringify({ amount: value }) }
      for (const { id, changes } of all)
        for (const change of changes) expect(typeof signBy(change(rightProcedure(construction)), input), id).toMatch(/^(string|undefined)$/)
    }
  })
})

it.each([
  ['signs-unfilled-template', '$apiKey$merchantCode$timestamp$amount$token$walletAddress'],
  ['signs-unfilled-template', '{}{}{}{}{}{}'],
  ['signs-windows-1252', Buffer.from('key-1merchant-1170000000012312.3450\x80\x8e?0xAbCdEf0123456789', 'latin1')],
  [
    'signs-hexadecimal-as-bytes',
    Buffer.concat([Buffer.from('key-1merchant-1170000000012312.3450€Ž丙'), Buffer.from('abcdef0123456789', 'hex')]),
  ],
])('%s: %o is a text that is signed', (id, message) => {
  const input = { ...telling, values: { ...telling.values, token: '€Ž丙' } }
  const signature = createHmac('sha256', telling.secret).update(message).digest('hex')
  const makers = knownMistakes(construction).filter(({ changes }) =>
    changes.some((change) => signBy(change(rightProcedure(construction)), input) === signature),
  )
  expect(makers.map((mistake) => mistake.id)).toEqual([id])
})

const hmac = (message: string) => createHmac('sha256', telling.secret).update(message).digest('hex')
const spelt = (values: Readonly<Record<string, string>>) => Object.values({ ...telling.values, ...values }).join('')
const right = Buffer.from(hmac(spelt({})), 'hex')

it.each([
  ['signs-timestamp-as-unresolved', hmac(spelt({ timestamp: 'function now() { [native code] }' }))],
  ['signs-amount-localised-as-money', hmac(spelt({ amount: '$12.35' }))],
  ['signs-time-as-java-double', hmac(spelt({ timestamp: '1.700000000123E12' }))],
  ['signs-later-time', hmac(spelt({ timestamp: '1700000300123' }))],
  ['signs-token-hashed', hmac(spelt({ token: createHash('md5').update('wUSDt').digest('hex') }))],
  ['signs-time-with-exponent', hmac(spelt({ timestamp: '1.7e+12' }))],
  ['signs-type-as-text', hmac('System.String[]')],
  ['signs-time-steps', hmac(spelt({ timestamp: '56666666' }))],
  ['encodes-signed-bytes', Array.from(new Int8Array(right), (byte) => (byte >>> 0).toString(16)).join('')],
  ['encodes-padded-from-the-front', [...right].map((byte) => `0${byte.toString(16)}`.slice(0, 2)).join('')],
  ['prints-buffer', `<Buffer ${right.toString('hex').replace(/..(?=.)/g, '$& ')}>`],
  ['wraps-signature', `${right.toString('hex').slice(0, 60)}\n${right.toString('hex').slice(60)}`],
  ['encodes-base64-of-line', Buffer.from(`${right.toString('hex')}\n`).toString('base64')],
  ['prints-option-of-echo', hmac(`-n ${spelt({})}\n`)],
  ['encodes-hex-of-latin-1', Buffer.from(right.toString('latin1')).toString('hex')],
  ['signs-twice-in-hexadecimal', hmac(right.toString('hex').toUpperCase())],
  ['encodes-hex-of-utf-8', Buffer.from(right.toString('utf8')).toString('hex')],
])('%s is told of what makes it', (id, signature) => {
  const maker = knownMistakes(construction).find(({ changes }) =>
    changes.some((change) => signBy(change(rightProcedure(construction)), telling) === signature),
  )
  expect(maker?.id).toBe(id)
})

it.each([
  ['signs-amount-with-up-to-2-decimals', '1234.5601', '1234.56'],
  ['signs-amount-with-up-to-2-decimals', '0.999', '1'],
  ['signs-amount-with-up-to-2-decimals', '7.10', '7.1'],
  ['signs-amount-printed-with-comma', '1234.5', '1234,50'],
  ['signs-amount-printed-with-comma', '1234.5', '1234,500000'],
  ['signs-amount-localised-with-two-decimals', '123456789012345678', '123,456,789,012,345,680.00'],
  ['signs-amount-as-single-float', '0.1', '0.10000000149011612'],
  ['signs-amount-as-single-float', '0.10', '0.1'],
  ['signs-amount-as-single-float', '16777217', '1.6777216E7'],
  ['signs-amount-localised-with-two-decimals', '1234567890123456789012', '1,234,567,890,123,456,774,144.00'],
  ['signs-amount-normalised', '0012345678901234567890.1234567890', '12345678901234567890.12345679'],
])('%s makes of %s, in one of its forms, %s', (id, amount, spelling) => {
  const forms = knownMistakes(construction).find((mistake) => mistake.id === id)?.changes ?? []
  const input = { ...telling, values: { ...telling.values, amount } }
  expect(forms.map((change) => signBy(change(rightProcedure(construction)), input))).toContain(hmac(spelt({ amount: spelling })))
})

it.each([
  ['signs-time-with-exponent', '1', '1e+0'],
  ['signs-time-in-hexadecimal', '1700000000123', '0x18bcfe5687b'],
  ['signs-european-time', '1700000000123', '14.11.2023, 22:13:20'],
  ['signs-european-time', '1704103200000', '1-1-2024 10:00:00'],
  ['signs-all-single-quoted', "it's", `"it's"`],
])('%s makes of the timestamp %s, in one of its forms, %s', (id, timestamp, spelling) => {
  const forms = knownMistakes(construction).find((mistake) => mistake.id === id)?.changes ?? []
  const input = { ...telling, values: { ...telling.values, timestamp } }
  const all = Object.fromEntries(Object.entries(telling.values).map(([name, value]) => [name, `'${value}'`]))
  const expected = hmac(spelt({ ...(id.includes('all') ? all : {}), timestamp: spelling }))
  expect(forms.map((change) => signBy(change(rightProcedure(construction)), input))).toContain(expected)
})

it('signs a value that stands there twice but once where a set is signed', () => {
  const values = { ...telling.values, merchantCode: 'key-1' }
  const once = hmac(spelt({ merchantCode: '' }))
  expect(
    knownMistakes(construction)
      .find(({ id }) => id === 'signs-values-once')
      ?.sign({ ...telling, values }),
  ).toBe(once)
})

it('knows the letters of a machine that speaks Turkish', () => {
  const token = construction.parts.find(({ kind }) => kind === 'symbol')?.name ?? ''
  const input = { ...telling, values: { ...telling.values, [token]: 'LINK' } }
  const lowered = hmac(spelt({ [token]: 'l\u0131nk' }))
  const lower = knownMistakes(construction).find(({ id }) => id === `signs-${kebab(token)}-in-lower-case`)
  expect(lower?.changes.map((change) => signBy(change(rightProcedure(construction)), input))).toContain(lowered)
})

it('checksums addresses as EIP-55 does', () => {
  const given = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ]
  expect(given.map((address) => checksummed(address.toLowerCase()))).toEqual(given)
  expect(checksummed('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')
})

it('knows what was read in another encoding', () => {
  const wrong = sign(construction, { ...telling, secret: 'clÃ©' })
  expect(explaining({ ...telling, secret: 'clé' }, wrong)).toContain('reads-request-in-another-encoding')
})

it.each(['a?b', 'a??b'])('knows a secret that was written in ASCII as %s', (key) => {
  const values = { ...telling.values, apiKey: 'key-🪙' }
  const text = construction.parts.map(({ name }) => values[name as keyof typeof values]).join(construction.separator)
  const input = { values, secret: 'a🪙b' }
  const signature = createHmac(construction.hash, key).update(text).digest(construction.encoding)
  expect(explaining(input, signature)).toContain('writes-secret-in-ascii')
})

function explaining(input: SigningInput, signature: string): string[] {
  const signs = (change: Change) => signBy(change(rightProcedure(construction)), input) === signature
  return knownMistakes(construction, []).flatMap(({ id, changes }) => (changes.some(signs) ? id : []))
}
