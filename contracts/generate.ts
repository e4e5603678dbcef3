import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { loadDocument } from '../spec/document.ts'
import { generate } from './generation/generation.ts'

const folder = join(import.meta.dirname, 'generated')
const files = await generate(await loadDocument())

for (const [name, text] of files) {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile() && !files.has(relative(folder, path))) await rm(path)
}
