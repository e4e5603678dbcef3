import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startProvider } from '../../provider/server.ts'
import type { Report } from '../../reports/report.ts'
import { explanationOf, explanationText } from '../../reports/terminal/explanation.ts'
import { catalogueOf } from '../../suites/index.ts'
import { callAssay } from '../command-line.fixture.ts'
import { listeningAddress } from './listening.ts'

const entry = fileURLToPath(new URL('../assay.js', import.meta.url))
const callback = contract.callbacks[0]?.id ?? ''

describe('an address to listen on', () => {
  for (const [given, want] of [
    ['8080', { host: '127.0.0.1', port: 8080 }],
    [':0', { host: '127.0.0.1', port: 0 }],
    ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
    ['8080/hooks/pay', { host: '127.0.0.1', port: 8080, path: '/hooks/pay' }],
    ['my-host.example:65535', { host: 'my-host.example', port: 65535 }],
  ] as const) {
    it(`${given} is port ${want.port} of ${want.host}`, () => expect(listeningAddress(given)).toEqual(want))
  }

  for (const given of ['dev', '', 'a:b', '65536', '::1:80', 'http://a:1', '1:2:3', '80/a b', '80/?x']) {
    it(`"${given}" is refused, with what is expected`, () => expect(() => listeningAddress(given)).toThrow(/Expected HOST:PORT/))
  }
})

describe('assay run --listen', () => {
  it('says where it listens, and judges what comes there', async () => {
    const requests = [
      { given: { method: 'POST', body: '{"id":1}' }, code: 0, verdict: 'passed' },
      { given: { method: 'PUT', body: '{"id":1}' }, code: 1, verdict: 'failed' },
    ]
    for (const { given, code, verdict } of requests) {
      const { exitCode, err, report } = await judged(['--listen', '127.0.0.1:0'], async (url) => void (await fetch(url, given)))
      expect(err).toMatch(/^listening for callbacks on http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}; register this address with the service\n/)
      expect([exitCode, verdictOf(report, 'method')]).toEqual([code, verdict])
    }
  })

  it('is not proven where no callback comes in time', async () => {
    const { exitCode, report } = await judged(['--listen', '--listen-for', '0.01'], async () => {})
    expect([exitCode, verdictOf(report, 'method')]).toEqual([3, 'inconclusive'])
  })
})

it('assay explain says that the run has to listen', async () => {
  const { checks } = await catalogueOf(contract)
  const check = checks.find(({ probe }) => probe.id === callback) ?? expect.unreachable('no check of the callback')
  const words = explanationText(explanationOf(contract, check), { width: 200, colour: false })
  expect(words).toMatch(/once one has arrived, another after it.*--listen/)
  expect(words).not.toMatch(/refused/)
})

describe('assay run', () => {
  for (const [words, message] of [
    [['--reference', '--only', callback], /The run did not listen for callbacks \(--listen\)/],
    [['--reference', '--listen', 'dev'], /a target's name goes before --listen/],
    [['one', 'two', '--listen'], /--listen hears one target at a time/],
  ] as const) {
    it(`${words.join(' ')} is wrong usage`, async () => {
      const { code, stderr } = await callAssay(['run', ...words], { environment: {} })
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
    })
  }

  it('--listen says that a port is taken', async () => {
    const provider = await startProvider()
    const { port } = new URL(provider.url)
    const { code, stderr } = await callAssay(['run', '--reference', '--listen', port], { environment: {} })
    expect([code, stderr]).toEqual([2, `assay: --listen: port ${port} on 127.0.0.1 is taken: choose another, or 0 for a free one.\n`])
    await provider.close()
  })
})

/** A run of the callback alone against a provider that sends none; `act` is given the address once it is announced. */
async function judged(words: readonly string[], act: (url: string) => Promise<void>) {
  const provider = await startProvider()
  const folder = await mkdtemp(join(tmpdir(), 'assay-'))
  try {
    const env = Object.fromEntries(contract.settings.map(({ name, env }) => [env, provider.settings[name] ?? '']))
    const command = ['run', '--target', provider.url, '--only', callback, '--out', folder, '--report', 'json', ...words]
    const { exitCode, err } = await ran(command, env, act)
    return { exitCode, err, report: JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report }
  } finally {
    await provider.close()
    await rm(folder, { recursive: true })
  }
}

async function ran(words: readonly string[], env: NodeJS.ProcessEnv, act: (url: string) => Promise<void>) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [entry, ...words], { env: { PATH, HOME, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const announced = new Promise<void>((resolve, reject) => {
    child.stderr.once('data', (chunk: Buffer) => {
      const url = /http:\S+(?=;)/.exec(chunk.toString('utf8'))?.[0]
      if (url) act(url).then(resolve, reject)
      else resolve()
    })
  })
  const err = await text(child.stderr)
  await announced
  return { exitCode: await exit, err }
}

function verdictOf({ outcomes }: Report, part: string): string | undefined {
  return outcomes.find(({ check }) => check === `${callback}.${part}`)?.verdict
}
