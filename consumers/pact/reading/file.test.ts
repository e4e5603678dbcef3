import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { longestAddress } from '../../../engine/exchange.ts'
import { UsageError } from '../../../language/usage-error.ts'
import { spoiltEverywhere } from '../../../spec/spoilt.fixture.ts'
import { pactFile, rightDrafts } from '../fixtures/consumer.fixture.ts'
import { checkPacts } from '../pact-check.ts'
import { largestFile, mostPactValues, parsePact, readPactFiles } from './file.ts'

const right = pactFile(Object.values(rightDrafts('exact')), 3)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-pacts-'))
})

afterAll(() => rm(folder, { recursive: true }))

function changed(change: (pact: Record<string, unknown>) => void): string {
  const pact = JSON.parse(right) as Record<string, unknown>
  change(pact)
  return JSON.stringify(pact)
}

it.each([
  ['no JSON', '{"consumer":', /is not a pact: it is not JSON/],
  ['nothing', '', /is not a pact: it is not JSON/],
  ['what is kept secret', 'kept-secret: x', /it is not JSON \(Unexpected token 'k'\)\.$/],
  ['what no reader comes to the end of', `{"consumer":${'['.repeat(1e5)}`, /nests deeper than 200 levels/],
  ['a list', '[]', /is not a pact: expected a JSON object/],
  ['another kind of file', '{"openapi":"3.1.0"}', /is not a pact: expected a JSON object with "consumer"/],
  [
    'version 5',
    changed((pact) => {
      pact['metadata'] = { pactSpecificationVersion: '5.0.0' }
    }),
    /1 to 4.*it has "5\.0\.0"/,
  ],
  [
    'no version',
    changed((pact) => {
      delete pact['metadata']
    }),
    /it does not say which/,
  ],
  [
    'no interaction',
    changed((pact) => {
      pact['interactions'] = []
    }),
    /no interaction/,
  ],
  [
    'interactions that are none',
    changed((pact) => {
      pact['interactions'] = 'many'
    }),
    /no interaction/,
  ],
])('refuses %s, and says what to do', (_, text, message) => {
  expect(() => parsePact(text, 'a.json')).toThrow(message)
  expect(() => parsePact(text, 'a.json')).toThrow(/^a\.json /)
})

it('reads either way of stating version 4', () => {
  const text = changed((pact) => {
    pact['metadata'] = { 'pact-specification': { version: '4.0' } }
  })
  expect(parsePact(text, 'a.json').version).toBe(4)
})

it('shows what is no text as JSON', () => {
  const text = changed((pact) => {
    pact['consumer'] = { name: { a: 1 } }
    pact['interactions'] = [{ request: { method: { b: 2 }, path: ['/'] } }]
  })
  expect(parsePact(text, 'a.json')).toMatchObject({
    consumer: '{"a":1}',
    interactions: [{ request: { method: '{"B":2}', path: '["/"]' } }],
  })
})

it('reads version 2 as if it were 3', () => {
  const text = changed((pact) => {
    pact['metadata'] = { pactSpecification: { version: '2.0.0' } }
    pact['interactions'] = [
      {
        description: 'coins',
        providerState: 'there are coins',
        request: {
          method: 'get',
          path: '/a',
          query: 'source=1',
          matchingRules: {
            '$.path': { match: 'regex', regex: '/a' },
            '$.headers.X-Time': { match: 'type' },
            "$.header['X-Key']": { regex: '.' },
            '$.query.source': { match: 'type' },
          },
        },
        response: {
          body: { data: [1] },
          matchingRules: { '$.body.data': { min: 1 }, '$.body': { match: 'type' }, nonsense: 1, '$.other.a': {} },
        },
      },
    ]
  })
  const { version, interactions } = parsePact(text, 'a.json')
  const [found] = interactions
  const rule = (part: string, path: string[], matcher: object) => ({ part, path, combine: 'AND', matchers: [matcher] })
  expect([version, found?.states, found?.request.rules, found?.response.rules]).toEqual([
    3,
    JSON.stringify([{ name: 'there are coins' }]),
    [
      rule('path', [], { match: 'regex', regex: '/a' }),
      rule('header', ['X-Time'], { match: 'type' }),
      rule('header', ['X-Key'], { match: 'regex', regex: '.' }),
      rule('query', ['source'], { match: 'type' }),
    ],
    [rule('body', ['data'], { match: 'type', min: 1 }), rule('body', [], { match: 'type' })],
  ])
})

