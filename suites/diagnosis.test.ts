import { afterEach, describe, expect, it } from 'vitest'
import type { Operation } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { mistakes } from '../contracts/mistakes.ts'
import { mutants } from '../provider/mutants.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { type RunningProvider, startProvider } from '../provider/server.ts'
import { clockSkew } from './diagnoses/clock.ts'
import { malformedDiagnoses, unsetDiagnoses } from './diagnoses/settings.ts'
import { wrongVectors } from './diagnoses/signer.ts'
import { diagnose } from './diagnosis.ts'
import { run } from './engine.ts'
import type { Exchange, Headers, TransportFailure } from './exchange.ts'
import { exitCode } from './run.ts'
import { addressOf, type Target } from './target.ts'

const paged = operation(({ pagination }) => pagination !== undefined)
const signed = operation(({ authentication }) => authentication.kind === 'signed')
const plain = operation((each) => each !== paged && each !== signed)
const scheme = plain.authentication.kind === 'scheme' ? plain.authentication.scheme : ''
const secretOfPlain = plain.authentication.kind === 'scheme' ? plain.authentication.setting : ''
const began = Date.UTC(2026, 0, 2, 3, 4, 5)

const target: Target = {
  name: 'dev',
  bases: Object.fromEntries(contract.bases.map((base) => [base, `https://${base}.example`])),
  settings: Object.fromEntries(contract.settings.map(({ name }) => [name, `value-of-${name}`])),
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: true,
}

function operation(is: (operation: Operation) => boolean): Operation {
  const found = contract.operations.find(is)
  if (!found) throw new Error('the contract has no such operation')
  return found
}

interface Answer {
  readonly role?: string
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Headers
  readonly startedAt?: number
}

function answered(
  to: Operation,
  { role = 'control', status = 401, body = { error: 'no' }, headers = [], startedAt = began }: Answer,
): Exchange {
  const response = { status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), truncated: false }
  return { ...bare(to, role), response, startedAt }
}

function failed(to: Operation, kind: TransportFailure, code = ''): Exchange {
  return { ...bare(to, 'control'), failure: { kind, message: kind, ...(code && { code }) } }
}

function bare(to: Operation, role: string) {
  const request = { method: to.method, url: addressOf(target, to), headers: [] }
  return { id: `${to.id}/${role}`, probe: to.id, role, operation: to.id, request, startedAt: began, durationMs: 40, repeats: 0 }
}

const accepted = (to: Operation): Exchange => answered(to, { status: 200, body: to.success.example })
const problems = (exchanges: readonly Exchange[], at: Target = target) =>
  diagnose({ contract, target: at, exchanges }).map(({ id, problem, remedy }) => `${id}: ${problem} ${remedy}`)

it('has nothing to say where everything is accepted', () => {
  expect(problems(contract.operations.map(accepted))).toEqual([])
})

