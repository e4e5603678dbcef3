import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpacked } from '../certificates/kept-evidence.ts'
import { contract } from '../contracts/generated/contract.ts'
import type { Received } from '../provider/received.ts'
import { startProvider } from '../provider/server.ts'
import { secretIn } from '../suites/hostile/traces.fixture.ts'
import { type Called, callAssay } from './command-line.fixture.ts'
import { planted, plantedSecrets, spawnAssay } from './spawned.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-certificates-'))
const path = (name: string) => join(folder, name)
const certificate = path('reference/assay.certificate.json')
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const made = await callAssay(['certify', '--reference', '--out', path('reference')], { environment: {} })
  expect(made.stdout, made.stderr).toContain('is certified')
  expect(made.code).toBe(0)
}, 120_000)

describe('a certificate on the command line', { timeout: 120_000 }, () => {
  it('is one file of less than 400 kB, a page, a badge and a predicate', async () => {
    expect((await readdir(path('reference'))).sort()).toEqual([
      'assay.certificate.json',
      'assay.predicate.json',
      'certificate.html',
      'certificate.svg',
    ])
    expect((await readFile(certificate)).length).toBeLessThan(400_000)
  })

  it('verifies without a network, writes nothing, and takes less than 150 MB', async () => {
    const home = await mkdtemp(path('home-'))
    const before = `
      import net from 'node:net'
      import dgram from 'node:dgram'
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const refuse = (name) => () => { process.stderr.write('FORBIDDEN ' + name + '\\n'); process.exit(99) }
      net.Socket.prototype.connect = refuse('connect')
      dgram.createSocket = refuse('dgram')
      for (const name of ['writeFileSync', 'mkdirSync', 'appendFileSync', 'createWriteStream', 'renameSync']) fs[name] = refuse(name)
      for (const name of ['writeFile', 'mkdir', 'appendFile', 'rename']) fs.promises[name] = refuse(name)
      syncBuiltinESMExports()`
    const found = await spawnAssay(['verify', certificate], { environment: { HOME: home, TMPDIR: home }, before })
    expect(found.stderr).toBe('')
    expect(found.code, found.stdout).toBe(0)
    expect(found.stdout).toContain('It holds: 1 (intact), 2 (in force), 3 (judged again), 4 (asked rightly).')
    expect(await readdir(home)).toEqual([])
    expect(found.peak).toBeLessThan(150 << 20)
  })

  it('answers machines, and policies', async () => {
    const json = await callAssay(['verify', certificate, '--json', '--require', '1,3,4'], { environment: {} })
    expect(JSON.parse(json.stdout)).toMatchObject({ schema: 'assay.verification/1', exitCode: 0, required: [1, 3, 4] })
    expect((await callAssay(['verify', certificate, '--max-age', '0.00001'], { environment: {} })).code).toBe(1)
    expect((await callAssay(['verify', certificate, '--require', '5'], { environment: {} })).code).toBe(2)
    expect((await callAssay(['verify', certificate, '--identity', 'x'], { environment: {} })).code).toBe(2)
  })

  it('starts nothing that it does not name, nor without being told', async () => {
    const found = await callAssay(['verify', certificate, '--reproduce', '--yes'], { environment: {} })
    expect([found.code, found.stderr]).toEqual([2, expect.stringContaining('does not say how its subject is started')])
  })

  it('moves no money beyond this machine that only it says', async () => {
    const words = ['verify', certificate, '--target', 'https://dev.example', '--allow-withdrawals']
    const found = await callAssay(words, { environment: { ASSAY_WALLET_ADDRESS: 'mine' } })
    expect([found.code, found.stdout]).toEqual([2, ''])
    expect(found.stderr).toMatch(/withdraws what you did not configure[\s\S]*ASSAY_WALLET_ADDRESS=0x/)
  })

  it('is reproduced against a target that runs', async () => {
    const provider = await startProvider({ contract })
    const found = await callAssay(['verify', certificate, '--target', provider.url, '--require', '6'], { environment: {} })
    await provider.close()
    expect(found.stdout).toContain('It holds: 6 (reproduced).')
    expect(found.code).toBe(0)
    const busy = await startProvider({ contract, clock: () => Date.now() + 3000 }) // what it reads has been waiting for three seconds
    const slower = await callAssay(['verify', certificate, '--target', busy.url, '--require', '6'], { environment: {} })
    await busy.close()
    expect(slower.stdout).toContain('It holds: 6 (reproduced).')
    const other = await startProvider({ contract, behaviour: { skew: { past: 60_000, future: 60_000 } } })
    const differs = await callAssay(['verify', certificate, '--target', other.url, '--require', '6', '--json'], { environment: {} })
    await other.close()
    expect(differs.stdout).toContain('How old a timestamp may be')
    expect(differs.code).toBe(1)
  })
})

