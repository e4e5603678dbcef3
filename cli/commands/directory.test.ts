import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { callAssay } from '../command-line.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-directory-'))
const path = (name: string) => join(folder, name)
afterAll(() => rm(folder, { recursive: true, force: true }))

execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', path('vendor.pem')])
execFileSync('openssl', ['pkey', '-in', path('vendor.pem'), '-pubout', '-out', path('vendor.pub.pem')])
execFileSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', path('asker.pem')])
execFileSync('openssl', ['ec', '-in', path('asker.pem'), '-pubout', '-out', path('asker.pub.pem')], { stdio: 'ignore' })

const credentials = Object.fromEntries(contract.settings.map(({ name, env }) => [env, defaultSettings[name] ?? '']))
const mock = `import { startProvider } from ${JSON.stringify(new URL('../../provider/server.ts', import.meta.url).href)}
await startProvider({ port: Number(process.argv[2]) })`

/** One of the operations: every certificate is judged again, several times. */
const one = ['--operations', 'getCoinInformation']

describe('from a challenge to a directory', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    await writeFile(path('mock.mjs'), mock)
    const sealed = ['--sign', path('asker.pem'), '--out', path('challenge.json')]
    const asked = await callAssay(['challenge', '--asker', 'ACME', ...one, ...sealed], { environment: {} })
    expect(asked.code, asked.stderr).toBe(0)
    const words = ['--subject', path('mock.mjs'), '--start', 'node {subject} {port}', ...one, '--sign', path('vendor.pem'), '--disposable']
    const made = await callAssay(['certify', ...words, '--challenge', path('challenge.json'), '--out', path('out')], {
      environment: credentials,
    })
    expect(made.code, made.stderr + made.stdout).toBe(0)
  }, 180_000)

  it('an asker loses no challenge to the next', async () => {
    const next = await callAssay(['challenge', '--asker', 'ACME', '--out', path('challenge.json')], { environment: {} })
    expect([next.code, next.stderr]).toEqual([2, expect.stringContaining('challenge.json is there already')])
    const long = await callAssay(['challenge', '--asker', 'ACME', '--out', path('c'.repeat(300))], { environment: {} })
    expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('the path is too long')])
  })

  it('others reproduce what a vendor certified by the command of an artefact', async () => {
    const verify = ['verify', path('out/assay.certificate.json'), '--key', path('vendor.pub.pem'), '--challenge-key', path('asker.pub.pem')]
    const again = await callAssay([...verify, '--reproduce', '--subject', path('mock.mjs'), '--yes'], { environment: {} })
    expect(again.stderr).toContain("This runs somebody else's code")
    expect(again.stderr).toContain(`node '${path('mock.mjs')}' {port}`)
    expect(again.stdout.replace(/\s+/g, ' ')).toContain(
      'It holds: 1 (intact), 2 (in force), 3 (judged again), 4 (asked rightly), 5 (fresh), 6 (reproduced).',
    )
    expect(Math.max(...again.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
    expect(again.stdout).not.toContain('Which host answered')
    expect(again.code).toBe(0)
    const named = await callAssay([...verify, '--subject', path('mock.mjs')], { environment: {} })
    expect(named.code, named.stdout).toBe(0)
    const foreign = await callAssay([...verify, '--subject', path('vendor.pem')], { environment: {} })
    expect([foreign.code, foreign.stdout]).toEqual([1, expect.stringContaining('It is not about the subject that you gave')])
    const both = await callAssay([...verify, '--reproduce', '--target', 'http://127.0.0.1:1'], { environment: {} })
    expect([both.code, both.stdout]).toEqual([2, ''])
    const unconfirmed = await callAssay([...verify, '--reproduce', '--subject', path('mock.mjs')], { environment: {} })
    expect([unconfirmed.code, unconfirmed.stdout]).toEqual([2, ''])
    const other = await callAssay([...verify, '--reproduce', '--subject', path('vendor.pem'), '--yes'], { environment: {} })
    expect([other.code, other.stderr]).toEqual([1, ''])
    expect(other.stdout.replace(/\s+/g, ' ')).toMatch(/not about the subject that you gave.*Not tried: 1 \(intact\)/)
  })

  it('a folder of certificates becomes a site, and names those that do not hold', async () => {
    await mkdir(path('list/acme'), { recursive: true })
    await copyFile(path('out/assay.certificate.json'), path('list/acme/assay.certificate.json'))
    await copyFile(path('vendor.pub.pem'), path('list/acme/pub.pem'))
    await copyFile(path('challenge.json'), path('list/acme/challenge.json'))
    const right = await callAssay(['directory', path('list'), '--out', path('site')], { environment: {} })
    expect(right.code, right.stdout).toBe(0)
    expect(right.stdout).not.toContain('no key is named')
    expect((await readdir(path('site'))).sort()).toEqual(['acme.certificate.json', 'acme.html', 'acme.svg', 'feed.json', 'index.html'])
    const page = await readFile(path('site/acme.html'), 'utf8')
    const [, named = ''] = /npx assay verify (\S+) --key/.exec(page) ?? []
    expect(await readFile(path(`site/${named}`), 'utf8')).toBe(await readFile(path('out/assay.certificate.json'), 'utf8'))
    const feed = JSON.parse(await readFile(path('site/feed.json'), 'utf8'))
    const unwritten = await callAssay(['directory', path('list'), '--out', path('site/feed.json')], { environment: {} })
    expect([unwritten.code, unwritten.stderr]).toEqual([3, expect.stringContaining('index.html could not be written')])
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ _assay: { holds: true, keyNamed: true, levels: [1, 2, 3, 4, 5] } }],
    })

    await mkdir(path('keyless'))
    await copyFile(path('out/assay.certificate.json'), path('keyless/acme.certificate.json'))
    const keyless = await callAssay(['directory', path('keyless'), '--out', path('site3')], { environment: {} })
    expect(keyless.stdout.replace(/\s+/g, ' ')).toContain('but no key is named for it')
    expect(await readFile(path('site3/index.html'), 'utf8')).toContain('not shown who signed it')
    expect(JSON.parse(await readFile(path('site3/feed.json'), 'utf8'))).toMatchObject({ items: [{ _assay: { keyNamed: false } }] })

    await writeFile(path('list/Índex <b>.certificate.json'), '{"assay":')
    await copyFile(path('out/assay.certificate.json'), path('list/other.certificate.json'))
    await copyFile(path('asker.pub.pem'), path('list/other.pub.pem'))
    const wrong = await callAssay(['directory', path('list'), '--out', path('site')], { environment: {} })
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toMatch(/✗ other\.certificate\.json: 1 \(intact\)/)
    expect(wrong.stdout).toMatch(/✗ .*ndex <b>\.certificate\.json: The certificate is not JSON, or is cut off: Unexpected end/)
    const index = await readFile(path('site/index.html'), 'utf8')
    expect(index).toMatch(/acme\.html.*acme\/assay\.certificate\.json/)
    expect(index).not.toContain('<b>')

    await copyFile(path('out/assay.certificate.json'), path('list/Acme.certificate.json'))
    const taking = await callAssay(['directory', path('list'), '--out', path('site')], { environment: {} })
    expect(taking).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^assay: acme.assay\.certificate\.json would have the page of Acme\./),
    })
    await rm(path('list/Acme.certificate.json'))

    await rm(path('list/acme'), { recursive: true })
    await writeFile(path('site/own.html'), 'not of a certificate')
    await callAssay(['directory', path('list'), '--out', path('site')], { environment: {} })
    expect((await readdir(path('site'))).filter((name) => /^(?:acme|own)\./.test(name))).toEqual(['own.html'])
  })

  it('a certificate that is about to expire fails where that is asked', async () => {
    const expiring = await callAssay(['directory', path('out'), '--out', path('site2'), '--expiring', '120'], { environment: {} })
    expect([expiring.code, expiring.stdout]).toEqual([1, expect.stringMatching(/holds, \d+ days left, fewer than 120/)])
  })
})
