import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { ask, operations, withProvider } from '../asking.fixture.ts'

const { signed } = operations
const { authentication } = signed
if (authentication.kind !== 'signed') throw new Error('expected a signed operation')
const { signature } = authentication

it.each([
  ['', 'nothing'],
  ['|', '\\"|\\"'],
])('the refusal of a signature says what stands between the parts: %j', async (separator, words) => {
  const operation = {
    ...signed,
    authentication: { ...authentication, signature: { ...signature, construction: { ...signature.construction, separator } } },
  }
  const others = contract.operations.filter(({ id }) => id !== signed.id)
  await withProvider({ contract: { ...contract, operations: [...others, operation] } }, async (provider) => {
    const { status, text } = await ask(provider, operation, { headers: { [signature.header]: '0'.repeat(64) } })
    expect([status, text]).toEqual([401, expect.stringContaining(`token, walletAddress with ${words} between them; found `)])
  })
})
