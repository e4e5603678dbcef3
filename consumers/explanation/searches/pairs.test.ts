import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { signedHeaders } from '../../../contracts/vectors/vectors.ts'
import { slips } from '../suspects.ts'
import { pairs } from './pairs.ts'
import { plausibleSlips } from './plausible-slips.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')

it('names another hash beside a digest that is made otherwise', () => {
  const two = slips(construction, []).filter(({ mistake: { id } }) => ['uses-sha512', 'swaps-key-and-text'].includes(id))
  const input = { values: Object.fromEntries(construction.parts.map(({ name }) => [name, `some ${name}`])), secret: 'a secret' }
  const signature = createHmac('sha512', canonicalString(construction, input.values)).update(input.secret).digest('hex')
  const found = pairs(construction, two, { input, answer: { signature } })
  expect(found.map(({ explanation }) => explanation.mistake)).toEqual(['uses-sha512 + swaps-key-and-text'])
})

it('names a separator between sorted values', () => {
  const two = slips(construction, []).filter(({ mistake: { id } }) => ['separates-with-pipe', 'signs-sorted-values'].includes(id))
  const values = Object.fromEntries(construction.parts.map(({ name }, index) => [name, `${9 - index} ${name}`]))
  const signature = createHmac('sha256', 'a secret').update(Object.values(values).sort().join('|')).digest('hex')
  const found = pairs(construction, two, { input: { values, secret: 'a secret' }, answer: { signature } })
  expect(found.map(({ explanation }) => explanation.mistake)).toEqual(['separates-with-pipe + signs-sorted-values'])
})

it.each([
  { signs: 'each amount otherwise', key: '', read: String, possible: false, needed: false },
  { signs: 'the amount as a number', key: '', read: Number, possible: true, needed: true },
  { signs: 'under a key of its own', key: 'own', read: String, possible: false, needed: false },
])('of a signer that signs $signs, what it may and what it must be making is known', ({ key, read, possible, needed }) => {
  const all = slips(construction, [])
  const signed = ['1', '1.0', '1.00', '2'].flatMap((amount) =>
    ['one', 'two', 'three'].map((secret) => {
      const values = Object.fromEntries(construction.parts.map(({ name, kind }) => [name, kind === 'decimal' ? amount : `some ${name}`]))
      const text = construction.parts.map(({ name, kind }) => (kind === 'decimal' ? read(amount) : values[name])).join('…')
      return {
        input: { values, secret },
        answer: {
          signature: createHmac('sha256', key || secret)
            .update(text)
            .digest('hex'),
        },
      }
    }),
  )
  const found = plausibleSlips(construction, all, signed)
  const isIn = (list: readonly (typeof all)[number][], id: string) => list.some(({ mistake }) => mistake.id === id)
  expect(isIn(found.possible, 'signs-amount-as-number')).toBe(possible)
  expect(isIn(found.needed, 'signs-amount-as-number')).toBe(needed)
  expect(isIn(found.possible, 'encodes-base64')).toBe(true)
  expect(isIn(found.needed, 'hashes-without-key')).toBe(key !== '' || !needed)
  expect(isIn(found.needed, 'separates-with-pipe')).toBe(key === '' && !needed)
})
