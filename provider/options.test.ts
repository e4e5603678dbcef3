import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { valueAtPointer } from '../text/json/pointer.ts'
import { ask, bodyOf, now, operations, signatureOf, withProvider } from './asking.fixture.ts'
import type { Behaviour } from './behaviour.ts'
import { optionsOfVariant } from './named-variant.fixture.ts'
import { defaultSettings, otherTerminals } from './reference-settings.ts'
import { variants } from './variants.ts'

const { signed, paged, listed } = operations
const total = paged.pagination?.total ?? ''

describe('how refusals look', () => {
  const looks: readonly [NonNullable<Behaviour['errors']>, number, string | null, RegExp][] = [
    ['json', 401, 'application/json', /^\{"error":\{"code":"credential"/],
    ['forbidden', 403, 'text/html; charset=utf-8', /<h1>Forbidden/],
    ['empty-not-found', 404, null, /^$/],
    ['ok-error', 200, 'application/json', /^\{"status":"error"/],
    ['problem', 401, 'application/problem+json', /"type":"about:blank"/],
    ['unprocessable', 422, 'application/json', /^\{"errors":\[/],
    ['plain', 401, 'text/plain; charset=utf-8', /^Authorization: expected/],
    ['redirect', 302, null, /^$/],
  ]
  for (const [errors, status, mediaType, body] of looks) {
    it(`${errors}: ${status}`, async () => {
      await withProvider({ behaviour: { errors } }, async (provider) => {
        const told = await ask(provider, listed, { headers: { Authorization: undefined } })
        expect({ status: told.status, mediaType: told.headers.get('content-type') }).toEqual({ status, mediaType })
        expect(told.text).toMatch(body)
      })
    })
  }

  it('challenge: 401 with the scheme in WWW-Authenticate', async () => {
    await withProvider({ behaviour: { errors: 'challenge' } }, async (provider) => {
      const { headers } = await ask(provider, listed, { headers: { Authorization: undefined } })
      expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
    })
  })

  it('may differ by what was wrong', async () => {
    await withProvider({ behaviour: { errors: { credential: 'forbidden' } } }, async (provider) => {
      expect((await ask(provider, listed, { headers: { Authorization: undefined } })).status).toBe(403)
      expect((await ask(provider, listed, { path: '/elsewhere' })).status).toBe(404)
    })
  })
})

describe('timestamps and replays', () => {
  const ages: readonly [Behaviour, number, number][] = [
    [{}, -299_000, 200],
    [{}, -301_000, 401],
    [{}, 301_000, 401],
    [{ skew: { past: 1000, future: 0 } }, -1001, 401],
    [{ skew: { past: 1000, future: 0 } }, 1, 401],
    [{ skew: { past: Number.POSITIVE_INFINITY, future: 0 } }, -1e12, 200],
  ]
  for (const [behaviour, offset, status] of ages) {
    it(`${JSON.stringify(behaviour)}: ${offset} ms gets ${status}`, async () => {
      await withProvider({ behaviour }, async (provider) => {
        expect((await ask(provider, signed, { timestamp: String(now + offset) })).status).toBe(status)
      })
    })
  }

  const repeats: readonly [Behaviour, first: number, second: number, status: number][] = [
    [{}, 0, 0, 200],
    [{ replay: 'signature' }, 0, 0, 409],
    [{ replay: 'signature' }, 0, -1, 200],
    [{ replay: 'timestamp' }, 0, 0, 409],
    [{ risingTimestamps: true }, 0, 0, 401],
    [{ risingTimestamps: true }, 0, -1, 401],
    [{ risingTimestamps: true }, 0, 1, 200],
  ]
  for (const [behaviour, first, second, status] of repeats) {
    it(`${JSON.stringify(behaviour)}: ${second} after ${first} gets ${status}`, async () => {
      await withProvider({ behaviour }, async (provider) => {
        expect((await ask(provider, signed, { timestamp: String(now + first) })).status).toBe(200)
        expect((await ask(provider, signed, { timestamp: String(now + second) })).status).toBe(status)
      })
    })
  }

  it('a refused request is not remembered', async () => {
    await withProvider({ behaviour: { risingTimestamps: true } }, async (provider) => {
      const signedBody = { ...bodyOf(provider, signed), token: 'OTHER' }
      const later = { timestamp: String(now + 1000), body: bodyOf(provider, signed), signedBody }
      expect((await ask(provider, signed, later)).status).toBe(401)
      expect((await ask(provider, signed)).status).toBe(200)
    })
  })
})

describe('limits', () => {
  it('answers so many a second, then tells when to come again', async () => {
    let time = now
    const behaviour: Behaviour = { rate: { perSecond: 2, status: 503, retryAfter: true } }
    await withProvider({ behaviour, clock: () => time }, async (provider) => {
      const statuses = [await ask(provider, listed), await ask(provider, listed), await ask(provider, listed)]
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 503])
      expect(statuses[2]?.headers.get('retry-after')).toBe('1')
      time += 1000
      expect((await ask(provider, listed)).status).toBe(200)
    })
  })

  const pages: readonly [Behaviour, asked: object, status: number, page: number | undefined, records: number][] = [
    [{}, { perPage: 500 }, 200, 1, 57],
    [{ largestPage: 5 }, { perPage: 500 }, 200, 1, 5],
    [{ largestPage: 5, overLargestPage: 'refused' }, { perPage: 6 }, 400, undefined, 0],
    [{}, { page: 0 }, 400, undefined, 0],
    [{ pageZero: 'first' }, { page: 0 }, 200, 1, 10],
    [{}, { page: 99 }, 200, 99, 0],
    [{ beyondEnd: 'last' }, { page: 99 }, 200, 6, 7],
    [{ beyondEnd: 'first' }, { page: 99 }, 200, 1, 10],
    [{ beyondEnd: 'refused' }, { page: 99 }, 404, undefined, 0],
    [{ pageSizes: [5, 25] }, { perPage: 6 }, 200, 1, 25],
    [{ pageSizes: [5, 25] }, { perPage: 26 }, 200, 1, 25],
    [{ pageSizes: [5, 25], otherPageSizes: 'refused' }, { perPage: 6 }, 400, undefined, 0],
    [{ unknownTerminal: 'refused' }, { terminalId: '7' }, 404, undefined, 0],
    [{ unknownTerminal: 'refused' }, { terminalId: otherTerminals.empty }, 200, 1, 0],
    [{}, { terminalId: '7' }, 200, 1, 0],
    [{}, { other: 1 }, 200, 1, 10],
    [{ unknownFields: 'refused' }, { other: 1 }, 400, undefined, 0],
    [{ requires: 'all' }, { page: undefined }, 400, undefined, 0],
  ]
  for (const [behaviour, asked, status, page, records] of pages) {
    it(`${JSON.stringify(behaviour)}: ${JSON.stringify(asked)} gets ${status} and ${records} records`, async () => {
      await withProvider({ behaviour }, async (provider) => {
        const told = await ask(provider, paged, { body: { ...bodyOf(provider, paged), ...asked } })
        expect(told.status).toBe(status)
        expect(valueAtPointer(told.json, paged.pagination?.page.response ?? '')).toBe(page)
        expect(valueAtPointer(told.json, paged.pagination?.records ?? '') ?? []).toHaveLength(records)
      })
    })
  }

  it('lets payments arrive between requests', async () => {
    await withProvider({ behaviour: { records: { arriving: 2 } } }, async (provider) => {
      const totals = [await ask(provider, paged), await ask(provider, paged)].map(({ json }) => valueAtPointer(json, total))
      expect(totals).toEqual([57, 59])
    })
    await withProvider({ behaviour: { records: { arriving: { after: 1, payments: 3 } } } }, async (provider) => {
      const told = [await ask(provider, paged), await ask(provider, paged), await ask(provider, paged)]
      expect(told.map(({ json }) => valueAtPointer(json, total))).toEqual([57, 60, 60])
    })
  })

  it('has payments that settle, and payments that are alike', async () => {
    const list = paged.pagination?.records ?? ''
    await withProvider({ behaviour: { records: { settling: 1 } } }, async (provider) => {
      const told = [await ask(provider, paged), await ask(provider, paged)]
      expect(told.map(({ json }) => valueAtPointer(json, `${list}/0/status`))).toEqual(['PENDING', 'SUCCESS'])
    })
    for (const [alike, isSame] of [
      ['whole', true],
      ['reference', false],
    ] as const) {
      await withProvider({ behaviour: { records: { alike, order: 'oldest-first' } } }, async (provider) => {
        const [first, second] = valueAtPointer((await ask(provider, paged)).json, list) as { trxRefId: string }[]
        expect(second?.trxRefId).toBe(first?.trxRefId)
        expect(JSON.stringify(second) === JSON.stringify(first)).toBe(isSame)
      })
    }
  })
})

describe('what credentials may look like', () => {
  it('a scheme in another case, and upper-case hexadecimal, only where that is chosen', async () => {
    const { authentication } = signed
    const header = authentication.kind === 'signed' ? authentication.signature.header : ''
    const lenient: Behaviour = { acceptsSchemeInAnyCase: true, acceptsUpperCaseHex: true }
    for (const [behaviour, status] of [
      [{}, 401],
      [lenient, 200],
    ] as const) {
      await withProvider({ behaviour }, async (provider) => {
        expect((await ask(provider, listed, { headers: { Authorization: `bearer ${defaultSettings['accessToken']}` } })).status).toBe(
          status,
        )
        expect((await ask(provider, signed, { headers: { [header]: signatureOf(provider).toUpperCase() } })).status).toBe(status)
      })
    }
  })

  it('the default credentials are long, of both cases, with digits, and apart from their first letters on', () => {
    const secrets = contract.settings.filter(({ secret }) => secret).map(({ name }) => defaultSettings[name] ?? '')
    for (const secret of secrets) expect(secret).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{16,}$/)
    expect(new Set(secrets.map((secret) => secret.slice(0, 3))).size).toBe(secrets.length)
  })
})

describe('how answers travel', () => {
  const plain = variants['plain']
  it('has at least 36 conforming variants, each with a title of its own', () => {
    const titles = Object.values(variants).map(({ title }) => title)
    expect(titles.length).toBeGreaterThanOrEqual(36)
    expect(new Set(titles).size).toBe(titles.length)
    expect(plain?.options.behaviour).toEqual({})
  })

  const sameValues = [
    'gzip',
    'deflate',
    'brotli',
    'chunked',
    'connection-close',
    'headers-many',
    'json-pretty',
    'json-spacious',
    'json-reversed',
    'json-sorted',
    'json-escaped',
    'json-exponent',
    'content-charset',
    'content-case',
  ]
  for (const name of sameValues) {
    it(`${name}: the same coins as the plain provider`, async () => {
      await withProvider({}, async (provider) => {
        const { json } = await ask(provider, listed)
        await withProvider(optionsOfVariant(name), async (other) => {
          expect((await ask(other, listed)).json).toEqual(json)
        })
      })
    })
  }

  it('numbers withdrawals beyond double precision, each otherwise', async () => {
    await withProvider(optionsOfVariant('ids-beyond-double'), async (provider) => {
      const texts = [await ask(provider, signed), await ask(provider, signed)].map(({ text }) => /\d{16,}/.exec(text)?.[0])
      expect(texts).toEqual(['9007199254740993', '9007199254740994'])
    })
  })

  it('adds fields everywhere and takes none away', async () => {
    await withProvider(optionsOfVariant('fields-extra'), async (provider) => {
      const { json } = await ask(provider, signed)
      expect(json).toMatchObject({ _links: {}, data: { _links: {} } })
      expect(valueAtPointer(json, signed.unique[0]?.at ?? '')).toBe(40001)
    })
  })
})
