import { expect, it } from 'vitest'
import { contract } from '../generated/contract.ts'
import { signedHeaders } from '../vectors/vectors.ts'
import { rareDigests, wrongDigest } from './digests.ts'
import { rightProcedure } from './signing-procedure.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')
const known = [...wrongDigest(construction), ...rareDigests(construction)]

// Known answers of the Keccak team: 0 and 1,600 bits, the latter more than a block.
it.each([
  [0, 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  [200, '3a57666b048777f2c953dc4456f45a2588e1cb6f2da760122d530ac2ce607d4a'],
])('knows the bare Keccak-256 of %i bytes', (length, digest) => {
  const changes = known.find(({ id }) => id === 'uses-keccak-256')?.changes ?? []
  const digests = changes.map((change) =>
    change(rightProcedure(construction)).digest(Buffer.alloc(length, 0xa3), Buffer.from('secret'), construction.hash),
  )
  expect(digests.map((each) => each.toString('hex'))).toEqual([digest])
})
