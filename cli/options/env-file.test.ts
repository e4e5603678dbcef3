import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readEnvFile } from './env-file.ts'

const text = 'ASSAY_ACCESS_TOKEN=one\r\n# a comment\r\nASSAY_API_TOKEN="two"\r\n'

for (const [form, bytes] of [
  ['plain', Buffer.from(text)],
  ['with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['in UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
] as const) {
  it(`reads a file ${form}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-env-'))
    writeFileSync(join(folder, '.env'), bytes)
    expect(readEnvFile(join(folder, '.env')).variables).toEqual({ ASSAY_ACCESS_TOKEN: 'one', ASSAY_API_TOKEN: 'two' })
    rmSync(folder, { recursive: true })
  })
}

it('tells the lines that name one of our variables and set none, and not what they hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'))
  const file = join(folder, '.env')
  const right = 'ASSAY_SOURCE=a\nexport ASSAY_API_KEY=b\n ASSAY_TERMINAL_ID = c\n# ASSAY_TARGET: d\nOTHER: e\n'
  writeFileSync(file, `${right}ASSAY_ACCESS_TOKEN: f\nset ASSAY_API_TOKEN=g\n$env:ASSAY_MERCHANT_CODE="h"\nASSAY_SIGNING_SECRET\n`)
  const names = ['ASSAY_ACCESS_TOKEN', 'ASSAY_API_TOKEN', 'ASSAY_MERCHANT_CODE', 'ASSAY_SIGNING_SECRET']
  expect(readEnvFile(file).faults).toEqual(
    names.map((name, at) => `${file}, line ${at + 6}, does not set ${name}: expected ${name}=value.`),
  )
  rmSync(folder, { recursive: true })
})

it('tells which values a # cuts short, and leaves comments and quoted values alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'))
  const file = join(folder, '.env')
  writeFileSync(file, 'ASSAY_API_KEY=a#b\nASSAY_API_TOKEN="a#b"\nASSAY_SOURCE=1 # x=y#z\nASSAY_TERMINAL_ID=#\nOTHER=a#b\n')
  expect(readEnvFile(file).faults).toEqual([
    `${file}, line 1: # begins a comment, which cuts ASSAY_API_KEY short. Put its value in quotation marks.`,
  ])
  rmSync(folder, { recursive: true })
})

it('tells of a variable that two lines set to different values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'))
  const file = join(folder, '.env')
  writeFileSync(file, 'ASSAY_SOURCE=1\nASSAY_API_KEY=a\nASSAY_SOURCE=1\nASSAY_API_KEY="b"\n')
  expect(readEnvFile(file).faults).toEqual([
    `${file}, line 4, sets ASSAY_API_KEY to another value than line 2: expected one. Remove the line that is not meant.`,
  ])
  rmSync(folder, { recursive: true })
})
