import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { hasScheme } from '../../contracts/operation-kinds.ts'
import { systemClock } from '../../engine/client/clock.ts'
import { startProvider } from '../../provider/server.ts'
import type { Served } from '../../provider/witness.ts'
import type { Report } from '../../reports/report.ts'
import { mutants } from '../../suites/mutants.ts'
import { callAssay } from '../command-line.fixture.ts'

it('sends again to a target that tells the right signature: it still fails, and the signature is not shown', {
  timeout: 60_000,
}, async () => {
  const mutant = mutants(contract).find(({ name }) => name.endsWith('.signature.told'))
  if (!mutant) throw new Error('there is no mutant that tells the right signature')
  const folder = await mkdtemp(join(tmpdir(), 'assay-send-'))
  const telling = await startProvider({ contract, mutant })
  try {
    const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, telling.settings[name] ?? '']))
    const assay = (...words: string[]) => callAssay([...words, '--target', telling.url], { environment })
    const [check, exchange] = [`${mutant.operation}.signature.whole.zeros`, `${mutant.operation}.signature/whole.zeros`]
    await assay('run', '--only', check, '--out', folder)
    const { code, stdout } = await assay('send', folder, exchange)
    expect(stdout).toContain('«signature')
    expect(stdout).not.toMatch(/«signature \d/)
    expect([code, stdout]).toEqual([1, expect.stringMatching(/still fails: .* a refusal that tells the right signature/s)])
    expect(stdout).not.toMatch(/"expected": "[0-9a-f]/)
    const nonsense = await assay('send', folder, 'nonsense')
    expect([nonsense.code, nonsense.stderr]).toEqual([
      2,
      expect.stringMatching(/no exchange "nonsense"\. It has \d+, such as .*signature\//),
    ])
  } finally {
    await Promise.all([telling.close(), rm(folder, { recursive: true })])
  }
})

it('sends what the run sent, down to what its seed chose: with another mark behind it, a wrong value might be refused', async () => {
  const operation = contract.operations.find(hasScheme)
  const folder = await mkdtemp(join(tmpdir(), 'assay-send-'))
  const { url, settings, close } = await startProvider()
  try {
    const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, settings[name] ?? '']))
    const assay = (...words: string[]) => callAssay([...words, '--target', url], { environment })
    await assay('run', '--only', `${operation?.id}.credential.mark-behind`, '--out', folder)
    const { exchanges }: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    const before = exchanges.find(({ role }) => role === 'mark-behind')
    const { stdout } = await assay('send', folder, before?.id ?? '')
    const [sent = ''] = stdout.replace(/\s+/g, '').split('Inthereport')
    expect(before?.request.headers.filter((field) => !sent.includes(field.join(':').replace(/\s+/g, '')))).toEqual([])
  } finally {
    await Promise.all([close(), rm(folder, { recursive: true })])
  }
})

it('sends other withdrawals each time, by the same seed as well: a target may take each of them only once', async () => {
  const operation = contract.operations.find(({ movesMoney }) => movesMoney)
  const folder = await mkdtemp(join(tmpdir(), 'assay-send-'))
  const bodies: string[] = []
  const witness = { served: ({ request: { body } }: Served) => void bodies.push(body.toString()), broken: () => {} }
  const { url, settings, close } = await startProvider({ witness })
  try {
    const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, settings[name] ?? '']))
    const assay = (...words: string[]) => callAssay([...words, '--target', url], { environment })
    await assay('run', '--only', `${operation?.id}.accepted`, '--out', folder)
    const { exchanges }: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    const before = exchanges.find((exchange) => exchange.operation === operation?.id && exchange.response?.status === 200)
    const sent = bodies.length
    for (let time = 0; time < 3; time += 1) await assay('send', folder, before?.id ?? '')
    // Two of them may be alike once in 17,576 times.
    expect([sent > 0, bodies.length, new Set(bodies.slice(sent)).size > 1]).toEqual([true, sent + 3, true])
  } finally {
    await Promise.all([close(), rm(folder, { recursive: true })])
  }
})

it.each([
  ['says that the target gave no answer', 504, {}],
  ['asks to wait for longer than a minute', 429, { 'retry-after': '61' }],
])('ends with 3 where a gateway %s', async (_, status, headers) => {
  const operation = contract.operations.find(({ movesMoney }) => !movesMoney)
  const folder = await mkdtemp(join(tmpdir(), 'assay-send-'))
  const { url, settings, close } = await startProvider()
  const gateway = createServer((_, response) => void response.writeHead(status, headers).end()).listen(0, '127.0.0.1')
  const { now, awake, sleep } = systemClock
  let slept = 0
  // Seconds in which what got no answer waits to be sent again pass at once.
  const clock = vi.spyOn(systemClock, 'sleep').mockImplementation(async (time, ended) => {
    if (time > 10_000) return sleep(time, ended)
    slept += time
  })
  Object.assign(systemClock, { now: () => now() + slept, awake: () => (awake?.() ?? 0) + slept })
  try {
    const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, settings[name] ?? '']))
    await callAssay(['run', '--target', url, '--only', `${operation?.id}.status`, '--out', folder], { environment })
    const { exchanges }: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    const sentTo = async (to: string) => (await callAssay(['send', folder, exchanges[0]?.id ?? '', '--target', to], { environment })).code
    const { port } = gateway.address() as AddressInfo
    expect([await sentTo(url), await sentTo(`http://127.0.0.1:${port}`)]).toEqual([0, 3])
  } finally {
    clock.mockRestore()
    Object.assign(systemClock, { now, awake })
    gateway.close()
    await Promise.all([close(), rm(folder, { recursive: true })])
  }
})
