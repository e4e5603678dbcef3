import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { catalogueOf } from '../suites/index.ts'
import { checkPageUrl, pageName, publishedPages } from './documentation.ts'
import { junit } from './formats/junit.ts'
import { sarif } from './formats/sarif.ts'
import { type Report, reportOf } from './report.ts'
import { runOf } from './run.fixture.ts'
import { wholePage, wholeText } from './whole-text.fixture.ts'
import { writeReports } from './write.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-documentation-'))
afterAll(() => rm(folder, { recursive: true }))
const ids = (await catalogueOf(contract)).checks.map(({ id }) => id)
const plain = reportOf(runOf())
const report: Report = { ...plain, outcomes: plain.outcomes.map((outcome, index) => ({ ...outcome, check: ids[index] ?? '' })) }
const firstPage = encodeURIComponent(pageName(ids[0] ?? ''))

describe('the page of a check', () => {
  it('is published for every check of the catalogue, under a name of its own', () => {
    expect(publishedPages).toMatch(/^https:\/\/[\w.-]+\/[\w-]+\/checks\/$/)
    expect(new Set(ids.map((id) => checkPageUrl({}, id))).size).toBe(ids.length)
  })

  it('is not there for a check that an overlay adds', () => expect(checkPageUrl({}, 'getBalance.accepted')).toBeUndefined())

  it.each([
    ['https://ours.example/checks', `https://ours.example/checks/${firstPage}`],
    ['../checks/', `../checks/${firstPage}`],
    ['', undefined],
    ['javascript:alert(1)', undefined],
    ['//else.example', undefined],
    ['https://x.example/"><script>', undefined],
  ])('of a report that says %j is %j', (docs, want) => expect(checkPageUrl({ docs }, ids[0] ?? '')).toBe(want))
})

describe.each([
  ['where it is published', {}, publishedPages],
  ['where a setting says', { docs: 'https://ours.example/c' }, 'https://ours.example/c/'],
])('an outcome is linked to its page %s', (_, docs, base) => {
  const linked = { ...report, ...docs }
  it('in HTML, each of them', async () => {
    const page = await wholePage(linked)
    for (const { check } of linked.outcomes) expect(page).toContain(`href="${base}${encodeURIComponent(pageName(check))}"`)
  })

  it('in JUnit, in the text of what did not pass and in the properties of all', () => {
    const xml = junit(linked)
    for (const { check, verdict } of linked.outcomes)
      if (verdict === 'failed') expect(xml).toContain(`how to fix a failure: ${base}${encodeURIComponent(pageName(check))}`)
    expect(xml).toContain('<property name="pages of the checks" value="https://')
  })

  it('in SARIF, as the address of the rule', () => {
    const [{ tool }] = JSON.parse(wholeText(sarif(linked))).runs
    for (const { id, helpUri } of tool.driver.rules) expect(helpUri).toBe(`${base}${encodeURIComponent(pageName(id))}`)
  })
})

it('a report beside the pages links to them, except in SARIF, whose rules need absolute addresses', async () => {
  await mkdir(join(folder, 'checks'))
  await writeFile(join(folder, 'checks/index.html'), '')
  await writeReports(report, { outDir: folder, formats: ['json', 'html', 'junit', 'sarif'] })
  const written = await Promise.all(['report.json', 'report.html', 'assay.sarif'].map((name) => readFile(join(folder, name), 'utf8')))
  expect(written.map((text) => text.includes(`"checks/${firstPage}"`))).toEqual([false, true, false])
  expect(written[2]).toContain(publishedPages)
  expect(written[1]).toContain(`npx assay send ${join(folder, 'report.json')} e1 --`)
})

it('a report that wants no links has none, and one of a stranger none that runs', async () => {
  for (const docs of ['', 'javascript:alert(1)', ' data:text/html,x']) {
    const given = { ...report, docs }
    const links = [...(await wholePage(given)).matchAll(/ href="([^"]*)"/g)].map(([, to = '']) => to)
    expect(links.filter((to) => !to.startsWith('#'))).toEqual([])
    expect(wholeText(sarif(given))).not.toMatch(/(javascript|data):/)
    expect(junit(given)).not.toContain('pages of the checks')
  }
})

it('no long address of a stranger stands in a report for each check', async () => {
  const given = { ...report, docs: `https://pages.example/${'p'.repeat(3000)}` }
  for (const text of [await wholePage(given), junit(given), wholeText(sarif(given))]) expect(text).not.toContain('ppp')
})
