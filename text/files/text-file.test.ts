import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
  ['UTF-16 with the high bytes first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
  ['the same with the high bytes first', Buffer.from(text, 'utf16le').swap16()],
])('reads %s', (_, bytes) => {
  writeFileSync(file, bytes)
  expect(readText(file)).toBe(text)
})

it('reads no more than it may', () => {
  writeFileSync(file, '12345')
  expect(readText(file, 5)).toBe('12345')
  expect(faultOf(() => readText(file, 4))).toBe('it is too large: 1 KB at most are read')
})

it('does not read what would be other characters than were written', () => {
  writeFileSync(file, Buffer.from(text, 'latin1'))
  expect(faultOf(() => readText(file))).toBe('it is no text in UTF-8')
})

it('reads no folder', () => {
  expect(faultOf(() => readText(folder))).toBe('it is a folder')
})

it.skipIf(process.platform === 'win32')('reads a device, though one has no end', () => {
  expect(readText('/dev/null')).toBe('')
  expect(faultOf(() => readText('/dev/zero'))).toBe('it is too large: 1024 KB at most are read')
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

  it('whose writer says nothing is left at a signal, though the command hears signals itself', { timeout: 30_000 }, async () => {
    const slow = join(folder, 'slow')
    spawnSync('mkfifo', [slow])
    const reader = `
      const { openSync, writeSync } = await import('node:fs')
      const { readText } = await import(${JSON.stringify(new URL('text-file.ts', import.meta.url).href)})
      process.on('SIGINT', () => {})
      openSync(process.argv[1], 'r+')
      writeSync(1, 'reading')
      readText(process.argv[1])`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', reader, slow])
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    // It may not have come to read yet, and hears the first itself.
    const again = setInterval(() => child.kill('SIGINT'), 20)
    expect(await ended).toEqual([null, 'SIGINT'])
    clearInterval(again)
  })

  it('takes no listener from a signal for longer than it is read', () => {
    const hear = () => {}
    process.on('SIGUSR2', hear)
    readText('/dev/null')
    expect(process.listeners('SIGUSR2')).toEqual([hear])
    process.off('SIGUSR2', hear)
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
