import { describe, expect, it } from 'vitest'
import { requestFields } from '../../contracts/fields.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { hasScheme } from '../../contracts/operation-kinds.ts'
import { listing, paged, target } from '../../engine/evidence/evidence.fixture.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { rightRequest } from '../../engine/probes/request.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { simulatedClient } from '../access/simulation.ts'
import { bodyNames, cookieNames, headerNames, queryNames, rareNames } from './places.ts'
import { allWrongCredentials } from './probe.ts'
import { credentialOf } from './wrong-credential.ts'
import { askedElsewhere, wrongCredentials } from './wrong-credentials.ts'

const text = ({ method, url, headers, body }: SentRequest) =>
  JSON.stringify([method, url, headers.map(([name, value]) => [name.toLowerCase(), value]), body?.toString()])
const awkward: Target = {
  ...target,
  settings: { ...target.settings, accessToken: '0', apiToken: '0', apiKey: '77', signingSecret: 'deadbeef' },
}
const seeds = ['a', 'b', 'c', 'd', 'e'].map((name) => createSeed(name))
const operations = [listing, paged].filter(hasScheme)

function sentTo(operation: (typeof operations)[number], given: Target, seed = seeds[0]): [role: string, request: SentRequest][] {
  const simulated = simulatedClient(contract)
  const client = { ...simulated, target: given, seed: seed ?? simulated.seed }
  return allWrongCredentials(contract, operation)
    .filter(({ omitted }) => omitted?.(given) === undefined)
    .map((wrong) => [wrong.role, wrong.build(client, new Map())])
}

