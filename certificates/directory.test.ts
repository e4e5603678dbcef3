import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listingsOf } from './directory.ts'

it('no certificate takes the page of another by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-listings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = ['ACME', 'acme-2', 'acme!', 'acme!2', 'acme', 'index', 'index-2']
  for (const name of names) await writeFile(join(folder, `${name}.certificate.json`), '')
  const pages = (await listingsOf(folder)).map(({ name }) => name.toLowerCase())
  expect(pages).toHaveLength(names.length)
  expect(new Set(pages).size).toBe(names.length)
  expect(pages).not.toContain('index')
})
