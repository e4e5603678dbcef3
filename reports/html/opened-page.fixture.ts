import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

// Browser tests need a Chromium: where there is none they are skipped, and said to be.
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
export const hasBrowser = existsSync(executablePath)

/** Whatever a page said on the console, threw, asked for or wanted to know. */
export const complaints: string[] = []

let folder: string
let browser: Browser

/** Starts the one browser of a file of tests. */
export async function startBrowser(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'assay-html-'))
  if (hasBrowser)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}

/** Ends it. */
export async function endBrowser(): Promise<void> {
  if (hasBrowser) await browser.close()
  await rm(folder, { recursive: true, force: true })
}

/** A page as it opens from a disk. */
export async function opened(html: string, { at = '', width = 1200, ...options }: Opening = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...options })
  const page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => request.url().startsWith('file:') || complaints.push(request.url()))
  page.on('dialog', (dialog) => complaints.push(dialog.message()))
  const file = join(folder, `${crypto.randomUUID()}.html`)
  await writeFile(file, html)
  await page.goto(`${pathToFileURL(file)}${at}`)
  return page
}

interface Opening extends Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled'> {
  readonly width?: number
  /** The fragment of its address. */
  readonly at?: string
}
