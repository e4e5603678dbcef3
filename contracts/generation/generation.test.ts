import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadDocument } from '../../spec/document.ts'
import { derive } from '../derivation/derive.ts'
import { contract } from '../generated/contract.ts'
import { generate } from './generation.ts'

const folder = fileURLToPath(new URL('../generated', import.meta.url))

async function committed(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  return Object.fromEntries(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file, 'utf8')] as const)))
}

it('what is committed is what the document gives, and nothing besides (else: npm run generate)', async () => {
  const generated = await generate(await loadDocument())
  const files = await committed()
  expect(Object.keys(files).sort()).toEqual([...generated.keys()].sort())
  for (const [name, text] of generated)
    expect(files[name] === text, `contracts/generated/${name} is not current: npm run generate`).toBe(true)
})

it('gives the same texts each time', async () => {
  expect(await generate(await loadDocument())).toEqual(await generate(await loadDocument()))
})

it('the committed contract is the derived one', async () => {
  expect(contract).toEqual(derive(await loadDocument()))
})

it('names of schemas survive references that add a description', async () => {
  const types = (await generate(await loadDocument())).get('types.ts')
  expect(types).toContain('currency: Currency\n')
})
