import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { docsFrom } from './docs-address.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-docs-'))
const config = join(folder, 'c.yaml')
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

it('is what the flag says, else the environment, else the configuration file', async () => {
  await writeFile(config, 'docs: ../checks\n')
  expect(await docsFrom({ config })).toEqual({ docs: '../checks' })
  vi.stubEnv('ASSAY_DOCS', 'none')
  expect(await docsFrom({ config })).toEqual({ docs: 'none' })
  expect(await docsFrom({ config, docs: 'https://ours.example' })).toEqual({ docs: 'https://ours.example' })
})

it.each(['javascript:alert(1)', 'a b', '12'])('refuses %s, wherever it stands', async (docs) => {
  await writeFile(config, `docs: ${docs}\n`)
  await expect(docsFrom({ config })).rejects.toThrow(/1: docs: expected /)
  vi.stubEnv('ASSAY_DOCS', docs === '12' ? '<12>' : docs)
  await expect(docsFrom({})).rejects.toThrow(/ASSAY_DOCS: expected an address/)
})