it('takes the messages of version 3 for interactions', () => {
  const { interactions } = parsePact(
    changed((pact) => {
      pact['interactions'] = []
      pact['messages'] = [{ description: 'paid', contents: {} }]
    }),
    'a.json',
  )
  expect(interactions).toMatchObject([{ description: 'paid', message: true }])
})

it.each([
  [{ of: 'coins' }, '{"of":"coins"}'],
  [null, 'null'],
  [undefined, 'without a description'],
])('calls an interaction by the description %j', (description, told) => {
  const text = changed((pact) => {
    pact['interactions'] = [{ description, request: {} }]
  })
  expect(parsePact(text, 'a.json').interactions).toMatchObject([{ description: told }])
})

it('reads what it can of files and folders, and says why not the others', async () => {
  const [good, bad, large, empty] = ['good.json', 'bad.json', 'large.json', 'empty'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  await writeFile(good, `\ufeff${right}`)
  await writeFile(bad, 'no')
  await writeFile(large, '')
  await truncate(large, 100 << 20)
  await mkdir(empty)
  const { pacts, problems } = await readPactFiles([folder, empty, join(folder, 'missing.json')])
  expect(pacts.map(({ file }) => file)).toEqual([good])
  expect(problems).toEqual([
    expect.stringMatching(/bad\.json is not a pact/),
    expect.stringContaining(`large.json has 100 MB; a pact of more than ${largestFile / (1 << 20)} MB is not read`),
    expect.stringContaining('empty is a folder without pacts'),
    expect.stringContaining('missing.json cannot be read (no such file or folder)'),
  ])
})

it('is no file that takes more room than any that a consumer writes', () => {
  const pact = JSON.parse(right)
  const [first] = pact.interactions
  const holding = (more: object) => () => parsePact(JSON.stringify({ ...pact, ...more }), 'a.json')
  expect(holding({ more: Array.from({ length: mostPactValues }, () => 0) })).toThrow('it holds more than 100,000 values')
  const asking = (request: object) => holding({ interactions: [{ ...first, request: { ...first.request, ...request } }] })
  const long = 'it holds a path, a query or an expression of more than 65,536 characters'
  expect(asking({ query: 'x'.repeat(longestAddress) })).not.toThrow()
  for (const part of ['path', 'query']) expect(asking({ [part]: 'x'.repeat(longestAddress + 1) })).toThrow(long)
  const rule = { body: { $: { matchers: [{ match: 'regex', regex: '(a|b)?'.repeat(11_000) }] } } }
  expect(asking({ matchingRules: rule })).toThrow(long)
})

it('survives nonsense in every part of an interaction', () => {
  for (const part of ['request', 'response', 'providerStates', 'description', 'type']) {
    for (const nonsense of [
      null,
      0,
      'text',
      [],
      { headers: 1, query: 2, body: 3, matchingRules: { body: { $: 4 }, header: 5, path: 6 }, status: 'x' },
    ]) {
      const text = changed((pact) => {
        pact['interactions'] = [{ ...(pact['interactions'] as object[])[0], [part]: nonsense }]
      })
      expect(() => parsePact(text, 'a.json')).not.toThrow()
    }
  }
})

it('no member breaks anything, whatever of JavaScript it is called after', async () => {
  const reliances = async () => new Map()
  const pact = JSON.parse(pactFile(Object.values(rightDrafts('exact')).slice(-2), 3))
  const check = (spoilt: unknown) => checkPacts(contract, [parsePact(JSON.stringify(spoilt), 'a pact')], { reliances })
  const { places, faults } = await spoiltEverywhere(pact, check, UsageError)
  expect(faults).toEqual([])
  expect(places).toBeGreaterThan(50)
})
