import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { sign } from '../../contracts/signing.ts'
import { signed, target } from '../../engine/evidence/evidence.fixture.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { signedRequest, signedValues, signingInput } from '../../engine/probes/request.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { isAscii } from '../../text/ascii.ts'
import { isHeaderValue } from '../../text/header-field.ts'
import { simulatedClient } from '../access/simulation.ts'
import { formGroups } from './legal-forms/form-requests.ts'
import { rarelySigned, signedBy } from './mistakes/rare.ts'
import { decks } from './mistakes/rare-ways.ts'
import { allWrongSignatures } from './probe.ts'
import { replays } from './replays.ts'
import { wrongSignatures } from './variations.ts'
import type { WrongSignature } from './wrong-signature.ts'

const time = 1_760_000_000_123
const seed = createSeed('test')
const text = ({ method, url, headers, body }: SentRequest) =>
  JSON.stringify([method, url, headers.map(([name, value]) => [name.toLowerCase(), value]).sort(), body?.toString()])
const header = ({ headers }: SentRequest, name: string) => headers.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1]
const built = ({ build }: WrongSignature, given: Target, own = seed) =>
  build({ ...simulatedClient(contract), target: given, seed: own, ownTime: () => time }, new Map())
const remote: Target = { ...target, bases: { ...target.bases, [signed.base]: 'https://pay.example' } }
const awkward: Target = {
  ...target,
  settings: { ...target.settings, accessToken: '0', apiToken: '0', apiKey: '77', signingSecret: 'deadbeef', withdrawAmount: '1' },
}

describe('wrong signatures', () => {
  const all = wrongSignatures(signed)
  const { construction, header: name } = signed.authentication.signature

  it('are many, each with a name of its own', () => {
    expect(all.length).toBeGreaterThan(60)
    expect(new Set(all.map(({ role }) => role)).size).toBe(all.length)
  })

  it('claim who signs in the query of other machines too, and never what the body holds', () => {
    const asked = (role: string) =>
      new URL(all.flatMap((wrong) => (wrong.role === role ? [built(wrong, remote).url] : []))[0] ?? '').searchParams
    expect([...asked('signs.merchantCode.in-upper-case').keys()]).toContain('merchantCode')
    expect([...asked('signs.timestamp.with-fraction').keys()]).toContain('timestamp')
    expect([...asked('signs.amount.with-exponent').keys()]).toEqual([])
  })

  it('of another spelling say so where they claim what was signed in other places too', () => {
    const spelled = all.filter(({ requirement, role }) => requirement === 'verbatim' && /^(signs|sends)\./.test(role))
    const isClaiming = (wrong: WrongSignature) => new URL(built(wrong, target).url).search !== ''
    const isSaid = ({ title }: WrongSignature) => title.includes('in other places of the request as well')
    expect(spelled.filter(isClaiming).map(({ role }) => role)).toEqual(spelled.filter(isSaid).map(({ role }) => role))
    expect(spelled.filter(isSaid).length).toBeGreaterThan(3)
  })

  it('beside an unusual free text say so', () => {
    const field = signed.body?.fields.find(({ name }) => name === 'description')?.name ?? expect.unreachable()
    const textOf = (wrong: WrongSignature) => JSON.parse(built(wrong, target).body?.toString() ?? '{}')[field]
    const isUnusual = (wrong: WrongSignature) => wrong.role.startsWith('whole.') && String(textOf(wrong)).length > 20
    const isSaid = ({ title }: WrongSignature) => title.endsWith(`, and with an unusual ${field}`)
    expect(all.filter(isSaid).map(({ role }) => role)).toEqual(all.filter(isUnusual).map(({ role }) => role))
    expect(all.filter(isSaid)).toHaveLength(4)
  })

  describe('are left out for no settings that another value of the kind can be made of', () => {
    const asked = (role: string, settings: Target['settings']) => {
      const given = { ...target, settings: { ...target.settings, ...settings } }
      const [wrong] = all.filter((each) => each.role === role && each.omitted?.(given) === undefined)
      if (!wrong) throw new Error(`${role} is sent`)
      const { url, body } = built(wrong, given)
      return { claimed: new URL(url).searchParams, sent: JSON.parse(body?.toString() ?? '') }
    }

    it.for([
      { code: '884213', claimed: '884214' },
      { code: 'M-1001', claimed: 'm-1001' },
      { code: 'acme', claimed: 'ACME' },
    ])('as a merchant code $code', ({ code, claimed }) =>
      expect(asked('signs.merchantCode.in-upper-case', { merchantCode: code }).claimed.get('merchantCode')).toBe(claimed),
    )

    it('as a key of digits', () => expect(asked('signs.apiKey.in-upper-case', { apiKey: '77' }).claimed.get('api_key')).toBe('78'))

    it.for(['bc1qar0srrr7xfkvy5l643lydnw9re59gtzz', '0x52908400098527886e0f7030069857d2e4169ee7'])(
      'as a wallet in lower case, %s',
      (wallet) => {
        const { claimed, sent } = asked('sends.walletAddress.in-lower-case', { walletAddress: wallet })
        expect([claimed.get('wallet'), sent.walletAddress]).toEqual([wallet, wallet.toUpperCase()])
      },
    )

    it('as an amount without a point', () => expect(asked('sends.amount.with-comma', { withdrawAmount: '10' }).sent.amount).toBe('1,0'))
  })

  for (const [title, given] of [
    ['ordinary', target],
    ['awkward', awkward],
  ] as const) {
    it(`never equal the right one with ${title} settings`, () => {
      const right = text(signedRequest(signed, given, signedValues(signed, given, time)))
      const seen = new Map<string, string>()
      for (const wrong of all) {
        const { role: id, omitted } = wrong
        if (omitted?.(given) !== undefined) continue
        const request = built(wrong, given)
        expect(text(request), id).not.toBe(right)
        const input = signingInput(signed, given, time)
        // A request that lacks a header, or carries another key, is wrong even where its signature fits.
        const carried = Object.fromEntries(
          construction.parts.map((part) => [
            part.name,
            part.header ? (header(request, part.header) ?? '') : (input.values[part.name] ?? ''),
          ]),
        )
        if (!/^(key-id|timestamp)\./.test(id) && request.body?.toString() === input.body)
          expect(header(request, name), id).not.toBe(sign(construction, { ...input, values: carried }))
        seen.set(id, text(request))
      }
      expect(seen.size).toBeGreaterThan(50)
    })
  }

  it('never send another wallet, token or a greater amount elsewhere', () => {
    const own = JSON.parse(signedRequest(signed, remote, signedValues(signed, remote, time)).body?.toString() ?? '{}') as Record<
      string,
      string
    >
    const right = signedValues(signed, remote, time)
    const sent = [
      ...all.filter(({ omitted }) => omitted?.(remote) === undefined).map((wrong) => built(wrong, remote)),
      ...replays(signed)
        .filter(({ omitted }) => omitted?.(remote) === undefined)
        .map(({ build }) => build(remote, { values: right }, time + 1, seed)),
      ...formGroups(signed).flatMap(({ omitted, forms }) =>
        omitted?.(remote) === undefined
          ? forms.map(({ changes }) => signedRequest(signed, remote, signedValues(signed, remote, time, changes(remote)), changes(remote)))
          : [],
      ),
    ]
    expect(sent.length).toBeGreaterThan(60)
    for (const { body } of sent) {
      const fields = JSON.parse(body?.toString() ?? '{}') as Record<string, string>
      expect([fields['walletAddress'], fields['token']]).toEqual([own['walletAddress'], own['token']])
      expect(Number(fields['amount'])).toBeLessThanOrEqual(Number(own['amount']))
    }
  })

  it('sign a key that servers read as bytes or as characters as the right one, on every seed', () => {
    const right = sign(construction, signingInput(signed, target, time))
    const seeds = Array.from({ length: 40 }, (_, at) => createSeed(`key ${at}`))
    const requests = seeds.flatMap((own) =>
      all.filter(({ requirement }) => requirement === 'key-id').map((wrong) => built(wrong, target, own)),
    )
    const odd = requests.filter((request) => !isAscii(header(request, signed.authentication.key.header) ?? ''))
    expect(new Set(odd.map((request) => header(request, signed.authentication.key.header))).size).toBe(3)
    expect(new Set(odd.map((request) => header(request, name)))).toEqual(new Set([right]))
  })

  it('never hold in a header what none can hold', () => {
    const foreign: Target = { ...target, settings: { ...target.settings, merchantCode: 'ÿ-فروش' } }
    for (const wrong of all)
      if (wrong.omitted?.(foreign) === undefined)
        for (const [, value] of built(wrong, foreign).headers) expect(isHeaderValue(value), wrong.role).toBe(true)
  })

  it('never carry the secret key', () => {
    const secret = target.settings[construction.key] ?? ''
    for (const wrong of all) if (wrong.omitted?.(target) === undefined) expect(text(built(wrong, target)), wrong.role).not.toContain(secret)
  })
})

