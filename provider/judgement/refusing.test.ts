import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { ask, now, operations, type RequestChanges, told, withProvider } from '../asking.fixture.ts'
import type { Explainer } from './signature.ts'
import { timestampForm } from './timestamp.ts'

const { signed, paged, listed } = operations
const { authentication } = signed
if (authentication.kind !== 'signed') throw new Error('expected a signed operation')
const { key, timestamp, signature } = authentication

it.each([
  ['0', 'a number that is no time of these years'],
  ['-1', 'a number with a sign, a fraction or an exponent'],
])('a timestamp of %s is %s', (given, found) => expect(timestampForm(given, now)).toBe(found))

describe('a refusal says', () => {
  const times: readonly [given: string, found: RegExp][] = [
    [String(now).slice(0, -3), /expected the time in milliseconds, found seconds\./],
    ['1700000000', /expected the time in milliseconds, found seconds\./],
    [`${now}000`, /expected the time in milliseconds, found microseconds\./],
    [`${now}.5`, /expected an integer number of milliseconds since the Unix epoch, found milliseconds with a sign, a fraction/],
    [`${now / 1000}.25`, /found seconds with a sign, a fraction/],
    [`0${now}`, /found a number with a zero before it/],
    [new Date(now).toISOString(), /found a date\./],
    ['soon', /found something else\./],
    [String(now - 400_000), /found one that is 400000 milliseconds old/],
    [String(now + 400_000), /found one that is 400000 milliseconds ahead/],
  ]
  for (const [given, found] of times) {
    it(`what stands in the place of the time: ${given}`, async () => {
      const { status, text } = await told({}, signed, { timestamp: given })
      expect(status).toBe(401)
      expect(text).toMatch(found)
    })
  }

  it('which paths there are, and which one may be meant', async () => {
    const { status, text } = await told({ pathPrefix: '/api/v2' }, listed, { path: `${listed.path}s` })
    expect(status).toBe(404)
    expect(text).toContain(`Did you mean /api/v2${listed.path}?`)
    expect(text).toContain(`${signed.method} /api/v2${signed.path}`)
    for (const path of [`/undefined${listed.path}`, `${listed.path}&source=1`])
      expect((await told({}, listed, { path })).text).toContain(`Did you mean ${listed.path}?`)
  })

  it('no path that may be meant where any may', async () => {
    expect((await told({}, listed, { path: '/' })).text).not.toContain('Did you mean')
  })

  it('which media type and method it found', async () => {
    expect((await told({}, paged, { headers: { 'content-type': 'text/xml' } })).text).toContain('found \\"text/xml\\"')
    expect((await told({}, paged, { headers: { 'content-encoding': 'gzip' } })).text).toContain('content-encoding: expected none')
    expect((await told({}, listed, { method: 'PUT' })).text).toContain('found PUT')
  })

  it('whose value stands in the place of another', async () => {
    await withProvider({}, async (provider) => {
      const { accessToken = '', merchantCode = '' } = provider.settings
      const swapped = await ask(provider, paged, { headers: { Authorization: `Token ${accessToken}` } })
      expect(swapped.text).toContain('found that of accessToken')
      expect(swapped.text).not.toContain(accessToken)
      expect((await ask(provider, signed, { headers: { [key.header]: merchantCode } })).text).toContain('found that of merchantCode')
      const made = {
        [`"${accessToken}"`]: 'that of accessToken with something around it',
        [accessToken.toUpperCase()]: 'that of accessToken in another case',
        [accessToken.slice(0, -2)]: 'that of accessToken, cut short',
        [btoa(accessToken)]: 'that of accessToken in base64',
        undefined: 'the word undefined',
        '${API_TOKEN}': 'a placeholder that nothing filled in',
        'your-token': 'a placeholder that nothing filled in',
        '<something else': 'another value',
      }
      for (const [value, found] of Object.entries(made))
        expect((await ask(provider, paged, { headers: { Authorization: `Token ${value}` } })).text).toContain(`found ${found}.`)
    })
  })

  it.each([
    ['bearer x', '`bearer`, in another case'],
    ['Token x', '`Token`'],
    ['Bearer', '`Bearer` alone'],
    ['Bearer: x', '`:` behind the scheme, where a space belongs'],
    ['bearer=x', '`=` behind the scheme, where a space belongs'],
    ['kept-secret x', 'another scheme or none'],
  ])('what stands in the place of a scheme: %s', async (given, found) => {
    expect((await told({}, listed, { headers: { Authorization: given } })).text).toContain(`found ${found}.`)
  })

  it.each([
    ['{"page":1,}', '"}" at character 11'],
    ["{'page':1}", `"'" at character 2`],
    ['{"page":NaN}', '"N" in the place of a value'],
    ['[object Object]', 'the word [object Object]'],
    ['{"page":1', 'a text that breaks off after 9 characters, before it is complete'],
    ['{"page":"1', 'a text that breaks off after 10 characters, before it is complete'],
    ['"{\\"page\\":1}"', 'a string that holds one: it is encoded twice'],
    ['page=1&perPage=10', 'a form'],
    ['\ufeff{"page":1}', 'a byte order mark'],
  ])('what stands in the place of JSON: %s', async (body, found) => {
    expect((await told({}, paged, { text: body })).json).toMatchObject({ error: { message: expect.stringContaining(`found ${found}.`) } })
  })

  it.each(['page', 'perPage'])('which field is wrong, by its name: %s, which is too small', async (name) => {
    const { json } = await told({}, paged, { text: JSON.stringify({ [name]: 0 }) })
    expect(json).toMatchObject({ error: { message: expect.stringMatching(`^${name}: expected a page`) } })
  })

  it('which key stands twice, where fields that nobody lists are refused as well', async () => {
    const twice = { text: '{"page":1,"page":1,"perPage":10}' }
    const { json } = await told({ behaviour: { unknownFields: 'refused' } }, paged, twice)
    expect(json).toMatchObject({ error: { message: 'The body: expected each key once, found "page" again.' } })
    expect((await told({}, paged, twice)).text).not.toContain('each key once')
  })

  it('which character of an amount is no digit, and nothing of it beside', async () => {
    const texts = { '1,5': '","', '-1.5': '"-"', '1e3': '"e"', '': 'an empty string' }
    for (const [amount, found] of Object.entries(texts)) {
      const body = { amount, token: 'T', walletAddress: 'W', description: 'd', chain: 'c' }
      expect((await told({}, signed, { body })).text.replaceAll('\\', '')).toMatch(
        new RegExp(`amount: expected .*found (a string with )?${found}`),
      )
    }
  })

  it('where a credential stands, if it is in another place', async () => {
    await withProvider({}, async (provider) => {
      const { apiKey = '', apiToken = '' } = provider.settings
      const answer = await ask(provider, signed, { headers: { [key.header]: undefined, 'api-key': `Key ${apiKey}` } })
      expect(answer.text).toContain(
        `${key.header}: expected the header of a signed request, found none, and the key in the header api-key.`,
      )
      const places: Readonly<Record<string, RequestChanges>> = {
        'the header x-token': { headers: { 'x-token': apiToken } },
        'the address': { path: `${paged.path}?token=${apiToken}` },
        'the body': { body: { token: apiToken } },
      }
      for (const [place, changes] of Object.entries(places)) {
        const { text } = await ask(provider, paged, { ...changes, headers: { Authorization: undefined, ...changes.headers } })
        expect(text).toContain(`and the credential in ${place}.`)
      }
    })
  })

  it('which header may be meant for one that is absent', async () => {
    const { text } = await told({}, signed, { headers: { [signature.header]: undefined, 'x-sign': 'ab' } })
    expect(text).toContain(`${signature.header}: expected the header of a signed request, found none, but x-sign.`)
  })

  it('which mistake makes a signature, where it knows', async () => {
    const found = new Set<string>()
    const explainer: Explainer = {
      search: async ({ signature }) => void found.add(signature),
      known: ({ signature }) => (found.has(signature) ? 'seconds (signs-seconds)' : undefined),
    }
    const wrong = { headers: { [signature.header]: '0'.repeat(64) } }
    expect((await told({ explainer }, signed, wrong)).text).toContain('it signs seconds (signs-seconds)')
    expect((await told({}, signed, wrong)).text).toContain('found another value')
    expect((await told({}, signed, { headers: { [signature.header]: 'ab' } })).text).toContain('found 2 characters, where it has 64')
  })
})

