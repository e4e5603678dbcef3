import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { variablesIn } from './env-file.ts'

const text = 'ASSAY_ACCESS_TOKEN=one\r\n# a comment\r\nASSAY_API_TOKEN="two"\r\n'

for (const [form, bytes] of [
  ['plain', Buffer.from(text)],
  ['with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['in UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
] as const) {
  it(`reads a file ${form}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-env-'))
    writeFileSync(join(folder, '.env'), bytes)
    expect(variablesIn(join(folder, '.env'))).toEqual({ ASSAY_ACCESS_TOKEN: 'one', ASSAY_API_TOKEN: 'two' })
    rmSync(folder, { recursive: true })
  })
}
