import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentUrl, parseYaml, resolveDocument } from '../../spec/document.ts'
import { DocumentError } from '../../spec/document-error.ts'
import { misunderstood } from '../../spec/grammar/grammar.ts'
import { applyOverlay, parseOverlay } from '../../spec/overlay.ts'
import { spoiltEverywhere } from '../../spec/spoilt.fixture.ts'
import type { Node } from '../../text/json/node.ts'
import type { Contract, Operation } from '../contract.ts'
import { derive } from '../derivation/derive.ts'
import { formOf, isNamedStatus } from '../derivation/refusal-requirements.ts'

const document = parseYaml(readFileSync(documentUrl, 'utf8'), 'openapi.yaml')
const json = (schema: Node) => ({ content: { 'application/json': { schema } } })
const success = { '200': { description: 'ok', ...json({ type: 'object', properties: { id: { type: 'string' } } }) } }

async function derived(update: Node): Promise<Contract> {
  const overlay = parseOverlay(JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target: '$', update }] }), 'o.json')
  return derive(resolveDocument(applyOverlay(document, overlay), 'sha'))
}

async function added(stated: Node, others: Node = {}): Promise<Operation> {
  const { operations } = await derived({
    paths: { '/added': { post: { operationId: 'added', responses: success, ...stated } } },
    ...others,
  })
  const operation = operations.find(({ id }) => id === 'added')
  if (!operation) throw new Error('it is not derived')
  return operation
}

const signed = [{ withdrawalApiKey: [], withdrawalTimestamp: [], withdrawalSignature: [] }]

describe('where an operation is', () => {
  it.each([
    { says: 'a known address', servers: [{ url: '{chain_url}' }], want: 'chain' },
    { says: 'a variable', servers: [{ url: '{partner_base_url}/x' }], want: 'partner' },
    { says: 'a host', servers: [{ url: 'https://status.example/x' }], want: 'status-example' },
    { says: 'nothing', servers: [], want: 'coin' },
  ])('follows from $says', async ({ servers, want }) => {
    expect((await added({ servers })).base).toBe(want)
  })

  it('is where its credential goes already, if it says nothing', async () => {
    expect((await added({ security: [{ apiToken: [] }] })).base).toBe('chain')
  })
})

describe('a signature', () => {
  it('covers of a declared construction what the body has', async () => {
    const body = {
      content: {
        'application/json': { schema: { type: 'object', properties: { token: { type: 'string' }, amount: { type: 'number' } } } },
      },
    }
    const { authentication, movesMoney } = await added({ security: signed, requestBody: body })
    const parts = authentication.kind === 'signed' ? authentication.signature.construction.parts : []
    expect(parts.map(({ name, json }) => (json ? `${name} as JSON` : name))).toEqual([
      'apiKey',
      'merchantCode',
      'timestamp',
      'amount as JSON',
      'token',
    ])
    expect(movesMoney).toBe(true)
  })

  it.each([
    { lacks: 'a known hash', change: { hash: 'crc32' }, want: /x-signature\/hash: crc32/ },
    { lacks: 'a known encoding', change: { encoding: 'base32' }, want: /x-signature\/encoding: expected hex, base64 or base64url/ },
  ])('without $lacks is refused', async ({ change, want }) => {
    const schemes = { components: { securitySchemes: { withdrawalSignature: { 'x-signature': change } } } }
    await expect(added({ security: signed }, schemes)).rejects.toThrow(DocumentError)
    await expect(added({ security: signed }, schemes)).rejects.toThrow(want)
  })
})

describe('what cannot be derived from', () => {
  it.each([
    { what: 'an unknown scheme', stated: { security: [{ nobody: [] }] }, want: /added: there is no security scheme nobody/ },
    { what: 'a name twice', stated: { operationId: 'requestWithdrawal' }, want: /Two operations are called requestWithdrawal/ },
    { what: 'no success', stated: { responses: { '400': { description: 'no' } } }, want: /added has no success/ },
    { what: 'a cookie', stated: { parameters: [{ name: 'c', in: 'cookie' }] }, want: /the parameter c is a cookie/ },
  ])('is said: $what', async ({ stated, want }) => {
    await expect(added(stated)).rejects.toThrow(want)
  })
})

describe('refusals', () => {
  const error = json({ type: 'object', required: ['code'], properties: { code: { type: 'string' } } })
  const other = json({ type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } })

  it.each([
    { said: { '401': error }, credentials: ['401'], inputs: [] },
    { said: { '401': error, '403': error, '404': error }, credentials: ['401', '403'], inputs: [] },
    { said: { '400': error }, credentials: ['400'], inputs: ['400'] },
    { said: { '4XX': error }, credentials: ['4XX'], inputs: ['4XX'] },
    { said: { default: error }, credentials: ['default'], inputs: ['default'] },
    { said: { '4XX': { description: 'open' }, default: { description: 'open' } }, credentials: [], inputs: [] },
    { said: { '401': { description: 'no' } }, credentials: ['401'], inputs: [] },
  ])('of $said', async ({ said, credentials, inputs }) => {
    const { refusals } = await added({ responses: { ...success, ...said } })
    expect({ credentials: refusals.credentials, inputs: refusals.inputs }).toEqual({ credentials, inputs })
  })

  it('have the form of their status, else of its range, else of all others', async () => {
    const { refusals } = await added({ responses: { ...success, '401': error, '4XX': other, default: error } })
    expect([401, 404, 500].map((status) => formOf(refusals, status)?.id)).toEqual(['refusal', 'refusal.4XX', 'refusal'])
    expect([401, 404, 200].map((status) => isNamedStatus(['4XX', 'default'], status))).toEqual([true, true, false])
  })
})

it('no member of an overlay breaks anything, whatever of JavaScript it is called after', async () => {
  const example = parseYaml(readFileSync(new URL('../../docs/example.overlay.yaml', import.meta.url), 'utf8'), 'example.overlay.yaml')
  const apply = (spoilt: unknown) => misunderstood(applyOverlay(document, parseOverlay(JSON.stringify(spoilt), 'o.json')))
  const { places, faults } = await spoiltEverywhere(example, apply, DocumentError)
  expect(faults).toEqual([])
  expect(places).toBeGreaterThan(50)
})