describe('a refusal', () => {
  it('of everything alike is one diagnosis: the settings may be wrong, or the target', () => {
    const said = problems(contract.operations.map((each) => answered(each, {})))
    expect(said).toEqual([
      expect.stringMatching(/^refused: Every operation refuses a right request with 401: the settings may be wrong, or the target is\./),
    ])
    for (const { env, secret } of contract.settings) expect(said[0]?.includes(env)).toBe(secret)
  })

  it('of one operation names its own credential alone, by the variable that the configuration names', () => {
    const named: Target = { ...target, variables: { [secretOfPlain]: 'DEV_TOKEN' } }
    const [said, ...others] = problems([answered(plain, {}), accepted(paged), accepted(signed)], named)
    expect(said).toBe(
      `refused: ${plain.id} refuses a right request with 401: the settings may be wrong, or the target is. Look at DEV_TOKEN.`,
    )
    expect(others).toEqual([])
  })

  const table: readonly (readonly [title: string, answer: Answer, want: RegExp])[] = [
    ['as not found looks at the address', { status: 404 }, /Look at the address https:/],
    [
      'by a redirect says where to',
      { status: 302, headers: [['Location', 'https://login.example/']] },
      /redirect \(302 to https:\/\/login\.example\/\)/,
    ],
    [
      'by a web page speaks of a gateway',
      { status: 403, headers: [['content-type', 'text/html']], body: '<html>' },
      /web page \(403\): a gateway/,
    ],
    ['as forbidden asks whether access was granted', { status: 403 }, /access to it was granted/],
    ['as a bad request looks at what is asked for', { status: 400 }, /Look at what is asked for \(ASSAY_/],
    ['by a failure looks at the log', { status: 500 }, /fails at a right request with 500.*log/],
    ['that is no refusal either says so', { status: 200, body: {} }, /with nothing that could be its payload/],
  ]
  for (const [title, answer, want] of table) {
    it(title, () => {
      expect(problems([answered(plain, answer), accepted(paged)])).toEqual([expect.stringMatching(want)])
    })
  }

  it('points at a credential that begins with its scheme', () => {
    const at: Target = { ...target, settings: { ...target.settings, [secretOfPlain]: `${scheme} abc` } }
    expect(problems([answered(plain, {}), accepted(paged)], at)[0]).toMatch(
      new RegExp(`^malformed: .* begins with the scheme's name, ${scheme}`),
    )
  })

  it('after wrong requests alone is a lockout', () => {
    expect(problems([accepted(paged), answered(paged, { role: 'control-after', status: 403 })])).toEqual([
      expect.stringMatching(/^lockout: .*403/),
    ])
  })
})

describe('a right signature that is refused', () => {
  const construction = signed.authentication.kind === 'signed' ? signed.authentication.signature.construction : undefined
  const titles = construction ? mistakes(construction).filter(({ open }) => !open) : []
  const tried = (role: string) => answered(signed, { role, status: 200, body: signed.success.example })

  it('is explained by the mistake that is accepted instead, in its words', () => {
    const [one] = titles
    if (!one) throw new Error('there is no mistake')
    expect(problems([answered(signed, {}), tried(one.id)])).toEqual([
      expect.stringContaining(`refuses the right signature with 401 and accepts a wrong one: it signs ${one.title}.`),
    ])
  })

  it('names three of many', () => {
    const many = titles.slice(0, 5).map(({ id }) => tried(id))
    expect(problems([answered(signed, {}), ...many])[0]).toMatch(/; and 2 more\./)
  })

  it('has no such explanation where an accepted request was a right one', () => {
    expect(problems([answered(signed, {}), tried('variety.spacing')])).toEqual([expect.stringMatching(/^refused: /)])
  })
})

describe('an address at which nothing is answered', () => {
  const table: readonly (readonly [kind: TransportFailure, code: string, want: RegExp])[] = [
    ['name', 'ENOTFOUND', /host name .*\.example cannot be resolved/],
    ['refused', 'ECONNREFUSED', /Nothing listens at/],
    ['time-out', '', /does not answer in time/],
    ['reset', 'ECONNRESET', /closes every connection/],
    ['protocol', 'HPE_INVALID_CONSTANT', /does not answer in HTTP/],
    ['tls', 'CERT_HAS_EXPIRED', /has expired/],
    ['tls', 'CERT_NOT_YET_VALID', /not valid yet/],
    ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', /does not trust.*tls\.ca/],
    ['tls', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /tls\.certificate/],
    ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS.*http instead of https/],
    ['other', 'UND_ERR_ABORTED', /could not be asked/],
  ]
  for (const [kind, code, want] of table) {
    it(`is explained: ${kind} ${code}`, () => {
      expect(problems([failed(plain, kind, code), accepted(paged)])).toEqual([expect.stringMatching(want)])
    })
  }

  it('is named once, however many requests went there', () => {
    expect(problems([failed(paged, 'refused'), failed(signed, 'refused')])).toHaveLength(1)
  })

  it('is none where one request was answered, or the run ended first', () => {
    expect(problems([failed(paged, 'reset'), accepted(signed)])).toEqual([])
    expect(problems([failed(paged, 'deadline'), failed(plain, 'interrupted')])).toEqual([])
  })
})

describe('clocks', () => {
  const dated = (ahead: number, answer: Answer = {}): Exchange => {
    const cut = Math.floor((began + 20 + ahead) / 1000) * 1000
    const headers: Headers = [['Date', new Date(cut).toUTCString()], ...(answer.headers ?? [])]
    return answered(signed, { status: 200, body: signed.success.example, ...answer, headers })
  }

  for (const [ahead, want] of [
    [0, undefined],
    [4000, undefined],
    [-4000, undefined],
    [90_000, /at least 8\d seconds ahead of/],
    [-90_000, /at least 8\d seconds behind/],
    [600_000, /at least 9 minutes ahead of/],
    [-86_400_000, /at least 23 hours behind/],
  ] as const) {
    it(`${ahead} ms apart are ${want ? 'named' : 'no matter'}`, () => {
      expect(problems([dated(ahead)])).toEqual(want ? [expect.stringMatching(want)] : [])
    })
  }

  it('a little apart are named where a signed request was refused', () => {
    const refused = { status: 401, body: { error: 'late' } }
    expect(problems([dated(4000, refused)])[0]).toMatch(/^clock: .* at least [23] seconds ahead of/)
    expect(problems([dated(0, refused)]).filter((text) => text.startsWith('clock'))).toEqual([])
  })

  it('take the latency into account: a slow answer proves less', () => {
    const slow = { ...dated(8000), durationMs: 9000 }
    expect(clockSkew([slow])).toBe(0)
    expect(clockSkew([slow, dated(8000)])).toBeGreaterThan(6000)
  })

  it('are told neither by a cache nor by answers that disagree', () => {
    expect(clockSkew([dated(90_000, { headers: [['age', '90']] })])).toBe(0)
    expect(clockSkew([dated(90_000), dated(-90_000)])).toBe(0)
    expect(clockSkew([answered(signed, { headers: [['date', 'nonsense']] })])).toBe(0)
  })
})