it('in rare ways are each sent in some run', () => {
  const { target: given } = simulatedClient(contract)
  const input = signingInput(signed, given, time)
  const sent = new Set(
    Array.from({ length: 100 }, (_, number) => createSeed(`seed ${number}`)).flatMap((each) =>
      decks.flatMap(({ roles }) =>
        roles.map((role) => rarelySigned(signed, { target: given, seed: each }, { role, time, changes: {} }).signature),
      ),
    ),
  )
  const never = decks.flatMap(({ ways }) => ways.filter((id) => !sent.has(signedBy(signed, id, input) ?? '')))
  expect(never).toEqual([])
})

it('never lack a time where it is not the time that is wrong: a target that wants rising times would refuse them for that', () => {
  const unsigned = allWrongSignatures(contract, signed).filter(({ role }) => role.startsWith('none.'))
  expect(unsigned).not.toEqual([])
  for (const { build } of unsigned)
    expect(header(build(simulatedClient(contract), new Map()), signed.authentication.timestamp.header)).toMatch(/^\d+$/)
})

describe('unusual forms of a right request', () => {
  it('are signed right, differ from the ordinary one, and are JSON of the same fields', () => {
    const ordinary = signedRequest(signed, target, signedValues(signed, target, time))
    for (const { id, changes } of formGroups(signed).flatMap(({ atOnce, forms }) => [atOnce, ...forms])) {
      const changed = changes(target)
      const request = signedRequest(signed, target, signedValues(signed, target, time, changed), changed)
      expect(request.body?.toString(), id).not.toBe(ordinary.body?.toString())
      expect(Object.keys(JSON.parse(request.body?.toString() ?? '')).sort(), id).toEqual(
        Object.keys(JSON.parse(ordinary.body?.toString() ?? '')).sort(),
      )
      expect(header(request, signed.authentication.signature.header), id).toBe(
        sign(signed.authentication.signature.construction, signingInput(signed, target, time, changed)),
      )
    }
  })
})
