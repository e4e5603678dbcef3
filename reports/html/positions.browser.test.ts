import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareReports } from '../comparison/compare.ts'
import { historiesOf } from '../comparison/history.ts'
import { standingOf } from '../conclusions/standing.ts'
import { reportOf } from '../report.ts'
import { finding, outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { wholePage } from '../whole-text.fixture.ts'
import { htmlComparison } from './compare.ts'
import { htmlHistory } from './history.ts'
import { htmlMatrix } from './matrix.ts'
import { endBrowser, hasBrowser, opened, startBrowser } from './opened-page.fixture.ts'

beforeAll(startBrowser, 30_000)
afterAll(endBrowser)

/** Words that have no place to break, in two directions. */
const long = `https://${'long-name.'.repeat(20)}example/${'x'.repeat(150)}`
const [requirement] = requirementsOf('getCoinInformation')
const failures = ['a', 'b.c'].flatMap((check) => {
  const findings = [{ ...finding, at: `/data/0/${'y'.repeat(120)}`, actual: `"درگاه پرداخت ${long}"` }]
  return requirement ? [outcome(requirement, { check, clause: check === 'a' ? '4.1' : '4.10', verdict: 'failed', findings })] : []
})
const named = { ...reportOf(runOf({ outcomes: [...failures, ...runOf().outcomes] })) }
const report = { ...named, target: { ...named.target, name: long } }
const standings = [standingOf(report, 'a/report.html'), { ...standingOf(reportOf(runOf()), 'b/report.html'), name: 'درگاه پرداخت' }]

const pages: Readonly<Record<string, () => Promise<string>>> = {
  report: () => wholePage(report),
  comparison: () => htmlComparison(compareReports(reportOf(runOf({ outcomes: [] })), report)),
  history: () => htmlHistory(historiesOf([{ path: long, report }])),
  'many targets': () => htmlMatrix({ standings, unjudged: [long] }),
}

/** What sticks out of the page at its right, but for what can be scrolled there. */
const sticking = `[...document.querySelectorAll('body *')].filter((element) => {
  const { right, width } = element.getBoundingClientRect()
  if (width === 0 || right <= innerWidth + 0.5) return false
  for (let up = element; up; up = up.parentElement) if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return false
  return true
}).map(({ outerHTML }) => outerHTML.slice(0, 200))`

/** The left edges of what a selector finds, each once. */
async function leftEdges(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((element) => element.offsetParent).map((element) => Math.round(element.getBoundingClientRect().left)))]`)
}

describe.skipIf(!hasBrowser)('in every page', () => {
  for (const [name, html] of Object.entries(pages)) {
    it.each([360, 1280])(`nothing sticks out of ${name} at a width of %i`, async (width) => {
      const page = await opened(await html(), { width })
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      expect(await page.evaluate(sticking)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.context().close()
    })
  }

  it('the parts of lines that belong together begin at one edge', async () => {
    const page = await opened((await pages['report']?.()) ?? '', { width: 1280 })
    for (const part of [
      '.causes .risk',
      '.causes li > :nth-child(2)',
      '.group.failed .outcome > summary .badge',
      '.group.failed .outcome > summary > .clause',
      '.group.failed .outcome > summary > .what',
    ])
      expect(await leftEdges(page, part), part).toHaveLength(1)
    await page.context().close()
  })

  it('the head of a matrix stands above its columns, whatever is scrolled', async () => {
    const page = await opened((await pages['many targets']?.()) ?? '', { width: 360 })
    await page.evaluate('document.querySelector(".matrix").scrollTo(90, 200)')
    for (const column of [1, 2, 3]) {
      const [heads, cells] = [`.matrix thead th:nth-child(${column})`, `.matrix tbody tr:not(.heading) :is(th, td):nth-child(${column})`]
      expect(await leftEdges(page, heads)).toEqual(await leftEdges(page, cells))
    }
    await page.context().close()
  })

  it.each([360, 700, 1000, 1280])('the answer and the links of the bar keep apart at a width of %i', async (width) => {
    const page = await opened((await pages['report']?.()) ?? '', { width })
    await page.evaluate('document.querySelector("#timeline").scrollIntoView()')
    const right = await page.evaluate(
      'Math.max(...[...document.querySelectorAll(".bar-top .badge, .bar-top .badge > *")].map((one) => one.getBoundingClientRect().right))',
    )
    expect(right).toBeLessThanOrEqual(Number(await page.evaluate('document.querySelector(".bar-top ul").getBoundingClientRect().left')))
    expect(await page.evaluate('document.querySelector(".bar-top").getBoundingClientRect().height')).toBeLessThan(64)
    await page.context().close()
  })

  it('a matrix is printed whole', async () => {
    const page = await opened((await pages['many targets']?.()) ?? '')
    await page.emulateMedia({ media: 'print' })
    expect(
      await page.evaluate('(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector(".matrix"))'),
    ).toBe(0)
    await page.context().close()
  })
})
