import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PactV4 } from '@pact-foundation/pact'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { defined } from '../../language/defined.ts'
import { loadDocument } from '../../spec/document.ts'
import { derive } from '../derivation/derive.ts'
import { contract } from '../generated/contract.ts'
import { generatedValidators } from '../generated/validators.js'
import { pactSchema } from './pact.fixture.ts'
import { type Interaction, operationOfInteraction, type Pact, pacts } from './pacts.ts'
import type { Rule, Rules } from './rules.ts'

// The library would tell its maker of every use.
process.env['PACT_DO_NOT_TRACK'] = 'true'

const all = [...pacts(contract).values()]
const interactions = all.flatMap((pact) => pact.interactions)

it('holds a pact for each base and an interaction for each example of a success', () => {
  expect([...pacts(contract).keys()]).toEqual(contract.bases)
  const keys = interactions.map(({ key }) => key)
  expect(new Set(keys.map((key) => key.split('.')[0]))).toEqual(new Set(contract.operations.map(({ id }) => id)))
  expect(keys).toEqual(
    expect.arrayContaining([
      'getCoinInformation.coins',
      'getCoinInformation.coinsWithMaximum',
      'inquirePayments.payments',
      'inquirePayments.emptyPage',
      'requestWithdrawal.registered',
    ]),
  )
})

it('is valid in the form of specification 4', () => {
  const validate = new Ajv2020({ strict: false }).compile(pactSchema)
  for (const pact of all) expect([validate(pact), validate.errors]).toEqual([true, null])
})

it('gives every interaction a key, a description and a state of its own operation', () => {
  for (const values of [interactions.map(({ key }) => key), interactions.map(({ description }) => description)])
    expect(new Set(values).size).toBe(interactions.length)
  for (const interaction of interactions) {
    expect(interaction.key.startsWith(`${operationOfInteraction(contract, interaction)?.id}.`)).toBe(true)
    expect(interaction.response.status).toBe(operationOfInteraction(contract, interaction)?.success.status)
  }
})

it('has examples that are valid themselves', () => {
  for (const { comments, response } of interactions) {
    const [whole] = generatedValidators.get(comments.references.OpenAPI.operationId) ?? []
    expect(whole?.validate(response.body?.content)).toBe(true)
  }
})

it('has a rule for every field of a response', () => {
  for (const interaction of interactions) {
    const rules = interaction.response.matchingRules.body
    for (const { path, schema } of operationOfInteraction(contract, interaction)?.success.fields ?? []) {
      const at = path.reduce((place, step) => (step === '*' ? `${place}[*]` : `${place}.${step}`), '$')
      expect([at, at in rules]).toEqual([at, schema.properties === undefined])
    }
  }
})

it('says number or null of a supply without a maximum, whichever the example is', () => {
  const rule = { combine: 'OR', matchers: [{ match: 'number' }, { match: 'null' }] }
  const coins = interactions.filter(({ key }) => key.startsWith('getCoinInformation.'))
  expect(coins.map(({ response }) => response.matchingRules.body['$.data[*].max_supply'])).toEqual([rule, rule])
})

it('leaves out no operation that an overlay adds, with or without an example', async () => {
  const { content } = await loadDocument()
  const text = (extra: object) => ({ type: 'string', ...extra })
  const schema = {
    type: 'object',
    required: ['pair', 'side', 'code'],
    properties: {
      pair: text({ format: 'upper-snake' }),
      side: text({ enum: ['buy', 'sell'] }),
      code: text({ pattern: '^[a-z]{3}' }),
      note: text({}),
    },
  }
  const get = {
    operationId: 'getQuote',
    parameters: [{ name: 'pair', in: 'path', required: true, schema: text({ example: 'BTC_USDT' }) }],
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  }
  const overlaid = derive({ content: { ...content, paths: { '/quotes/{pair}': { get } }, webhooks: {} }, sha256: 'overlaid' })
  const [made] = [...pacts(overlaid).values()].flatMap((pact) => pact.interactions)
  expect(made).toMatchObject({ key: 'getQuote.success', request: { path: '/quotes/BTC_USDT' } })
  const rules = made?.response.matchingRules.body
  expect(Object.keys(rules ?? {})).toEqual(['$.pair', '$.side', '$.code'])
  expect(rules?.['$.side']?.matchers).toContainEqual({ match: 'regex', regex: 'buy|sell' })
  expect(rules?.['$.code']?.matchers).toContainEqual({ match: 'regex', regex: '(?:[a-z]{3})[\\s\\S]*' })
})

it("is what Pact's own builder makes of it, where that can say it", async () => {
  for (const pact of all) expect(await built(pact)).toEqual(expressible(pact))
})

