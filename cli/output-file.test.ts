import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { writeOutput } from './output-file.ts'

it('is written into a folder that is made for it, and says where it cannot be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-output-'))
  const file = join(folder, 'new', 'file')
  await writeOutput(file, 'text')
  expect(await readFile(file, 'utf8')).toBe('text')
  await expect(writeOutput(join(file, 'within'), 'text')).rejects.toThrow(ConfigurationError)
  await rm(folder, { recursive: true })
})
