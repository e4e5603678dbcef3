import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileFault } from './file-fault.ts'
import { readText } from './text-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-text-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'file')
const text = 'a: "é"\r\n'

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 behind a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${text}`, 'utf16le')],
])('reads %s', (_, bytes) => {
  writeFileSync(file, bytes)
  expect(readText(file)).toBe(text)
})

it('reads no more than it may', () => {
  writeFileSync(file, '12345')
  expect(readText(file, 5)).toBe('12345')
  expect(faultOf(() => readText(file, 4))).toBe('it is too large')
})

it('reads no folder', () => {
  expect(faultOf(() => readText(folder))).toBe('it is a folder')
})

it.skipIf(process.platform === 'win32')('reads a device, though one has no end', () => {
  expect(readText('/dev/null')).toBe('')
  expect(faultOf(() => readText('/dev/zero'))).toBe('it is too large')
})

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  const pipe = join(folder, 'pipe')
  spawnSync('mkfifo', [pipe])

  it('is read once somebody writes into it', () => {
    spawn('sh', ['-c', 'printf one > "$0"', pipe])
    expect(readText(pipe)).toBe('one')
  })

  it('into which nobody writes is not waited for without end', () => {
    const silent = join(folder, 'silent')
    spawnSync('mkfifo', [silent])
    expect(faultOf(() => readText(silent, undefined, 0))).toBe('it is a pipe, and nobody writes into it')
  })
})

function faultOf(read: () => string): string | undefined {
  try {
    read()
    return undefined
  } catch (cause) {
    return fileFault(cause)
  }
}
