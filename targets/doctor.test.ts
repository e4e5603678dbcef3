import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { hasScheme } from '../contracts/operation-kinds.ts'
import type { Transport } from '../engine/client/transport/transport.ts'
import { virtualClock } from '../engine/client/virtual.fixture.ts'
import type { SentRequest } from '../engine/exchange.ts'
import type { Target } from '../engine/target.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { type RunningProvider, startProvider } from '../provider/server.ts'
import { examinationReport, examinationSummary } from '../reports/examination.ts'
import { type Examination, examinationExitCode, examine, mayRegister } from './doctor.ts'

const all = contract.operations.map(({ id }) => id)
const money = contract.operations.find(({ movesMoney }) => movesMoney)
const secrets = contract.settings.filter(({ secret }) => secret)
const plainly = { colour: false, width: 200 }

let provider: RunningProvider | undefined
afterEach(() => provider?.close())

async function examined(options: ProviderOptions, change: Partial<Target> = {}, deadline = 10_000): Promise<Examination> {
  provider = await startProvider({ contract, ...options })
  const { bases, settings } = provider
  return examine({ contract, target: { name: 'dev', bases, settings, operations: all, allowWithdrawals: false, ...change }, deadline })
}

/** A transport that notes what is sent, and answers it with an empty 404. */
const noting = () => answering(404)

/** One that breaks off the requests whose path ends so, or all where it has no status to answer with. */
function answering(status: number | undefined, broken = ' '): Transport & { readonly sent: SentRequest[] } {
  const sent: SentRequest[] = []
  return {
    sent,
    send: async (request) => {
      sent.push(request)
      if (status === undefined || request.url.endsWith(broken)) return { failure: { kind: 'reset', message: 'the connection broke' } }
      return { response: { status, headers: [], body: Buffer.alloc(0), truncated: false } }
    },
    close: async () => {},
  }
}

const remote: Target = {
  name: 'dev',
  bases: Object.fromEntries(contract.bases.map((base) => [base, `https://${base}.example/prefix`])),
  settings: {
    ...Object.fromEntries(contract.settings.map(({ name }) => [name, `value-of-${name}`])),
    withdrawAmount: '1.5',
    withdrawToken: 'USDT',
  },
  operations: all,
  allowWithdrawals: false,
}