describe('with real credentials', { timeout: 120_000 }, () => {
  it('holds no secret, and verifies without them', async () => {
    const settings = Object.fromEntries(contract.settings.map(({ name, env }) => [name, planted[env] ?? '']))
    const provider = await startProvider({ contract, settings })
    const words = ['certify', '--target', provider.url, '--out', path('real')]
    const made = await callAssay(words)
    await provider.close()
    expect(made.code, made.stderr + made.stdout).toBe(0)
    const file = await readFile(path('real/assay.certificate.json'), 'utf8')
    const { payload, assay } = JSON.parse(file)
    const evidence = unpacked(Buffer.from(assay.evidence, 'base64')).toString()
    const html = await readFile(path('real/certificate.html'), 'utf8')
    for (const { id } of contract.operations) expect(html).toContain(`<caption>${id}</caption>`)
    expect(html).toMatch(/<h1>The evidence of http:[^<]+ <span/)
    for (const text of [file, Buffer.from(payload, 'base64').toString(), evidence, html, made.stdout, made.stderr])
      expect(secretIn(text, plantedSecrets)).toBeUndefined()
    const found = await callAssay(['verify', path('real/assay.certificate.json')], { environment: {} })
    expect(found.stdout).toContain('were taken out')
    expect(found.code, found.stdout).toBe(0)
  })
})

describe('a target that echoes what it was sent', { timeout: 120_000 }, () => {
  it('gives no secret away in a certificate, though the echo is compressed', async () => {
    const [operation] = contract.operations
    if (!operation) throw new Error('There is no operation.')
    const settings = Object.fromEntries(contract.settings.map(({ name, env }) => [name, planted[env] ?? '']))
    const echo = (request: Received) => gzipSync(JSON.stringify({ error: request.headers }))
    const provider = await startProvider({
      contract,
      settings,
      mutant: {
        ...{ name: 'echo', title: '', level: 'MUST', operation: operation.id, caughtBy: [] },
        hooks: () => ({
          reply: (reply, request, refusal) =>
            refusal ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/octet-stream' }, body: echo(request) } : reply,
        }),
      },
    })
    const made = await callAssay(['certify', '--target', provider.url, '--out', path('echo'), '--operations', operation.id])
    await provider.close()
    expect(made.code, made.stderr + made.stdout).toBe(0)
    const { assay } = JSON.parse(await readFile(path('echo/assay.certificate.json'), 'utf8'))
    const { bodies } = JSON.parse(unpacked(Buffer.from(assay.evidence, 'base64')).toString())
    const told = Object.values<{ base64?: string; text?: string }>(bodies).map(({ base64, text = '' }) => textOf(base64, text))
    expect(told.join().length).toBeGreaterThan(100)
    expect(secretIn(told.join(), plantedSecrets)).toBeUndefined()
  })
})

/** A body of kept evidence, with what is compressed in it. */
function textOf(base64: string | undefined, text: string): string {
  if (base64 === undefined) return text
  const bytes = Buffer.from(base64, 'base64')
  return bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString('latin1')
}

