import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { ask, bodyOf, operations, type ProviderAnswer, signatureOf, withProvider } from '../provider/asking.fixture.ts'
import { defaultSettings } from '../provider/reference-settings.ts'
import type { RunningProvider } from '../provider/server.ts'
import { valueAtPointer } from '../text/json/pointer.ts'
import { type CaughtMutant, mutants } from './mutants.ts'

const all = mutants(contract)
const { signed, paged, listed } = operations
const token = defaultSettings['accessToken'] ?? ''

describe('mutants of answers differ from the right provider as they say', () => {
  const changed: Readonly<Record<string, RegExp>> = {
    'getCoinInformation.as-string.data[].rank': /"rank":"1"/,
    'getCoinInformation.as-null.data[].price': /"price":null/,
    'getCoinInformation.as-impossible-date.data[].birth_date': /2023-02-30/,
    'getCoinInformation.as-url-of-a-template.data[].site': /"https:\/\/\{host}/,
    'getCoinInformation.json-trailing-comma': /,\}$/,
    'getCoinInformation.json-duplicate-key': /^\{"status":null,"status":"success"/,
  }
  for (const [name, pattern] of Object.entries(changed)) {
    it(name, async () => {
      await bothSides(name, async (right, wrong) => {
        expect((await ask(right, listed)).text).not.toMatch(pattern)
        expect((await ask(wrong, listed)).text).toMatch(pattern)
      })
    })
  }

  it('every field is dropped by a mutant', async () => {
    for (const operation of contract.operations) {
      for (const { path } of operation.success.fields) {
        const name = `${operation.id}.drops.${path.join('.').replaceAll('.*', '[]')}`
        expect(all.map((mutant) => mutant.name)).toContain(name)
      }
    }
  })

  it('only the last of hundreds of coins is spoiled', async () => {
    const name = all.find((mutant) => mutant.name.startsWith('getCoinInformation.last-record.drops'))?.name ?? ''
    await withMutant(name, async (provider) => {
      const coins = valueAtPointer((await ask(provider, listed)).json, '/data') as object[]
      const lengths = coins.map((coin) => JSON.stringify(Object.keys(coin)).length)
      expect(lengths).toHaveLength(300)
      expect(new Set(lengths.slice(0, -1)).size).toBe(1)
      expect(JSON.stringify(coins.at(-1))).not.toEqual(JSON.stringify(coins.at(-2)))
    })
  })

  it('statuses and media types', async () => {
    await withMutant('inquirePayments.status-201', async (provider) => expect((await ask(provider, paged)).status).toBe(201))
    await withMutant('inquirePayments.media-type-none', async (provider) => {
      expect((await ask(provider, paged)).headers.get('content-type')).toBe(null)
    })
  })

  it('ids repeat', async () => {
    await withMutant('requestWithdrawal.repeats-every-second.data.withdrawId', async (provider) => {
      const ids = [await ask(provider, signed), await ask(provider, signed), await ask(provider, signed)].map(({ json }) =>
        valueAtPointer(json, '/data/withdrawId'),
      )
      expect(ids).toEqual([40001, 40001, 40003])
    })
  })
})

describe('mutants of pages', () => {
  const { pagination } = paged
  const second = (provider: RunningProvider) => ask(provider, paged, { body: { ...bodyOf(provider, paged), page: 2 } })
  const records = ({ json }: ProviderAnswer) => valueAtPointer(json, pagination?.records ?? '') as unknown[]

  it('overlap by one', async () => {
    await withMutant('inquirePayments.pages.overlaps-by-one', async (provider) => {
      expect(records(await second(provider))[0]).toEqual(records(await ask(provider, paged)).at(-1))
    })
  })

  it('leak a record of another terminal on the second page only', async () => {
    await withMutant('inquirePayments.pages.leaks-later', async (provider) => {
      const terminals = (told: ProviderAnswer) =>
        new Set(records(told).map((record) => valueAtPointer(record, pagination?.filter?.record ?? '')))
      expect(terminals(await ask(provider, paged)).size).toBe(1)
      expect(terminals(await second(provider)).size).toBe(2)
    })
  })

  it('say a wrong total from the second page on', async () => {
    await withMutant('inquirePayments.pages.total-wrong-later', async (provider) => {
      const totals = [await ask(provider, paged), await second(provider)].map(({ json }) => valueAtPointer(json, pagination?.total ?? ''))
      expect(totals).toEqual([57, 56])
    })
  })
})

