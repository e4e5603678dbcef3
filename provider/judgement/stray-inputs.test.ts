import { describe, expect, it } from 'vitest'
import { placeName } from '../../contracts/credential-place.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { ask, bodyOf, operations, type RequestChanges, told, withProvider } from '../asking.fixture.ts'
import { strictness } from '../behaviour.ts'

const { signed, paged, listed } = operations

describe('a strict provider', () => {
  it('answers right requests', async () => {
    for (const operation of Object.values(operations)) expect((await told({ behaviour: strictness }, operation)).status).toBe(200)
  })

  it('refuses fields and parameters that the document does not list, and names them', async () => {
    await withProvider({ behaviour: strictness }, async (provider) => {
      const field = await ask(provider, paged, { body: { ...bodyOf(provider, paged), pageNo: 1 } })
      expect(field).toMatchObject({ status: 400, text: expect.stringContaining('found \\"pageNo\\". Did you mean page') })
      const parameter = await ask(provider, listed, { path: `${listed.path}?sourse=1` })
      expect(parameter).toMatchObject({ status: 400, text: expect.stringContaining('Did you mean source?') })
      const { walletAddress, ...others } = bodyOf(provider, signed) as Record<string, unknown>
      const renamed = await ask(provider, signed, { text: JSON.stringify({ ...others, wallet_address: walletAddress }) })
      expect(renamed.text).toContain('Did you mean walletAddress?')
      expect((await ask(provider, paged, { path: `${paged.path}?page=1` })).text).toContain('expected no parameters; found')
      expect(parameter.text).toContain('expected no parameters but source; found')
    })
    expect((await told({}, listed, { path: `${listed.path}?sourse=1` })).status).toBe(200)
    const long = await told({ behaviour: strictness }, listed, { path: `${listed.path}?${'x'.repeat(61)}=1` })
    expect(long.text).toContain(`found \\"${'x'.repeat(59)}…\\".`)
  })

  it('refuses a body where the document has none, and the plain one takes it', async () => {
    const { body, ...bare } = paged
    const bodiless = { ...contract, operations: contract.operations.map((each) => (each === paged ? bare : each)) }
    const { text } = await told({ contract: bodiless, behaviour: strictness }, paged)
    expect(text).toContain(`The body: expected none for ${paged.method} ${paged.path}, found one.`)
    expect((await told({ contract: bodiless }, paged)).status).toBe(200)
  })

  it('takes a credential in the query for none of the parameters that nobody lists', async () => {
    if (listed.authentication.kind !== 'scheme') throw new Error('expected an operation with a scheme')
    const { setting, header } = listed.authentication
    const inQuery = {
      ...listed,
      authentication: { ...listed.authentication, scheme: '', header: placeName({ in: 'query', name: 'pass' }) },
    }
    const placed = { ...contract, operations: contract.operations.map((each) => (each === listed ? inQuery : each)) }
    await withProvider({ contract: placed, behaviour: strictness }, async (provider) => {
      const asked = { path: `${listed.path}?pass=${provider.settings[setting]}`, headers: { [header]: undefined } }
      expect((await ask(provider, listed, asked)).status).toBe(200)
    })
  })

  it('refuses a token in lower case, and the plain one takes it', async () => {
    await withProvider({ behaviour: strictness }, async (provider) => {
      const body = { ...bodyOf(provider, signed), token: 'usdt' }
      expect((await ask(provider, signed, { body })).json).toMatchObject({
        error: { message: 'token: expected letters in upper case, found "u" among them.' },
      })
    })
    await withProvider({}, async (provider) => {
      expect((await ask(provider, signed, { body: { ...bodyOf(provider, signed), token: 'usdt' } })).status).toBe(200)
    })
  })

  it('refuses what stands for no value, and the plain one takes it', async () => {
    const changes: readonly [RequestChanges, string][] = [
      [{ body: { walletAddress: 'undefined' } }, 'walletAddress: expected a value, found the word undefined'],
      [{ body: { walletAddress: ' ' } }, 'walletAddress: expected a value, found an empty string.'],
    ]
    await withProvider({ behaviour: strictness }, async (provider) => {
      for (const [{ body }, found] of changes)
        expect((await ask(provider, signed, { body: { ...bodyOf(provider, signed), ...(body as object) } })).text).toContain(found)
      for (const text of ['undefined', ''])
        expect((await ask(provider, listed, { path: `${listed.path}?source=${text}` })).text).toContain('source: expected a value')
      expect((await ask(provider, paged, { body: { terminalId: '' } })).text).toContain('terminalId: expected a value, found an empty')
      expect((await ask(provider, signed, { body: { ...bodyOf(provider, signed), description: '' } })).status).toBe(200)
    })
    expect((await told({}, listed, { path: `${listed.path}?source=undefined` })).status).toBe(200)
    await withProvider({}, async (provider) => {
      expect((await ask(provider, signed, { body: { ...bodyOf(provider, signed), walletAddress: 'undefined' } })).status).toBe(200)
    })
  })
})
