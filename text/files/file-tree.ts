import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The files of a folder and of those in it, by their paths in it. A link to a folder is not entered: it may lead anywhere, and in a circle. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')).sort()
}