describe('the doctor', () => {
  it('finds the reference provider healthy, with a request for each operation', async () => {
    const examination = await examined({})
    expect(examination.diagnoses).toEqual([])
    expect(examinationExitCode(examination)).toBe(0)
    expect(examination.exchanges).toHaveLength(all.length)
    expect(examination.sound.map(({ about }) => about)).toEqual(['settings', 'signatures', ...contract.bases, 'clocks', ...all])
    expect(examination.registered).toHaveLength(contract.operations.filter(({ movesMoney }) => movesMoney).length)
  })

  it("tells credentials that stand in each other's place", async () => {
    const settings = await defaults()
    const [one, other] = contract.operations.filter(hasScheme).map(({ authentication }) => authentication.setting) as [string, string]
    const examination = await examined({}, { settings: { ...settings, [one]: settings[other] ?? '', [other]: settings[one] ?? '' } })
    expect(examination.diagnoses.map(({ remedy }) => remedy)).toEqual(['Swap ASSAY_ACCESS_TOKEN and ASSAY_API_TOKEN.'])
    expect(examinationExitCode(examination)).toBe(3)
  })

  it('asks what can be asked where settings are missing, and says which are: exit 2', async () => {
    const [first] = secrets
    const examination = await examined({}, { settings: { ...(await defaults()), [first?.name ?? '']: '' } })
    expect(examination.diagnoses).toMatchObject([{ id: 'unset', about: first?.env }])
    expect(examinationExitCode(examination)).toBe(2)
    expect(examination.exchanges.filter(({ role }) => role === 'control')).toHaveLength(all.length - 1)
  })

  it.for([
    ['withdrawToken', 'usdt', 'ASSAY_WITHDRAW_TOKEN: expected a symbol in upper case, such as USDT; found "usdt".', money?.id],
    ['accessToken', 'Bearer abc', "ASSAY_ACCESS_TOKEN begins with the scheme's name, Bearer.", all[0]],
  ] as const)('tells a value that a run would stop at, and sends nothing with it: %s, exit 2', async ([name, value, problem, spared]) => {
    const examination = await examined({}, { settings: { ...(await defaults()), [name]: value } })
    expect(examination.diagnoses.map((said) => said.problem)).toEqual([problem])
    expect(examinationExitCode(examination)).toBe(2)
    expect(examination.exchanges.some(({ operation, role }) => operation === spared && role === 'control')).toBe(false)
  })

  it('finds credentials that are refused and lists that are empty: exit 3', async () => {
    const examination = await examined(
      { behaviour: { records: { payments: 0 } } },
      { settings: { ...(await defaults()), accessToken: 'wrong-one' } },
    )
    expect(examination.diagnoses.map(({ id }) => id)).toEqual(['refused', 'empty'])
    expect(examinationExitCode(examination)).toBe(3)
    expect(examination.sound.map(({ about }) => about)).toContain(money?.id)
  })

  it('never takes silence for health: not at its deadline, nor where one operation alone is silent', async () => {
    const late = await examined({ behaviour: { latency: 5000 } }, {}, 50)
    expect(late.diagnoses).toHaveLength(all.length)
    expect(late.diagnoses[0]).toMatchObject({ id: 'unreachable', problem: expect.stringContaining('deadline') })
    expect(examinationExitCode(late)).toBe(3)

    const [silent, ...others] = contract.operations
    const partial: Transport = {
      send: async ({ url }) => {
        const asked = others.find(({ path }) => url.includes(path))
        if (!asked) return { failure: { kind: 'reset', message: 'the connection broke' } }
        const body = Buffer.from(JSON.stringify(asked.success.example))
        return { response: { status: asked.success.status, headers: [], body, truncated: false } }
      },
      close: async () => {},
    }
    const bases = Object.fromEntries(contract.bases.map((base) => [base, 'https://one.example']))
    const target = { ...remote, bases, allowWithdrawals: true }
    const { diagnoses } = await examine({ contract, target, deadline: 1000, transport: partial })
    expect(diagnoses).toMatchObject([{ id: 'unreachable', problem: expect.stringContaining(`breaks off every request of ${silent?.id}`) }])
  })

  it('lists a withdrawal of which nobody knows what became', async () => {
    const lost = answering(503)
    const provider = await startProvider({ contract })
    await provider.close()
    const target = {
      ...remote,
      bases: provider.bases,
      settings: provider.settings,
      allowWithdrawals: true,
      operations: money ? [money.id] : [],
    }
    const { unknownFate } = await examine({ contract, target, deadline: 200, transport: lost })
    expect(unknownFate.length).toBeGreaterThan(0)
    expect(unknownFate[0]?.withdrawal['amount']).toBe(provider.settings['withdrawAmount'])
  })

  it('says once that nothing is there, whatever shares the address', async () => {
    const bases = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:9/prefix']))
    const { diagnoses } = await examine({ contract, target: { ...remote, bases }, deadline: 5000 })
    expect(diagnoses).toMatchObject([{ id: 'unreachable', problem: expect.stringContaining('Nothing listens') }])
  })

  it('needs no target to say what is missing', async () => {
    const examination = await examine({ contract, target: { ...remote, bases: {}, settings: {} }, deadline: 1000 })
    expect(examination.exchanges).toEqual([])
    expect(examination.diagnoses).toHaveLength(contract.bases.length + contract.settings.length)
    expect(examinationExitCode(examination)).toBe(2)
  })
})

