import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDocument } from '../spec/document.ts'
import { generate } from './generation.ts'

const folder = fileURLToPath(new URL('./generated', import.meta.url))
const files = await generate(await loadDocument())

for (const [name, text] of files) {
  await mkdir(dirname(folder + name), { recursive: true })
  await writeFile(folder + name, text)
}
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const path = `${entry.parentPath}/${entry.name}`.replaceAll('//', '/')
  if (entry.isFile() && !files.has(path.slice(folder.length))) await rm(path)
}
