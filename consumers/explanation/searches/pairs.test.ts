import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { signedHeaders } from '../../../contracts/vectors/vectors.ts'
import { slips } from '../suspects.ts'
import { pairs } from './pairs.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')

it('names another hash beside a digest that is made otherwise', () => {
  const two = slips(construction, []).filter(({ mistake: { id } }) => ['uses-sha512', 'swaps-key-and-text'].includes(id))
  const input = { values: Object.fromEntries(construction.parts.map(({ name }) => [name, `some ${name}`])), secret: 'a secret' }
  const signature = createHmac('sha512', canonicalString(construction, input.values)).update(input.secret).digest('hex')
  const found = pairs(construction, two, { input, answer: { signature } })
  expect(found.map(({ explanation }) => explanation.mistake)).toEqual(['uses-sha512 + swaps-key-and-text'])
})
