import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, mkdtempDisposable, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { UsageError } from '../../language/usage-error.ts'
import { explainedFault, writeWhole } from '../../reports/write.ts'
import { codeWhenWritten, writeOutput } from './output-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-output-'))
afterAll(() => rm(folder, { recursive: true }))

it('is written into a folder that is made for it, and says where it cannot be', async () => {
  const file = join(folder, 'new', 'file')
  await writeOutput(file, 'text')
  expect(await readFile(file, 'utf8')).toBe('text')
  await expect(writeOutput(join(file, 'within'), 'text')).rejects.toThrow(UsageError)
  await expect(writeOutput('/proc/assay/file', 'text')).rejects.toThrow('/proc/assay/file could not be written: ')
  const newFolder = `${join(folder, 'newer')}/`
  await expect(writeOutput(newFolder, 'text')).rejects.toThrow(`${newFolder} is the name of a folder. Name a file in it.`)
})

it('goes through a pipe, which stays one', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readFile(pipe, 'utf8'), writeOutput(pipe, 'text')])
  expect(read).toBe('text')
})

it.skipIf(process.platform !== 'linux')('replaces no name of the system for a file, such as /dev/stdout may be', async () => {
  await using file = await open(join(folder, 'redirected'), 'w')
  const name = `/proc/self/fd/${file.fd}`
  await expect(writeOutput(name, 'text')).rejects.toThrow(`${name} could not be written: it leads to a file. Give the name of that file.`)
})

it.skipIf(!existsSync('/dev/shm'))('replaces what people keep in /dev/shm', async () => {
  await using shared = await mkdtempDisposable('/dev/shm/assay-output-')
  for (const text of ['before', 'after']) await writeOutput(join(shared.path, 'file'), text)
  expect(await readFile(join(shared.path, 'file'), 'utf8')).toBe('after')
})

it('is not waited for where it is a pipe that nobody reads', async () => {
  const pipe = join(folder, 'unread')
  execFileSync('mkfifo', [pipe])
  const fault = await writeWhole(pipe, 'text', 0).catch((cause: unknown) => explainedFault(pipe, cause))
  expect(fault).toBe(`${pipe} could not be written: it is a pipe, and nobody reads it, or a device that is not there. Choose another file.`)
})

it('is never green where it is missing, and never hides a failure', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const problems = ['It could not be written.']
  expect([0, 1, 3].map((code) => codeWhenWritten(code, { problems }))).toEqual([3, 1, 3])
  expect(said).toHaveBeenLastCalledWith('It could not be written.\n')
  said.mockRestore()
  expect(codeWhenWritten(0, { problems: [] })).toBe(0)
})