describe('wrong credentials', () => {
  for (const operation of operations) {
    it(`of ${operation.id} are all wrong with every seed, and all different but for where they stand`, () => {
      for (const seed of seeds) {
        const sent = sentTo(operation, target, seed).map(([, request]) => text(request))
        expect(sent.length).toBeGreaterThan(40)
        expect(sent).not.toContain(text(rightRequest(operation, target)))
        expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(1)
      }
    })

    it(`of ${operation.id} leave out what is right by chance`, () => {
      for (const seed of seeds)
        for (const [role, request] of sentTo(operation, awkward, seed)) {
          const fields = request.headers.filter(([name]) => name === operation.authentication.header)
          if (!role.startsWith('form.')) expect(fields, role).not.toEqual([['Authorization', `${operation.authentication.scheme} 0`]])
        }
    })

    it(`of ${operation.id} are told as asking for other inputs where they do`, () => {
      const places = askedElsewhere(operation)
      for (const { role, title, plainTitles = [title] } of wrongCredentials(contract, operation)) {
        expect(title.endsWith(', for other inputs than ordinary ones'), role).toBe(places.has(role))
        expect(plainTitles.at(-1), role).not.toContain('other inputs')
      }
    })

    it(`of ${operation.id} leave out what another operation signs, where a value of that is not known`, () => {
      const money = contract.operations.filter(({ movesMoney }) => movesMoney)
      const roles = (given: Target) => sentTo(operation, given).map(([role]) => role)
      for (const { id, body } of money)
        for (const { value } of body?.fields ?? []) {
          if (!('setting' in value)) continue
          const { [value.setting]: _left, ...settings } = target.settings
          expect(roles(target)).toContain(`whole-${id}`)
          expect(roles({ ...target, settings })).not.toContain(`whole-${id}`)
        }
    })

    it(`of ${operation.id} stand in every place that has a name`, () => {
      const sent = new Map(sentTo(operation, target))
      const value = credentialOf(operation, target)
      const own = new Set([operation.authentication.header.toLowerCase(), ...requestFields(operation).map(({ name }) => name)])
      for (const [role, names] of [
        ['places', [...queryNames, ...headerNames, ...cookieNames]],
        [
          'places-rare',
          [...rareNames.query, ...rareNames.header, ...rareNames.cookie, ...queryNames.slice(0, 20), ...headerNames.slice(0, 20)],
        ],
        ['body', bodyNames],
      ] as const) {
        const request = sent.get(role)
        const cookies = request?.headers.find(([name]) => name === 'cookie')?.[1].split('; ') ?? []
        const named = [
          ...new URL(request?.url ?? '').searchParams,
          ...(request?.headers ?? []),
          ...cookies.map((pair) => pair.split('=')),
          ...(role === 'body' ? Object.entries(JSON.parse(request?.body?.toString() ?? '')) : []),
        ]
        const found = new Set(named.filter(([, text]) => String(text).endsWith(value)).map(([name]) => name))
        expect(names.filter((name) => !found.has(name) && !own.has(name.toLowerCase()))).toEqual([])
      }
    })

    it(`of ${operation.id} stand under the commonest names, though all of a long one do not fit into a request`, () => {
      const value = 'long'.repeat(30)
      const sent = new Map(sentTo(operation, { ...target, settings: { ...target.settings, [operation.authentication.setting]: value } }))
      const found = ['places', 'places-rare'].flatMap((role) => [
        ...new URL(sent.get(role)?.url ?? '').searchParams.keys(),
        ...(sent.get(role)?.headers.map(([name]) => name) ?? []),
      ])
      const common = [...headerNames.slice(0, 24), ...queryNames.slice(0, 18)]
      expect(common.filter((name) => !found.includes(name) && name !== operation.authentication.header.toLowerCase())).toEqual([])
    })

    it(`of ${operation.id} differ with the seed, and are the same for the same`, () => {
      const otherValue = (seed = seeds[0]) =>
        text(sentTo(operation, target, seed).find(([role]) => role === 'other-value')?.[1] as SentRequest)
      expect(new Set(seeds.map((seed) => otherValue(seed))).size).toBe(seeds.length)
      expect(otherValue()).toBe(otherValue())
    })
  }

  it('stand nowhere but in a wrong place, whatever the right one is called', () => {
    const [own] = operations
    if (!own) throw new Error('an operation is asked')
    const [query, cookie] = [rareNames.query.map((name) => `?${name}`), rareNames.cookie.map((name) => `${name}=`)]
    for (const place of [...query, ...cookie, ...rareNames.header]) {
      const operation = { ...own, authentication: { ...own.authentication, header: place, scheme: '' } }
      const wrong = allWrongCredentials(contract, operation).find(({ role }) => role === 'places-rare')
      if (!wrong) throw new Error('rare places are tried')
      const { url, headers } = wrong.build({ ...simulatedClient(contract), target }, new Map())
      const cookies = headers.find(([name]) => name === 'cookie')?.[1].split('; ') ?? []
      const given = [
        ...[...new URL(url).searchParams.keys()].map((name) => `?${name}`),
        ...cookies.map((pair) => pair.replace(/=.*/, '=')),
        ...headers.map(([name]) => name),
      ]
      expect(given.length).toBeGreaterThan(60)
      expect(given).not.toContain(place)
    }
  })

  it('never equal the right one, even if that is a word for anybody', () => {
    const words: Target = { ...target, settings: { ...target.settings, accessToken: 'test', apiToken: 'admin' } }
    for (const operation of operations)
      for (const text of Array.from({ length: 40 }, (_, index) => `word ${index}`)) {
        const worded = sentTo(operation, words, createSeed(text)).filter(([role]) => /^(word-other|wrong\..+|form\..+)$/.test(role))
        const right = ['Authorization', `${operation.authentication.scheme} ${credentialOf(operation, words)}`]
        for (const [role, { headers }] of worded) expect(headers, role).not.toContainEqual(right)
        expect(worded.length).toBeGreaterThan(10)
      }
  })

  it('are wrong for whoever reads the first or the last header of a name', () => {
    for (const operation of operations)
      for (const [role, { headers }] of sentTo(operation, target)) {
        const given = headers.flatMap(([name, value]) => (name === operation.authentication.header ? [value] : []))
        const right = `${operation.authentication.scheme} ${credentialOf(operation, target)}`
        if (given.length > 1) expect([given[0], given.at(-1)], role).not.toContain(right)
        expect(given.includes(right), role).toBe(role === 'between')
        // Whoever reads one alone and looks for its scheme anywhere finds the right one.
        if (role === 'between') expect([given[0], given.at(-1)].map((each) => each?.slice(-right.length))).toEqual([right, right])
      }
  })

  it('cross to no other origin, nor to none', () => {
    const [own, other] = operations
    if (!own || !other) throw new Error('two operations are compared')
    const apart = { ...target, bases: { ...target.bases, [other.base]: 'https://other.example' } }
    const { [other.base]: _, ...rest } = target.bases
    for (const given of [target, apart, { ...target, bases: rest }]) {
      const sent = sentTo(own, given).map(([, request]) => text(request))
      expect(sent.some((request) => request.includes(credentialOf(other, given)))).toBe(given === target)
    }
  })

  it('never carry the key that signs', () => {
    for (const operation of operations)
      for (const [role, request] of sentTo(operation, target)) expect(text(request), role).not.toContain(target.settings['signingSecret'])
  })
})
