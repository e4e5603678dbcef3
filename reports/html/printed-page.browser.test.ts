import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { reportOf } from '../report.ts'
import { finding, outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { wholePage } from '../whole-text.fixture.ts'
import { endBrowser, hasBrowser, opened, startBrowser } from './opened-page.fixture.ts'

beforeAll(startBrowser, 30_000)
afterAll(endBrowser)

const report = reportOf(runOf())

describe.skipIf(!hasBrowser)('the page on paper', () => {
  it.each([
    [9, 10],
    [40, 0],
  ])('prints a block for each failure with few findings, no controls, and of %i lost withdrawals %i lines', async (count, lines) => {
    const [requirement] = requirementsOf(contract.operations[0]?.id)
    const change = { verdict: 'failed' as const, findings: Array.from({ length: 7 }, (_, at) => ({ ...finding, at: `/data/${at}/rank` })) }
    const failed = requirement ? ['a', 'b', 'c'].map((check) => outcome(requirement, { ...change, check })) : []
    const lost = Array.from({ length: count }, () => ({ at: report.startedAt, exchange: 'e1', withdrawal: { amount: '1' } }))
    const page = await opened(await wholePage({ ...reportOf(runOf({ outcomes: failed })), unknownFate: lost }))
    await page.emulateMedia({ media: 'print' })
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    const seen = (selector: string) => page.locator(selector).filter({ visible: true }).count()
    const of = ['.lost li', '.outcome.failed', '.findings', '.findings tr', '.inside > .in-print', '.filters, .on-screen, .body']
    expect(await Promise.all(of.map(seen))).toEqual([lines, 3, 3, 18, 3, 0])
    await page.context().close()
  })

  it('prints what is folded of a failure without a script, too', async () => {
    const [requirement] = requirementsOf(contract.operations[0]?.id)
    const failed = requirement ? ['a', 'b'].map((check) => outcome(requirement, { verdict: 'failed', check, findings: [finding] })) : []
    const page = await opened(await wholePage(reportOf(runOf({ outcomes: failed }))))
    const seen = () => page.locator('.outcome.failed .findings').filter({ visible: true }).count()
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = false')
    expect(await seen()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    expect(await seen()).toBe(2)
    await page.context().close()
  })

  it('prints a few failures of one cause and how many more there are, or those that were filtered for', async () => {
    const [requirement] = requirementsOf(contract.operations[0]?.id)
    const failed = requirement
      ? Array.from({ length: 12 }, (_, at) => outcome(requirement, { verdict: 'failed', check: `c${at}`, findings: [finding] }))
      : []
    const page = await opened(await wholePage(reportOf(runOf({ outcomes: failed }))))
    await page.emulateMedia({ media: 'print' })
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    const seen = () => page.locator('.outcome, .group > .in-print').filter({ visible: true })
    expect(await seen().count()).toBe(6)
    expect(await seen().last().textContent()).toBe('and 7 more in report.json')
    await page.evaluate('for (const outcome of [...document.querySelectorAll(".outcome")].slice(8)) outcome.hidden = true')
    expect(await seen().count()).toBe(8)
    await page.context().close()
  })
})
