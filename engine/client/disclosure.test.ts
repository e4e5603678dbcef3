import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { providerSettings } from '../../provider/reference-settings.ts'
import { target as example, exchange, listing, response, signed } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { signedRequest, signedValues } from '../probes/request.ts'
import { disclosedIn, rightSignatures } from './disclosure.ts'

const settings = providerSettings(contract)
const target = { ...example, settings }
const secrets = contract.settings.filter(({ secret }) => secret).map(({ name }) => [name, settings[name] ?? ''] as const)
const proving = new Set(
  contract.operations.flatMap(({ authentication }) =>
    authentication.kind === 'scheme'
      ? authentication.setting
      : authentication.kind === 'signed'
        ? authentication.signature.construction.key
        : [],
  ),
)
const own = listing.authentication.kind === 'scheme' ? listing.authentication.setting : ''
const values = signedValues(signed, target, 1_700_000_000_000)
const wrong = signedRequest(signed, target, { ...values, signature: '0'.repeat(64) })

const toldIn = (operation: Operation, { request, response: answer }: Pick<Exchange, 'request' | 'response'>) =>
  disclosedIn(contract, target, operation, { ...exchange(operation, 'wrong', answer), request })

const plain: Exchange['request'] = { method: 'GET', url: 'http://127.0.0.1:1/', headers: [] }

it.each(secrets)('an answer that holds %s tells it, if it lets anybody in by itself', (name, value) => {
  const told = toldIn(listing, { request: plain, response: response(401, { error: `expected ${value}, found nothing` }) })
  expect(told).toEqual(proving.has(name) ? [name] : [])
})

it('a secret is found wherever it stands in a long answer', () => {
  const value = settings[own] ?? ''
  const told = (before: number) =>
    toldIn(listing, { request: plain, response: response(401, `${' '.repeat(before)}${value}${' '.repeat(2 << 20)}`) })
  for (const before of [0, (1 << 20) - 5, (2 << 20) - 5, (1 << 20) + 20_000]) expect(told(before)).toEqual([own])
})

it('a secret of other letters than those of ASCII is known as well', () => {
  const value = 'Schlüssel-für-12-Läden'
  const other = { ...target, settings: { ...settings, [own]: value } }
  const answer = response(401, { error: `expected ${value}` })
  expect(disclosedIn(contract, other, listing, { ...exchange(listing, 'wrong', answer), request: plain })).toEqual([own])
})

it('an answer tells nothing that its request held, or that is a word of any refusal', () => {
  const value = settings[own] ?? ''
  const request = { ...plain, headers: [['authorization', `Other ${value}`]] as const }
  expect(toldIn(listing, { request, response: response(401, { error: `no scheme Other: ${value}` }) })).toEqual([])
  const ordinary = { ...target, settings: { ...settings, [own]: 'access_token' } }
  const refused = exchange(listing, 'wrong', response(401, { error: 'access_token expired' }))
  expect(disclosedIn(contract, ordinary, listing, { ...refused, request: plain })).toEqual([])
})

it('a header tells as much as a body', () => {
  const refused = response(401, {})
  const headers = [...refused.headers, ['www-authenticate', `Bearer token="${settings[own]}"`] as const]
  expect(toldIn(listing, { request: plain, response: { ...refused, headers } })).toEqual([own])
})

it('an answer that holds the signature which its request ought to have had tells it, in either case, also with marks within it', () => {
  expect(rightSignatures(signed, settings, wrong)).toEqual([values.signature])
  const [key = ''] = Object.keys(settings).flatMap((name) =>
    wrong.headers.flatMap(([header, value]) => (value === settings[name] ? header : [])),
  )
  const keyless = { ...wrong, headers: wrong.headers.map(([name, value]) => [name, name === key ? 'another' : value] as const) }
  expect(rightSignatures(signed, settings, keyless)).toContain(values.signature)
  const apart = values.signature.toUpperCase().replace(/..(?=.)/g, '$&:')
  for (const text of [values.signature, values.signature.toUpperCase(), apart])
    expect(toldIn(signed, { request: wrong, response: response(401, { expected: text }) })).toEqual(['signature'])
})

it('an answer discloses what it holds in base64 or percent-encoded, except what its request held in any of these forms', () => {
  const value = Buffer.from(settings[own] ?? '').toString('base64')
  const percents = Buffer.from(settings[own] ?? '')
    .toString('hex')
    .replace(/../g, '%$&')
  expect(toldIn(listing, { request: plain, response: response(401, { debug: percents }) })).toEqual([own])
  const refused = response(401, { debug: value })
  expect(toldIn(listing, { request: plain, response: refused })).toEqual([own])
  expect(toldIn(listing, { request: { ...plain, headers: [['authorization', value]] }, response: refused })).toEqual([])
  const expected = Buffer.from(values.signature, 'hex').toString('base64url')
  expect(toldIn(signed, { request: wrong, response: response(401, { expected }) })).toEqual(['signature'])
  const encoded = signedRequest(signed, target, { ...values, signature: expected })
  expect(toldIn(signed, { request: encoded, response: response(401, { found: values.signature }) })).toEqual([])
})

it('an answer to the right signature in another case or altered, or to what is not signed, tells none', () => {
  const upper = signedRequest(signed, target, { ...values, signature: values.signature.toUpperCase() })
  expect(toldIn(signed, { request: upper, response: response(401, { found: values.signature }) })).toEqual([])
  const altered = signedRequest(signed, target, { ...values, signature: `${values.signature.slice(1)}0` })
  expect(toldIn(signed, { request: altered, response: response(401, { found: values.signature }) })).toEqual([])
  expect(rightSignatures(signed, settings, { headers: [], body: Buffer.from('[') })).toEqual([])
  expect(toldIn(listing, { request: wrong, response: response(401, { expected: values.signature }) })).toEqual([])
})