it.each([
  ['urgent=true', 200],
  ['urgent=soon', 400],
  ['count=7', 200],
  ['count=seven', 400],
])('a parameter that may be null as well is read by its type: %s', async (query, status) => {
  const parameter = (name: string, type: string, value: unknown) =>
    ({ name, in: 'query', required: false, schema: { type: [type, 'null'] }, value: { value } }) as const
  const parameters = [...listed.parameters, parameter('urgent', 'boolean', true), parameter('count', 'integer', 7)]
  const asked = { ...contract, operations: contract.operations.map((each) => (each === listed ? { ...listed, parameters } : each)) }
  expect((await told({ contract: asked }, listed, { path: `${listed.path}?${query}` })).status).toBe(status)
})

describe('a provider for pages of other origins', () => {
  it('answers what a browser asks first', async () => {
    await withProvider({ behaviour: { crossOrigin: true } }, async ({ url }) => {
      const headers = { 'access-control-request-method': signed.method, 'access-control-request-headers': timestamp.header }
      const response = await fetch(`${url}${signed.path}`, { method: 'OPTIONS', headers })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-headers')).toBe(timestamp.header)
      expect(response.headers.get('access-control-allow-methods')).toContain(signed.method)
    })
  })

  it('and else refuses that method', async () => {
    expect((await told({}, signed, { method: 'OPTIONS' })).status).toBe(405)
  })
})
