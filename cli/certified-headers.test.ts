import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { unpacked } from '../certificates/kept-evidence.ts'
import { contract } from '../contracts/generated/contract.ts'
import { startProvider } from '../provider/server.ts'
import { secretIn } from '../suites/hostile/traces.fixture.ts'
import { callAssay } from './command-line.fixture.ts'
import { planted, plantedSecrets } from './spawned.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-carried-'))
const path = (name: string) => join(folder, name)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('with a header field that holds a secret', { timeout: 120_000 }, () => {
  it('says that it cannot be run again without that', async () => {
    const [operation] = contract.operations
    const settings = Object.fromEntries(contract.settings.map(({ name, env }) => [name, planted[env] ?? '']))
    const provider = await startProvider({ contract, settings })
    onTestFinished(() => provider.close())
    const config = path('assay.config.yaml')
    await writeFile(config, `targets:\n  dev:\n    url: ${provider.url}\n    headers: { x-gate: "\${GATE_PASS}" }\n`)
    const environment = { ...planted, GATE_PASS: 'Zqgate7CanaryPass' }
    const words = ['certify', 'dev', '--config', config, '--out', path('gate'), '--operations', operation?.id ?? '']
    const made = await callAssay(words, { environment })
    expect(made.code, made.stderr + made.stdout).toBe(0)
    const file = path('gate/assay.certificate.json')
    const { payload, assay } = JSON.parse(await readFile(file, 'utf8'))
    const told = Buffer.from(payload, 'base64').toString() + unpacked(Buffer.from(assay.evidence, 'base64')).toString()
    expect(secretIn(told, [...plantedSecrets, environment.GATE_PASS])).toBeUndefined()
    const found = await callAssay(['verify', file, '--target', provider.url], { environment })
    expect([found.code, found.stderr]).toEqual([2, expect.stringContaining('The value of x-gate, which each request carried')])
    const offline = await callAssay(['verify', file], { environment: {} })
    expect(offline.stdout.replace(/\s+/g, ' ')).toContain('header fields that each request carried besides: x-gate.')
  })
})