it('names an empty list, and what was asked for', () => {
  const empty = structuredClone(paged.success.example)
  const list = (paged.pagination?.records ?? '').split('/').slice(1)
  const holder = list
    .slice(0, -1)
    .reduce<Record<string, unknown>>((within, step) => within[step] as Record<string, unknown>, empty as Record<string, unknown>)
  holder[list.at(-1) ?? ''] = []
  const said = problems([answered(paged, { status: 200, body: empty })])
  expect(said).toEqual([expect.stringMatching(/^empty: .* lists nothing for .*"value-of-.*ASSAY_/)])
})

it('counts what was answered with 429 to the last', () => {
  expect(problems([answered(paged, { role: 'x', status: 429 }), accepted(paged)])).toEqual([
    expect.stringMatching(/^limited: 1 of 2 requests.*--rate/),
  ])
})

describe('settings', () => {
  it('that are not set are named, those of claimed operations alone', () => {
    const bare: Target = { ...target, bases: {}, settings: {}, operations: [plain.id] }
    expect(unsetDiagnoses(contract, bare).map(({ about }) => about)).toEqual([
      plain.base,
      ...contract.settings.filter(({ name }) => JSON.stringify(plain).includes(`"${name}"`)).map(({ env }) => env),
    ])
    expect(unsetDiagnoses(contract, target)).toEqual([])
  })

  for (const value of ['"quoted"', "'quoted'", '<ACCESS_TOKEN>', 'changeme', 'your-token-here']) {
    it(`such as ${value} are no values`, () => {
      const said = malformedDiagnoses(contract, { ...target, settings: { [secretOfPlain]: value } })
      expect(said).toHaveLength(1)
      expect(said[0]?.problem).not.toContain(value)
    })
  }
})

describe('the signer', () => {
  const construction = signed.authentication.kind === 'signed' ? signed.authentication.signature.construction : undefined

  it('is told by a vector that has another signature', async () => {
    if (!construction) throw new Error('nothing is signed')
    const { vectorFile } = await import('../contracts/vectors.ts')
    const { testGroups } = vectorFile(construction)
    expect(wrongVectors(construction, testGroups)).toEqual([])
    const [first, ...others] = testGroups
    if (!first) throw new Error('there are no vectors')
    const spoilt = { ...first, tests: first.tests.map((test, at) => (at === 0 ? { ...test, signature: '00' } : test)) }
    expect(wrongVectors(construction, [spoilt, ...others])).toMatchObject([
      { id: 'signer', problem: expect.stringMatching(/^1 of \d+ signatures differ/) },
    ])
    expect(wrongVectors({ ...construction, separator: ':' }, [spoilt])).toEqual([])
  })
})

describe('a run', () => {
  let provider: RunningProvider | undefined
  afterEach(() => provider?.close())

  async function runAgainst(options: ProviderOptions, settings: Readonly<Record<string, string>> = {}) {
    provider = await startProvider({ contract, ...options })
    const { bases } = provider
    const at = { ...target, bases, settings: { ...provider.settings, ...settings } }
    return run({ contract, target: at, selection: { only: '*.accepted', observe: ['none'] } })
  }

  it('is explained without a request more, and its verdict stays', async () => {
    const { diagnoses, outcomes, complete, exchanges } = await runAgainst({}, { [secretOfPlain]: 'wrong-credential' })
    expect(diagnoses).toMatchObject([{ id: 'refused', about: plain.id }])
    expect(exitCode({ outcomes, complete })).toBe(1)
    expect(exchanges.filter(({ probe }) => probe.includes('doctor'))).toEqual([])
  })

  it('of a target that conforms has nothing to explain', async () => {
    expect((await runAgainst({})).diagnoses).toEqual([])
  })

  it('of a target that signs otherwise says how', async () => {
    const mutant = mutants(contract).find(({ name }) => name.endsWith('.instead.signs-seconds'))
    if (!mutant) throw new Error('there is no such mutant')
    provider = await startProvider({ contract, mutant })
    const at = { ...target, bases: provider.bases, settings: provider.settings, operations: [signed.id] }
    const { diagnoses, outcomes } = await run({ contract, target: at, selection: { observe: ['none'] } })
    expect(diagnoses).toMatchObject([{ id: 'signature', problem: expect.stringContaining('it signs seconds instead of milliseconds') }])
    const accepted = outcomes.find(({ check }) => check === `${signed.id}.accepted`)
    expect(accepted?.findings[0]?.actual).toContain('instead it signs seconds instead of milliseconds')
  })
})
