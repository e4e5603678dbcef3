import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listingsOf } from './directory.ts'

it.each([
  [['acme.certificate.json', 'ACME.certificate.json'], /^acme\..* of ACME\./],
  [['acme.certificate.json', '.acme.certificate.json'], /^acme\..* of \.acme\./],
  [['a-b.certificate.json', 'a b.certificate.json'], /^a-b\..* of a b\./],
  [['acme.certificate.json', 'Index.certificate.json'], /^Index\..* of the list: /],
  [['acme.certificate.json', 'acme-2.certificate.json', 'acme.pub.pem', 'certificate.json'], undefined],
])('no certificate takes the page of another by its name: %j', async (files, want) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-listings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const file of files) await writeFile(join(folder, file), '')
  const listings = listingsOf(folder)
  if (want) await expect(listings).rejects.toThrow(want)
  else expect((await listings).map(({ name }) => name)).toEqual(['acme-2', 'acme', 'certificate'])
})