describe('mutants of credentials accept what they say, and the right provider refuses it', () => {
  const lax: Readonly<Record<string, Parameters<typeof ask>[2]>> = {
    none: { headers: { Authorization: undefined } },
    empty: { headers: { Authorization: 'Bearer' } },
    'any-value': { headers: { Authorization: 'Bearer something-else' } },
    'any-case': { headers: { Authorization: `Bearer ${token.toUpperCase()}` } },
    'cut-short': { headers: { Authorization: `Bearer ${token.slice(0, -1)}` } },
    extended: { headers: { Authorization: `Bearer ${token}0` } },
    'scheme-token': { headers: { Authorization: `Token ${token}` } },
    'any-scheme': { headers: { Authorization: `Basic ${token}` } },
    bare: { headers: { Authorization: token } },
    'no-space': { headers: { Authorization: `Bearer${token}` } },
    'query-access-token': { path: `${listed.path}?access_token=${token}`, headers: { Authorization: undefined } },
    'cookie-access-token': { headers: { Authorization: undefined, cookie: `a=b; access_token=${token}` } },
    'header-x-access-token': { headers: { Authorization: undefined, 'x-access-token': token } },
    'own-inquirePayments': { headers: { Authorization: `Bearer ${defaultSettings['apiToken']}` } },
  }
  for (const [name, changes] of Object.entries(lax)) {
    it(name, async () => {
      await bothSides(`${listed.id}.credential.${name}`, async (right, wrong) => {
        expect((await ask(right, listed, changes)).status).toBe(401)
        expect((await ask(wrong, listed, changes)).status).toBe(200)
        expect((await ask(wrong, listed)).status).toBe(200)
      })
    })
  }

  it('payload-with-401 gives the coins away', async () => {
    await withMutant('getCoinInformation.credential.payload-with-401', async (provider) => {
      const { status, json } = await ask(provider, listed, { headers: { Authorization: undefined } })
      expect(status).toBe(401)
      expect(valueAtPointer(json, '/data/0/currency')).toBeDefined()
    })
  })
})

describe('mutants of signatures', () => {
  it('accept a mistake besides the right signature, or instead of it', async () => {
    const statuses = async (how: string) => {
      let right = 0
      await withMutant(`requestWithdrawal.signature.${how}.omits-amount`, async (provider) => {
        right = (await ask(provider, signed)).status
      })
      return right
    }
    expect([await statuses('beside'), await statuses('instead')]).toEqual([200, 401])
  })

  it('compare only the first characters', async () => {
    await bothSides('requestWithdrawal.signature.compares-first-8', async (right, wrong) => {
      const changed = (provider: RunningProvider) => ({
        headers: { 'x-signature': `${signatureOf(provider).slice(0, 8)}${'0'.repeat(56)}` },
      })
      expect((await ask(right, signed, changed(right))).status).toBe(401)
      expect((await ask(wrong, signed, changed(wrong))).status).toBe(200)
    })
  })

  it('remember signatures whatever the body', async () => {
    await withMutant('requestWithdrawal.signature.remembers-signatures', async (provider) => {
      const signedBody = bodyOf(provider, signed)
      const other = { signedBody, body: { ...signedBody, amount: '0.1' } }
      const statuses = [await ask(provider, signed, other), await ask(provider, signed), await ask(provider, signed, other)]
      expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200])
    })
  })

  it('remember nothing of another server', async () => {
    const name = 'requestWithdrawal.repeats-always.data.withdrawId'
    await withMutant(name, async (provider) => void (await ask(provider, signed)))
    await withMutant(name, async (provider) => {
      expect(valueAtPointer((await ask(provider, signed)).json, '/data/withdrawId')).toBe(40001)
    })
  })
})

async function withMutant(name: string, test: (provider: RunningProvider) => Promise<void>): Promise<void> {
  await withProvider({ mutant: mutantOf(name) }, test)
}

async function bothSides(name: string, test: (right: RunningProvider, wrong: RunningProvider) => Promise<void>): Promise<void> {
  await withProvider({}, (right) => withMutant(name, (wrong) => test(right, wrong)))
}

function mutantOf(name: string): CaughtMutant {
  const mutant = all.find((candidate) => candidate.name === name)
  if (!mutant) throw new Error(`there is no mutant ${name}`)
  return mutant
}