/** The builder gives no keys, joins matchers by AND only, and knows nothing of the elements of a list whose example is empty. */
function expressible({ interactions, ...pact }: Pact): unknown {
  return {
    ...pact,
    interactions: interactions.map(({ key: _, ...interaction }) => ({
      ...interaction,
      request: { ...interaction.request, matchingRules: joined(interaction.request.matchingRules) },
      response: { ...interaction.response, matchingRules: joined(withoutAbsent(interaction)) },
    })),
  }
}

function joined(rules: Readonly<Record<string, Rules | undefined>>): unknown {
  const and = (part: Rules = {}) => Object.fromEntries(Object.entries(part).map(([at, rule]) => [at, { ...rule, combine: 'AND' }]))
  return Object.fromEntries(Object.entries(rules).map(([part, held]) => [part, and(held)]))
}

function withoutAbsent({ response }: Pick<Interaction, 'response'>): Record<string, Rules> {
  const { header, body } = response.matchingRules
  const present = Object.entries(body).filter(([at]) => valueAt(response.body?.content, at) !== undefined)
  return { header, body: Object.fromEntries(present) }
}

async function built({ consumer, provider, interactions }: Pact): Promise<unknown> {
  const dir = await mkdtemp(join(tmpdir(), 'assay-pact-'))
  try {
    const pact = new PactV4({ consumer: consumer.name, provider: provider.name, dir, logLevel: 'error' })
    for (const interaction of interactions) await build(pact, interaction)
    const [file = ''] = await readdir(dir)
    const content = JSON.parse(await readFile(join(dir, file), 'utf8')) as Pact & { metadata: object }
    const { pactSpecification } = content.metadata
    return { ...content, interactions: content.interactions.toSorted(inOrderOf(interactions)), metadata: { pactSpecification } }
  } finally {
    await rm(dir, { recursive: true })
  }
}

function inOrderOf(interactions: readonly Interaction[]) {
  const place = ({ description }: Interaction) => interactions.findIndex((each) => each.description === description)
  return (one: Interaction, other: Interaction) => place(one) - place(other)
}

async function build(pact: PactV4, { description, comments, providerStates, request, response }: Interaction): Promise<void> {
  const [state] = providerStates
  await pact
    .addInteraction()
    .uponReceiving(description)
    .given(state?.name ?? '', { settings: [...(state?.params.settings ?? [])] })
    .reference('OpenAPI', 'operationId', comments.references.OpenAPI.operationId)
    .withRequest(request.method, request.path, (builder) => {
      builder.headers(named(request.headers, request.matchingRules.header))
      if (request.query) builder.query(named(request.query, request.matchingRules.query))
      if (request.body) builder.jsonBody(matched(request.body.content, request.matchingRules.body))
    })
    .willRespondWith(response.status, (builder) => {
      builder.headers(named(response.headers, response.matchingRules.header))
      builder.jsonBody(matched(response.body?.content, response.matchingRules.body))
    })
    .executeTest(async ({ url }) => void (await send(url, request)))
}

async function send(url: string, { method, path, query = {}, headers, body }: Interaction['request']): Promise<void> {
  const address = `${url}${path}?${new URLSearchParams(Object.entries(query).map(([name, [value = '']]) => [name, value] as [string, string]))}`
  const flat = Object.entries(headers).map(([name, [value = '']]) => [name, value] as [string, string])
  const answer = await fetch(address, defined({ method, headers: flat, body: body && JSON.stringify(body.content) }))
  await answer.arrayBuffer()
}

function named(values: Readonly<Record<string, readonly string[]>>, rules: Rules = {}): Record<string, never> {
  return Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, matcher(value, rules[name])])) as Record<string, never>
}

function matched(value: unknown, rules: Rules = {}, at = '$'): Record<string, never> {
  if (Array.isArray(value))
    return matcher(
      value.map((element) => matched(element, rules, `${at}[*]`)),
      rules[at],
    )
  if (typeof value !== 'object' || value === null) return matcher(value, rules[at])
  const members = Object.entries(value).map(([name, member]) => [name, matched(member, rules, `${at}.${name}`)])
  return Object.fromEntries(members) as Record<string, never>
}

/** The form in which the builder takes any matcher. */
function matcher(value: unknown, rule: Rule | undefined): Record<string, never> {
  if (!rule) return value as Record<string, never>
  const types = rule.matchers.map(({ match, ...options }) => ({ 'pact:matcher:type': match, ...options }))
  const [only, ...others] = types
  const stated = others.length === 0 ? { ...only, value } : { 'pact:matcher:type': types, value }
  return stated as unknown as Record<string, never>
}

function valueAt(value: unknown, at: string): unknown {
  const steps = at.replaceAll('[*]', '.0').split('.').slice(1)
  return steps.reduce<unknown>((within, step) => (within as Readonly<Record<string, unknown>> | undefined)?.[step], value)
}
