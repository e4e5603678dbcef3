import { expect, it } from 'vitest'
import { zeroedBase64, zeroedHex } from './bases.ts'

it.each(['', 'f', 'fo', 'foo', 'foob', 'any text, of some length'])('decodes what is well written as everybody does: %j', (text) => {
  expect(zeroedHex(Buffer.from(text).toString('hex')).toString()).toBe(text)
  expect(zeroedBase64(Buffer.from(text).toString('base64')).toString()).toBe(text)
})

it('takes for zero what is no digit', () => {
  expect(zeroedHex('zz1fq').toString('hex')).toBe('001f00')
  expect(zeroedBase64('s-_v').toString('hex')).toBe(Buffer.from('sAAv', 'base64').toString('hex'))
})
