import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openInBrowser } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'))

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it.runIf(process.platform === 'linux')('a browser gets what it finds its screen by, and no secret of the environment', async () => {
  const [opener, page] = [join(folder, 'xdg-open'), join(folder, 'page')]
  writeFileSync(opener, '#!/bin/sh\nenv > "$1"\n')
  chmodSync(opener, 0o755)
  execFileSync('mkfifo', [page])
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
  vi.stubEnv('DISPLAY', ':7')
  vi.stubEnv('ASSAY_SIGNING_SECRET', 'h1dden')
  vi.stubEnv('DEV_TOKEN', 'h1dden too')
  const [given] = await Promise.all([readFile(page, 'utf8'), openInBrowser(page)])
  expect(given).toContain('DISPLAY=:7')
  expect(given).not.toContain('h1dden')
})
