import { CommanderError } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../../engine/callbacks/receiver.ts'
import { UsageError } from '../../language/usage-error.ts'
import { ask, bodyOf, operations } from '../../provider/asking.fixture.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { serveCommand } from './serve.ts'

afterEach(() => vi.restoreAllMocks())

describe('assay serve', () => {
  it('says on stdout when it is ready, on stderr how to point a run at it, and closes on SIGTERM', async () => {
    const before = process.listeners('SIGTERM')
    const { out, err } = await served('--port', '0', '--variant', 'path-prefix')
    expect(out).toMatch(/^assay provider ready on http:\/\/127\.0\.0\.1:\d+\/gateway\/v2\n$/)
    expect(err).toMatch(/assay run --target http:\/\/127\.0\.0\.1:\d+\/gateway\/v2/)
    expect(err).toMatch(/export ASSAY_SIGNING_SECRET='/)
    const url = /http:\S+/.exec(out)?.[0] ?? ''
    const said: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    expect((await fetch(url)).status).toBe(404)
    expect(said.join('')).toMatch(/^404 GET \/gateway\/v2 refused: /)
    await close(before)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('reports refused requests, and which mistake makes a signature', async () => {
    const before = process.listeners('SIGTERM')
    const { out } = await served('--port', '0')
    const url = /http:\S+/.exec(out)?.[0] ?? ''
    const said: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    const provider = { url, settings: defaultSettings, bases: { [operations.signed.base]: url }, close: async () => {} }
    const time = Date.now()
    const swapped = { ...bodyOf(provider, operations.signed), amount: 'USDT', token: '1.5' }
    const { text } = await ask(provider, operations.signed, { timestamp: String(time), signedBody: swapped })
    expect(text).toContain('it signs with amount and token swapped (swaps-amount-token)')
    expect((await ask(provider, operations.signed, { timestamp: String(time) })).status).toBe(200)
    expect(said.join('')).toMatch(/^401 POST \S+ refused: x-signature: .*swaps-amount-token\)\.\n$/)
    await close(before)
  })

  it('reports every request with --log, combines variants, and serves pages of other origins with --cors', async () => {
    const before = process.listeners('SIGTERM')
    const { out } = await served('--port', '0', '--log', '--cors', '--variant', 'errors-plain', '--variant', 'gzip')
    const url = /http:\S+/.exec(out)?.[0] ?? ''
    const said: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    const missing = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    expect([missing.headers.get('content-type'), missing.headers.get('content-encoding')]).toEqual(['text/plain; charset=utf-8', 'gzip'])
    expect(said.join('')).toMatch(/^204 OPTIONS \/, \d+ ms\n404 GET \/ refused: /)
    await close(before)
  })

  it('takes what no right client sends with --lenient only', async () => {
    const before = process.listeners('SIGTERM')
    const statusOf = async (...words: string[]) => {
      const url = /http:\S+/.exec((await served('--port', '0', ...words)).out)?.[0] ?? ''
      const provider = { url, settings: defaultSettings, bases: { [operations.paged.base]: url }, close: async () => {} }
      vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      return (await ask(provider, operations.paged, { body: { ...bodyOf(provider, operations.paged), more: 1 } })).status
    }
    expect([await statusOf(), await statusOf('--lenient')]).toEqual([400, 200])
    await close(before)
  })

  it('says the address of each base where there are two', async () => {
    const before = process.listeners('SIGTERM')
    const { out, err } = await served('--port', '0', '--variant', 'two-bases', '--json')
    expect(Object.keys(JSON.parse(out).bases)).toEqual(['coin', 'chain'])
    expect(err).toMatch(/--coin-url \S+ --chain-url \S+/)
    await close(before)
  })

  it('sends callbacks to the address that it is given', async () => {
    const before = process.listeners('SIGTERM')
    const receiver = await startReceiver()
    const { out } = await served('--port', '0', '--callback', receiver.url)
    const provider = { url: /http:\S+/.exec(out)?.[0] ?? '', settings: defaultSettings }
    await ask({ ...provider, bases: { [operations.paged.base]: provider.url }, close: async () => {} }, operations.paged)
    expect((await receiver.received(new AbortController().signal)).map(({ request }) => request.method)).toEqual(['POST'])
    await close(before)
    await receiver.close()
  })

  it('lists variants and mutants', async () => {
    const { out } = await served('--list')
    expect(out).toMatch(/^Conforming variants/)
    expect(out).toMatch(/Mutants of requestWithdrawal/)
    expect(out).toMatch(/signature\.beside\.omits-amount +accepts, beside the right signature, that of a signer that signs without amount/)
  })

  it('lists them as JSON', async () => {
    const { variants, mutants } = JSON.parse((await served('--list', '--json')).out)
    expect(variants[0]).toEqual({ name: 'plain', title: 'the reference provider as it is' })
    expect(mutants.length).toBeGreaterThan(180)
  })

  const wrong: readonly [string[], RegExp][] = [
    [
      ['--mutant', 'requestWithdrawal.signature.compares-nothin'],
      /no mutant .* Did you mean requestWithdrawal\.signature\.compares-nothing/,
    ],
    [
      ['--variant', 'errors-plain', '--variant', 'errors-flat'],
      /errors-plain and errors-flat do not go together\. They differ in behaviour.errors/,
    ],
    [['--variant', 'rising'], /no variant "rising"\. Did you mean rising-/],
    [['--port', '99999'], /port number from 0 to 65535/],
    [['--callback', 'ftp://127.0.0.1'], /Expected an address such as http:/],
  ]
  for (const [words, message] of wrong) {
    it(`refuses ${words.join(' ')}`, async () => {
      const { err, error } = await served(...words)
      expect(error).toBeDefined()
      expect(err).toMatch(message)
      expect(err.trim().split('\n')).toHaveLength(1)
    })
  }

  it('says in a sentence that a port is taken', async () => {
    const before = process.listeners('SIGTERM')
    const { out } = await served('--port', '0')
    const port = /:(\d+)\n/.exec(out)?.[1] ?? ''
    const { err, error } = await served('--port', port)
    expect(error).toBeInstanceOf(UsageError)
    expect(err).toBe(`--port: port ${port} on 127.0.0.1 is taken: choose another, or 0 for a free one.`)
    expect((await served('--host', '192.0.2.1')).err).toBe('--host: 192.0.2.1 is no address of this machine: 127.0.0.1 always is.')
    await close(before)
  })
})

async function served(...words: string[]): Promise<{ out: string; err: string; error?: Error }> {
  const texts = { out: [] as string[], err: [] as string[] }
  const told = () => ({ out: texts.out.join(''), err: texts.err.join('') })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.out.push(String(text)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => texts.err.push(String(text)) > 0)
  try {
    await serveCommand().exitOverride().parseAsync(words, { from: 'user' })
    return told()
  } catch (error) {
    if (error instanceof UsageError) return { ...told(), err: error.message, error }
    if (error instanceof CommanderError) return { ...told(), error }
    throw error
  } finally {
    vi.restoreAllMocks()
  }
}

/** Calls what the command listens to signals with: a real signal would reach the test runner as well. */
async function close(before: readonly unknown[]): Promise<void> {
  for (const listener of process.listeners('SIGTERM').filter((candidate) => !before.includes(candidate))) {
    process.removeListener('SIGTERM', listener)
    listener('SIGTERM')
  }
  await new Promise((resolve) => setImmediate(resolve))
}
