import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../generated/contract.ts'
import { canonicalString } from '../signing.ts'
import { signedHeaders } from '../vectors/vectors.ts'
import { rareKeys } from './keys.ts'
import { rightProcedure, signBy } from './signing-procedure.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')
const values = Object.fromEntries(construction.parts.map(({ name }) => [name, `some ${name}`]))

it.each([
  ['\nkey', 'key', 'prepends-newline-to-secret'],
  ['\tkey', 'key', 'prepends-newline-to-secret'],
  ['aKey', 'a-Key', 'removes-hyphens-from-secret'],
])('knows %j made of the secret %s', (key, secret, mistake) => {
  const signature = createHmac('sha256', key).update(canonicalString(construction, values)).digest('hex')
  const known = rareKeys(construction).find(({ changes }) =>
    changes.some((change) => signBy(change(rightProcedure(construction)), { values, secret }) === signature),
  )
  expect(known?.id).toBe(mistake)
})
