import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Construction } from './construction.ts'
import { contract } from './generated/contract.ts'
import { canonicalString, MissingPartError, partValues, sign } from './signing.ts'

const single: Construction = { hash: 'sha256', encoding: 'hex', key: 'secret', separator: '', parts: [{ name: 'text', setting: 'text' }] }

// Of the cases in RFC 4231, those whose key and data are both UTF-8 text; long keys are compared with openssl below.
const rfc4231 = [
  { case: 1, key: '\x0b'.repeat(20), text: 'Hi There', want: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7' },
  { case: 2, key: 'Jefe', text: 'what do ya want for nothing?', want: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
]

describe('sign', () => {
  it.each(rfc4231)('gives what RFC 4231 gives in its test case $case', ({ key, text, want }) => {
    expect(sign(single, { values: { text }, secret: key })).toBe(want)
  })

  it.each([
    ['md5', '750c783e6ab0b503eaa86e310a5db738'],
    ['sha1', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    [
      'sha512',
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    ],
  ])('uses the hash that the construction names: %s (RFC 2202, RFC 4231)', (hash, want) => {
    expect(sign({ ...single, hash }, { values: { text: 'what do ya want for nothing?' }, secret: 'Jefe' })).toBe(want)
  })

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0
  it.skipIf(!hasOpenssl).each([
    { secret: 'secret', text: 'plain' },
    { secret: 'k'.repeat(64), text: 'a key as long as the block' },
    { secret: 'k'.repeat(65), text: 'a key longer than the block' },
    { secret: 'کلید', text: 'متن و 🪙' },
    { secret: 'with space and "quotes"', text: '' },
  ])('agrees with openssl: $text', ({ secret, text }) => {
    const hexKey = Buffer.from(secret, 'utf8').toString('hex')
    const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hexKey}`, '-r'], { input: text })
    expect(sign(single, { values: { text }, secret })).toBe(stdout.toString().slice(0, 64))
  })
})

const withdrawal = contract.operations.flatMap(({ authentication }) => (authentication.kind === 'signed' ? [authentication] : []))[0]
if (!withdrawal) throw new Error('the document has no signed operation')
const { construction } = withdrawal.signature
const sources = {
  headers: { [withdrawal.key.header]: 'KEY', [withdrawal.timestamp.header]: '1700000000000' },
  settings: { merchantCode: 'CODE' },
  body: { amount: '1.50', token: 'USDT', walletAddress: '0xAb' },
}

describe('canonicalString', () => {
  it('joins the parts of the document in the order of clause 5.4, with nothing between', () => {
    expect(canonicalString(construction, partValues(construction, sources))).toBe('KEYCODE17000000000001.50USDT0xAb')
  })

  it('puts the separator between the parts where there is one', () => {
    expect(canonicalString({ ...construction, separator: '|' }, partValues(construction, sources))).toBe(
      'KEY|CODE|1700000000000|1.50|USDT|0xAb',
    )
  })

  it('names the part that has no value', () => {
    expect(() => canonicalString(construction, { apiKey: 'KEY' })).toThrow(MissingPartError)
    expect(() => canonicalString(construction, { apiKey: 'KEY' })).toThrow(/^merchantCode /)
  })
})

describe('partValues', () => {
  it.each([
    { lacks: 'a header', given: { ...sources, headers: {} }, want: /^apiKey .*x-api-key/ },
    { lacks: 'a setting', given: { ...sources, settings: {} }, want: /^merchantCode .*merchantCode/ },
    { lacks: 'a field', given: { ...sources, body: { ...sources.body, token: undefined } }, want: /^token .*\/token/ },
    { lacks: 'a string', given: { ...sources, body: { ...sources.body, amount: 1.5 } }, want: /^amount .*\/amount/ },
  ])('says where it looked, when $lacks is missing', ({ given, want }) => {
    expect(() => partValues(construction, given)).toThrow(MissingPartError)
    expect(() => partValues(construction, given)).toThrow(want)
  })

  it('reads nested fields', () => {
    const nested: Construction = { ...single, parts: [{ name: 'id', body: '/order/id' }] }
    expect(partValues(nested, { headers: {}, settings: {}, body: { order: { id: '7' } } })).toEqual({ id: '7' })
  })
})
