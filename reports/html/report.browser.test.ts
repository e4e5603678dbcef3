import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { catalogueOf } from '../../suites/index.ts'
import { compareReports } from '../comparison/compare.ts'
import { historiesOf } from '../comparison/history.ts'
import { standingOf } from '../conclusions/standing.ts'
import { publishedPages } from '../documentation.ts'
import { hostileRun, hostileStrings } from '../hostile.fixture.ts'
import { reportOf } from '../report.ts'
import { exchange, finding, outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { explanationOf } from '../terminal/explanation.ts'
import { wholePage } from '../whole-text.fixture.ts'
import { checkPage, indexPage } from './check.ts'
import { htmlComparison } from './compare.ts'
import { htmlHistory } from './history.ts'
import { htmlMatrix } from './matrix.ts'
import { complaints, endBrowser, hasBrowser, opened, startBrowser } from './opened-page.fixture.ts'

beforeAll(startBrowser, 30_000)
afterAll(endBrowser)

const report = reportOf(runOf())
const failed = report.outcomes.find(({ verdict }) => verdict === 'failed')?.check ?? ''

/** One outcome of each verdict, and a few tiles, are all that an audit needs to see. */
const small = {
  ...report,
  outcomes: report.outcomes.filter(({ verdict }, at) => report.outcomes.findIndex((one) => one.verdict === verdict) === at),
  ledger: {
    ...report.ledger,
    requirements: report.ledger.requirements.slice(0, 12),
    openPoints: report.ledger.openPoints.slice(0, 4),
    namedOnly: report.ledger.namedOnly.slice(0, 2),
  },
}
const example = { report, exchange: found(report.exchanges[0]), findings: report.outcomes.flatMap(({ findings }) => findings) }

async function firstCheck() {
  return found((await catalogueOf(contract)).checks[0])
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none')
  return value
}

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

describe.skipIf(!hasBrowser)('the page', () => {
  it('says the answer, and shows every outcome', async () => {
    const page = await opened(await wholePage(report))
    expect(await page.locator('h1').textContent()).toBe('staging does not conform (1 requirement left out)')
    expect(await page.locator('.outcome').count()).toBe(report.outcomes.length)
    expect(await page.locator('.outcome').first().getAttribute('data-verdict')).toBe('failed')
    await page.context().close()
  })

  for (const [name, html] of [
    ['report', () => wholePage(small)],
    ['comparison', () => htmlComparison(compareReports(reportOf(runOf({ outcomes: [] })), small))],
    [
      'page of many targets',
      () =>
        htmlMatrix({
          standings: [standingOf(small, 'a/report.html'), standingOf({ ...small, exitCode: 0 }, 'b/report.html')],
          unjudged: ['c'],
        }),
    ],
    [
      'history',
      () =>
        htmlHistory(historiesOf([small, { ...small, outcomes: [] }].map((one) => ({ path: `${'long'.repeat(30)}.json`, report: one })))),
    ],
    ['page of a check', async () => checkPage(explanationOf(contract, await firstCheck()), { right: example, wrong: example })],
    ['index of the checks', async () => indexPage(contract, [await firstCheck()])],
  ] as const) {
    it(`is accessible in both schemes, and fits a phone: ${name}`, async () => {
      const page = await opened(await html())
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      const all = new AxeBuilder({ page }).setLegacyMode().withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
      expect(violationsOf(await all.analyze())).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 360, height: 900 })
      const dark = new AxeBuilder({ page })
        .setLegacyMode()
        .withRules(['color-contrast', 'link-name', 'scrollable-region-focusable', 'target-size'])
      expect(violationsOf(await dark.analyze())).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.context().close()
    })
  }

  it('finds checks by their words and by their operation', async () => {
    const { checks } = await catalogueOf(contract)
    const page = await opened(await indexPage(contract, checks))
    const shown = () => page.locator('.outcome:visible').count()
    expect(await shown()).toBe(checks.length)
    await page.locator('select[name=operation]').selectOption(contract.operations[0]?.id ?? '')
    expect(await shown()).toBe(checks.filter(({ probe }) => probe.operation.id === contract.operations[0]?.id).length)
    await page.keyboard.press('/')
    await page.keyboard.type('market rank')
    expect(await page.locator('.outcome:visible a').allTextContents()).toEqual(['data[].rank: integer'])
    await page.context().close()
  })

  it('can be read without its script', async () => {
    const page = await opened(await wholePage(report), { javaScriptEnabled: false })
    expect(await page.locator('.outcome:visible').count()).toBeGreaterThan(report.outcomes.length / 2)
    expect(await page.locator('.filters').isVisible()).toBe(false)
    await page.context().close()
  })

  it('marks the offending place in the evidence', async () => {
    const body = JSON.stringify({
      status: 'success',
      data: Array.from({ length: 400 }, (_, rank) => ({ rank: rank === 3 ? '1.5' : rank })),
    })
    const run = runOf({ exchanges: [exchange('e1', body)] })
    const page = await opened(await wholePage(reportOf(run)))
    await page.locator('.outcome.failed summary').click()
    expect(await page.locator('.outcome.failed .body mark').first().textContent()).toBe('"rank": "1.5"')
    expect(await page.locator('.outcome.failed .body').textContent()).toMatch(/⋯ 1,\d\d\d more lines/)
    await page.context().close()
  })

  it('gives every outcome an address of its own', async () => {
    const page = await opened(await wholePage(report), { at: `#check-${encodeURIComponent(failed)}` })
    expect(await page.locator('.outcome.failed').getAttribute('open')).toBe('')
    expect(await page.evaluate('document.activeElement.closest("details").id')).toBe(`check-${failed}`)
    await page.context().close()
  })

  for (const [name, width] of [
    ['a desktop', 1200],
    ['a phone', 360],
  ] as const) {
    it(`lands where a link points, on ${name}`, async () => {
      const exchanges = Array.from({ length: 300 }, (_, at) =>
        exchange(`e${at + 1}`, JSON.stringify({ status: 'success', data: [{ at }] })),
      )
      const page = await opened(await wholePage(reportOf(runOf({ exchanges }))), { width, at: '#exchange-e250' })
      const top = (id: string) => page.evaluate(`document.getElementById('${id}').getBoundingClientRect().top`)
      // The browser's own scrolling, still under way while the page opens what is linked, would go on to where that stood before.
      expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto')
      const bar = Number(await page.evaluate(`document.querySelector('.bar-top').getBoundingClientRect().bottom`))
      for (const id of ['exchange-e250', 'exchange-e17', `check-${failed}`, 'timeline']) {
        await page.evaluate(`location.hash = ${JSON.stringify(encodeURIComponent(id))}`)
        await page.waitForFunction(`Math.abs(document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top - ${bar}) < 40`)
      }
      expect(await top('timeline')).toBeGreaterThanOrEqual(bar - 1)
      await page.context().close()
    })
  }

  it('shows what is missing in its place, and a whole body on request', async () => {
    const body = JSON.stringify({
      status: 'success',
      data: Array.from({ length: 60 }, (_, at) => (at === 3 ? { name: 'three' } : { name: 'x', rank: at })),
    })
    const page = await opened(await wholePage(reportOf(runOf({ exchanges: [exchange('e1', body)] }))), { at: '#exchange-e1' })
    expect(await page.locator('#exchange-e1 mark.missing').first().textContent()).toBe('"rank": missing')
    await page.locator('#exchange-e1 .whole summary').click()
    expect(await page.locator('#exchange-e1 .whole .body').textContent()).toContain('"rank": 59')
    await page.context().close()
  })

  it('filters by verdict, operation, level and text, and keeps the filter in its address', async () => {
    const page = await opened(await wholePage(report))
    const shown = () => page.locator('.outcome:visible').count()
    const urgent = report.outcomes.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'inapplicable').length
    expect(await shown()).toBe(urgent)
    await page.locator('input[value=passed]').check()
    expect(await shown()).toBe(report.outcomes.filter(({ verdict }) => verdict !== 'inapplicable').length)
    expect(page.url()).toContain('verdict=')
    await page.locator('.counts [data-only=passed]').click()
    expect(await shown()).toBe(report.outcomes.filter(({ verdict }) => verdict === 'passed').length)
    await page.locator('input[value=failed]').check()
    await page.locator('input[type=search]').fill('/data/3/rank')
    expect(await shown()).toBe(1)
    await page.reload()
    expect(await shown()).toBe(1)
    await page.locator('select[name=level]').selectOption('SHOULD')
    expect(await shown()).toBe(0)
    expect(await page.locator('#none').isVisible()).toBe(true)
    await page.locator('#reset').click()
    expect(await shown()).toBe(report.outcomes.length)
    await page.context().close()
  })

  it('shows a failure in five thousand records as one finding, and opens at once', async () => {
    const record = { rank: '1.5', name: 'x'.repeat(1000) }
    const body = JSON.stringify({ status: 'success', message: '', data: Array.from({ length: 5000 }, () => record) })
    const first = requirementsOf(contract.operations[0]?.id)[0]
    const places = Array.from({ length: 10 }, (_, at) => `/data/${at * 500}/rank`)
    const outcomes = first ? [outcome(first, { verdict: 'failed', findings: [{ ...finding, count: 5000, places }] })] : []
    const html = await wholePage(reportOf(runOf({ outcomes, exchanges: [exchange('e1', body)] })))
    expect(html.length).toBeLessThan(1_000_000)
    const page = await opened(html)
    expect(await page.locator('.findings tbody tr').count()).toBe(1)
    await page.context().close()
  })

  it('shows what a target sends as text, and runs none of it', async () => {
    const html = await wholePage(reportOf(hostileRun()))
    expect(hostileStrings.length).toBeGreaterThanOrEqual(30)
    const page = await opened(html)
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
    expect(await page.evaluate('window.owned')).toBeUndefined()
    expect(await page.locator('script, iframe, img, object, embed, form[action], base, meta[http-equiv=refresh]').count()).toBe(1)
    const published = new URL(publishedPages).origin
    const where = await page.evaluate('[...document.links].map(({ protocol, origin }) => (protocol === "file:" ? protocol : origin))')
    expect(new Set(where as string[]).difference(new Set(['file:', published]))).toEqual(new Set())
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n]/u)
    await page.context().close()
  })
})

it('never made a browser complain, ask for anything or speak', () => expect(complaints).toEqual([]))
