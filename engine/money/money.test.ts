import { describe, expect, it } from 'vitest'
import { requestFields } from '../../contracts/fields.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { target as here, signed } from '../evidence/evidence.fixture.ts'
import type { SentRequest } from '../exchange.ts'
import { type Changes, ordinaryInputs, signedRequest, signedValues } from '../probes/request.ts'
import type { Target } from '../target.ts'
import { disguised, forbidden } from './money.ts'

const base = 'https://pay.example'
const bases = Object.fromEntries(Object.keys(here.bases).map((name) => [name, base]))
const there: Target = { ...here, bases, settings: { ...here.settings, withdrawAmount: '1.50' }, allowWithdrawals: true, permitted: [base] }

const right = (target: Target, changes: Changes = {}): SentRequest =>
  signedRequest(signed, target, signedValues(signed, target, 1_700_000_000_000, changes), changes)
const ordinary = ordinaryInputs(signed, there)
const written = (text: string | Buffer) => forbidden(signed, there, { ...right(there), body: Buffer.from(text) })
const saying = (inputs: Record<string, unknown>) => written(JSON.stringify({ ...ordinary, ...inputs }))
const fields = requestFields(signed).flatMap(({ name, value }) => ('setting' in value ? [name] : []))
const text = JSON.stringify(ordinary)

describe('the guard of money', () => {
  it('lets everything out that stays on this machine', () => {
    const odd = { inputs: Object.fromEntries(fields.map((name) => [name, 'another'])) }
    expect(forbidden(signed, here, right(here, odd))).toBeUndefined()
  })

  it('lets out what is configured, told apart by its description, and less of it', () => {
    expect(saying({})).toBeUndefined()
    expect(saying({ description: 'Überweisung' })).toBeUndefined()
    for (const amount of ['1.5', '1.500', '1.49', '0.000000000000000001', '0', '01.50']) expect(saying({ amount }), amount).toBeUndefined()
    expect(written(` ${text}\n`)).toBeUndefined()
  })

  it.each(['1.51', '15', '1.500000000000000000000001', '150e-2', '1e0', '-1', '+1', '1,5', '0x1', ' 1', '', '9'.repeat(80)])(
    'keeps back the amount %j',
    (amount) => {
      expect(saying({ amount })).toMatch(/its amount is another one/)
    },
  )

  it.each([1.5, 15, null, undefined, ['1.50'], { amount: '1.50' }])('keeps back an amount that is no text as configured: %j', (amount) => {
    expect(saying({ amount })).toMatch(/its amount is another one/)
  })

  it.each(fields.filter((name) => name !== 'amount'))('keeps back another %s, however near', (name) => {
    const value = String(ordinary[name])
    for (const other of [`${value}0`, ` ${value}`, value.toLowerCase(), value.slice(1), undefined, null, [value]])
      if (other !== value) expect(saying({ [name]: other }), String(other)).toMatch(new RegExp(`its ${name} is another one`))
  })

  it.each([
    ['a name twice', text.replace('{', '{"amount":"1000",')],
    ['a name that a lax reader takes for another', text.replace('{', '{"Amount":"1000",')],
    ['no JSON', '{"amount": "1'],
    ['nothing', ''],
    ['a list', `[${text}]`],
    ['a text', JSON.stringify(text)],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')])],
    ['a byte order mark', `\ufeff${text}`],
  ])('keeps back a body with %s', (_, body) => {
    expect(written(body)).toMatch(/away from this machine/)
  })

  it('keeps back what goes to another origin, by whatever path, of any operation', () => {
    expect(forbidden(signed, there, { ...right(there), url: 'https://pay.example@evil.example/v1' })).toMatch(/is not the configured one/)
    expect(forbidden(signed, there, { ...right(there), url: 'http://pay.example/v1' })).toMatch(/is not the configured one/)
    expect(forbidden(signed, there, { ...right(there), url: 'https://pay.example:8443/v1' })).toMatch(/is not the configured one/)
    expect(forbidden({ ...signed, movesMoney: false }, here, { ...right(here), url: base })).toMatch(/is not the configured one/)
  })

  it('holds back requests that contradict their body elsewhere, and encoded bodies', () => {
    const request = right(there)
    expect(forbidden(signed, there, { ...request, url: `${request.url}?AMOUNT=100` })).toMatch(/its amount is another one/)
    expect(forbidden(signed, there, { ...request, headers: [...request.headers, ['Content-Encoding', 'gzip']] })).toMatch(/encoded/)
  })

  it.each(['path', 'header'] as const)('holds back another value of what travels in a %s', (place) => {
    const [field] = requestFields(signed).filter(({ value }) => 'setting' in value)
    if (!field) throw new Error('No field is configured.')
    const operation = { ...signed, parameters: [{ ...field, in: place, name: 'wallet' }] }
    const value = String(ordinaryInputs(operation, there)['wallet'])
    const sent = (given: string): SentRequest => ({
      ...right(there),
      ...(place === 'path' ? { url: `${base}/${encodeURIComponent(given)}` } : { headers: [['Wallet', given]] }),
    })
    expect(forbidden(operation, there, sent(value))).toBeUndefined()
    expect(forbidden(operation, there, sent('another'))).toMatch(/its wallet is another one/)
  })

  it('asks for permission, and for that of the origin', () => {
    expect(forbidden(signed, { ...there, allowWithdrawals: false }, right(there))).toMatch(/--allow-withdrawals/)
    expect(forbidden(signed, { ...there, permitted: ['https://other.example'] }, right(there))).toMatch(/--allow-withdrawals/)
  })

  it('lets out a bare question for the address itself, and nothing more', () => {
    expect(forbidden(signed, there, { method: 'GET', url: base, headers: [] })).toBeUndefined()
    expect(forbidden(signed, there, { method: 'GET', url: `${base}${signed.path}`, headers: [] })).toMatch(/away from this machine/)
  })

  it('keeps back what a server may take for a withdrawal: by its address, be it a prefix of ours, or by a header', () => {
    const [one] = contract.operations.filter(({ method, movesMoney }) => method === 'POST' && !movesMoney)
    if (!one) throw new Error('There is no operation to try.')
    const sent = (url: string, changes: Partial<SentRequest> = {}) => ({
      method: 'POST',
      url,
      headers: [],
      body: Buffer.from('{}'),
      ...changes,
    })
    const found = (request: SentRequest, target = there) => disguised(contract, one, target, request)
    const [, ...rest] = signed.path.split('/').slice(1)
    const prefixed = { ...there, bases: { ...there.bases, [signed.base]: `${base}/pre` } }
    const encoded = `${base}${signed.path.replace(/\/(?=[^/]*$)/, '%2F')}`
    expect(found(sent(encoded))).toMatch(/may take it for requestWithdrawal/)
    expect(found(sent(`${base}/pre${signed.path}`), prefixed)).toMatch(/may take it/)
    expect(found(sent(`${base}/any`, { headers: [['X-Original-URL', signed.path]] }))).toMatch(/may take it/)
    expect(found(sent(`${base}/any`, { headers: [['X-Rewrite-URL', `https://else.example${signed.path}/`]] }))).toMatch(/may take it/)
    expect([found(sent(`${base}/${rest.join('/')}`)), found(sent(`${base}/any`)), found(sent(encoded), here)]).toEqual(
      Array(3).fill(undefined),
    )
  })

  it('keeps back an operation that does not carry all that is configured', () => {
    expect(forbidden({ ...signed, unguarded: true }, there, right(there))).toMatch(/on this machine only/)
    expect(forbidden({ ...signed, unguarded: true }, here, right(here))).toBeUndefined()
  })
})