describe('what does not conform', { timeout: 120_000 }, () => {
  it('is not certified, and nothing is written', async () => {
    const provider = await startProvider({ contract })
    const made = await callAssay(['certify', '--target', provider.url, '--out', path('no')])
    await provider.close()
    expect(made.code).toBeGreaterThan(0)
    expect(made.stderr).toContain('No certificate')
    expect(await readdir(path('no')).catch(() => [])).toEqual([])
  })

  it('nor has a badge where the certificate cannot be written', async () => {
    await mkdir(path('to/assay.certificate.json'), { recursive: true })
    const made = await callAssay(['certify', '--reference', '--operations', 'getCoinInformation', '--out', path('to')], { environment: {} })
    expect([made.code, made.stdout]).toEqual([3, ''])
    expect(made.stderr).toContain('assay.certificate.json could not be written')
    expect(await readdir(path('to'))).toEqual(['assay.certificate.json'])
  })
})

describe('bad input is a sentence', { timeout: 120_000 }, () => {
  const small: Inputs = {
    'not JSON': [() => file('no.json', 'hello'), /no\.json: The certificate is not JSON, or is cut off: Unexpected token 'h'\.$/m],
    'another schema': [() => file('other.json', '{"schema":"assay.report/1"}'), /expected "schema": "assay.certificate\/1"/],
    'a list': [() => file('list.json', '[]'), /expected "schema": "assay.certificate\/1", found none/],
    nothing: [() => file('empty.json', ''), /not JSON/],
    truncated: [async () => file('cut.json', (await readFile(certificate, 'utf8')).slice(0, 30_000)), /cut off: .+ at position 30000/],
    'a folder': [async () => folder, /it is a folder/],
    'no such path': [async () => '../../nowhere', /cannot be read/],
    'a key that reaches for a prototype': [polluted, /__proto__/],
  }
  const large: Inputs = {
    '1 GB': [sparse, /it is too large/],
    'a device': [async () => '/dev/zero', /it is too large/],
    'a bomb': [bomb, /unpacks to more than/],
  }
  it.each(Object.entries(small))('%s', async (_, [make, says]) => {
    expectSentence(await callAssay(['verify', await make()], { environment: {} }), says)
  })

  it.each(Object.entries(large))('%s, in little memory', async (_, [make, says]) => {
    const found = await spawnAssay(['verify', await make()], { environment: {} })
    expectSentence(found, says)
    expect(found.peak).toBeLessThan(300 << 20)
  })

  it('for challenges and keys too', async () => {
    execFileSync('mkfifo', [path('pipe')])
    for (const words of [
      ['verify', certificate, '--challenge', certificate],
      ['verify', certificate, '--challenge', await file('odd.json', '{"payload":"","payloadType":[{}]}')],
      ['verify', certificate, '--key', certificate],
      ['certify', '--reference', '--challenge', certificate],
      ['certify', '--reference', '--sign', certificate],
      ['certify', '--reference', '--subject', path('nowhere')],
      ['verify', certificate, '--subject', path('pipe')],
      ['verify', certificate, '--subject', '/dev/zero'],
      ['directory', path('nowhere')],
      ['verify', '/proc/self/mem'], // it opens, and cannot be read
      ['verify', path('pipe')],
    ]) {
      const found = await callAssay([...words], { environment: {} })
      expect([words.join(' '), found.code, found.stdout, found.stderr.includes('[object')]).toEqual([words.join(' '), 2, '', false])
    }
  })
})

type Inputs = Readonly<Record<string, [make: () => Promise<string>, says: RegExp]>>

function expectSentence({ code, stdout, stderr }: Called, says: RegExp): void {
  expect(stderr).toMatch(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect([code, stdout]).toEqual([2, ''])
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(path(name), text)
  return path(name)
}

async function sparse(): Promise<string> {
  const handle = await open(path('large.json'), 'w')
  await handle.truncate(1 << 30)
  await handle.close()
  return path('large.json')
}

/** Small as a file, and large once it is unpacked. */
async function bomb(): Promise<string> {
  const made = JSON.parse(await readFile(certificate, 'utf8'))
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
  made.assay.evidence = brotliCompressSync(Buffer.alloc(200 << 20, ' '), quick).toString('base64')
  return file('bomb.json', JSON.stringify(made))
}

async function polluted(): Promise<string> {
  const text = await readFile(certificate, 'utf8')
  return file('proto.json', text.replace('"assay": {', '"__proto__": {"polluted": true}, "assay": {'))
}