describe('money', () => {
  it('is not moved away from this machine unless that is allowed', async () => {
    const transport = noting()
    const { diagnoses } = await examine({ contract, target: remote, deadline: 1000, transport })
    expect(transport.sent.map(({ url }) => url).filter((url) => url.includes(money?.path ?? ''))).toEqual([])
    expect(diagnoses).toContainEqual(expect.objectContaining({ id: 'unasked', about: money?.id }))
    expect(mayRegister(contract, remote)).toBe(0)
  })

  it('is asked for once where it is allowed', async () => {
    const transport = noting()
    const target = { ...remote, allowWithdrawals: true }
    await examine({ contract, target, deadline: 1000, transport })
    expect(transport.sent.filter(({ url }) => url.includes(money?.path ?? ''))).toHaveLength(1)
    expect(mayRegister(contract, { ...target, operations: [money?.id ?? ''] })).toBe(1)
  })

  const here = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1']))
  const unanswered = [408, 502, 503, 504, undefined]
  it.each([
    ...unanswered.map((status) => ['elsewhere', status, remote] as const),
    ...unanswered.map((status) => ['here', status, { ...remote, bases: here }] as const),
  ])('is asked for no second time %s where it is answered with %s', async (_, status, from) => {
    const transport = answering(status)
    const target: Target = { ...from, allowWithdrawals: true, operations: [money?.id ?? ''] }
    const { unknownFate, exchanges } = await examine({ contract, target, deadline: 10_000, transport })
    expect(transport.sent).toHaveLength(mayRegister(contract, target))
    expect(unknownFate).toHaveLength(1)
    expect(exchanges.map(({ response }) => response?.status)).toEqual([status])
  })

  it('is looked for before it is asked for again, where its answer alone is lost', async () => {
    const transport = answering(404, money?.path)
    const { diagnoses } = await examine({ contract, target: { ...remote, allowWithdrawals: true }, deadline: 10_000, transport })
    const remedies = diagnoses.flatMap(({ problem, remedy }) => (problem.includes('was not answered') ? remedy : []))
    expect(remedies).toEqual([expect.stringMatching(/^Look for the withdrawal before you ask again, since it may have been registered; /)])
  })

  it('is not sent again if the answer is "later", and that answer is shown', async () => {
    const transport = answering(429)
    const target = { ...remote, allowWithdrawals: true, operations: [money?.id ?? ''] }
    const clock = virtualClock()
    const { exchanges, diagnoses } = await clock.until(examine({ contract, target, clock, deadline: 60_000, transport }))
    expect(transport.sent).toHaveLength(mayRegister(contract, target))
    expect(exchanges.map(({ response }) => response?.status)).toEqual([429])
    expect(diagnoses.map(({ problem }) => problem).join()).toContain('429, too many requests')
  })

  it('where nothing else can be asked of a base, that is asked bare: no path, no credential', async () => {
    const transport = noting()
    const target = { ...remote, operations: [money?.id ?? ''] }
    await examine({ contract, target, deadline: 1000, transport })
    expect(transport.sent.map(({ method, url, headers }) => [method, url, headers.map(([name]) => name).toSorted()])).toEqual([
      ['GET', remote.bases[money?.base ?? ''], ['accept-encoding', 'user-agent']],
    ])
  })
})

it('shows no secret, whatever a target echoes', async () => {
  const echo: Transport = {
    send: async ({ headers }) => {
      const location = headers.map(([, value]) => value).join('&')
      return {
        response: { status: 302, headers: [['location', `https://x.example/?${location}`]], body: Buffer.alloc(0), truncated: false },
      }
    },
    close: async () => {},
  }
  const examination = await examine({ contract, target: { ...remote, allowWithdrawals: true }, deadline: 1000, transport: echo })
  const report = examinationReport(examination)
  const shown = JSON.stringify(report) + examinationSummary(report, plainly)
  expect(shown).toContain('x.example')
  for (const { name } of secrets) expect(shown).not.toContain(`value-of-${name}`)
})

it('says once, at the end, what fixes several problems', async () => {
  const examination = await examine({ contract, target: { ...remote, bases: {}, settings: {} }, deadline: 1000 })
  const summary = examinationSummary(examinationReport(examination), plainly)
  expect(summary.match(/ is (not )?set[:.]/g)?.length).toBe(contract.bases.length + contract.settings.length)
  expect(summary.match(/^ {2}\S.*--operations/gm)?.length).toBe(2)
})

it('tells people what is sound, what is not and what to do', async () => {
  const report = examinationReport(await examined({}, { settings: { ...(await defaults()), accessToken: 'wrong-one' } }))
  const lines = examinationSummary(report, plainly).split('\n')
  expect(lines).toContain('✓ settings: every address and setting is set')
  expect(lines.find((line) => line.startsWith('✗'))).toMatch(/refuses a right request with 401/)
  expect(lines).toContain('  Check ASSAY_ACCESS_TOKEN.')
  expect(lines.slice(-3).join('|')).toMatch(/^dev: something keeps a run from judging everything\.\|If .+ `assay run` tries/)
})

async function defaults(): Promise<Readonly<Record<string, string>>> {
  const { defaultSettings } = await import('../provider/reference-settings.ts')
  return defaultSettings
}
