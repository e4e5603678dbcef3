import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { catalogueOf } from '../../suites/index.ts'
import { reportOf } from '../report.ts'
import { runOf } from '../run.fixture.ts'
import { wholePage } from '../whole-text.fixture.ts'
import { indexPage } from './check.ts'
import { endBrowser, hasBrowser, opened, startBrowser } from './opened-page.fixture.ts'

beforeAll(startBrowser, 30_000)
afterAll(endBrowser)

/** The page of a report, with the keys that are pressed on it and what is focused after them. */
async function atKeyboard() {
  const page = await opened(await wholePage(reportOf(runOf())))
  return {
    page,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    focused: (what: string) => page.evaluate(`document.activeElement.${what}`),
  }
}

describe.skipIf(!hasBrowser)('with the keyboard alone', () => {
  it('the first key leads past the head', async () => {
    const { page, press, focused } = await atKeyboard()
    await press('Tab')
    expect(await focused('className')).toBe('skip')
    await page.context().close()
  })

  it('outcomes are opened, and walked through', async () => {
    const { page, press, focused } = await atKeyboard()
    await page.locator('.outcome summary').first().focus()
    await press('Enter')
    expect(await page.locator('.outcome').first().getAttribute('open')).toBe('')
    await press('ArrowDown')
    expect(await focused('parentElement.dataset.verdict')).toBe('inconclusive')
    await press('k')
    expect(await focused('parentElement.dataset.verdict')).toBe('failed')
    await page.locator('.outcome[open] a').first().focus()
    await press('j')
    expect(await focused('parentElement.dataset.verdict')).toBe('inconclusive')
    await page.context().close()
  })

  it('the tiles of a card are one stop, and arrows lead from one to the next', async () => {
    const { page, press, focused } = await atKeyboard()
    const [first, second] = ['li:nth-child(1) a', 'li:nth-child(2) a']
    await page.locator(`.tiles:has(${first}):has(${second}) ${first}`).first().focus()
    const from = await focused('href')
    await press('ArrowRight')
    const to = await focused('href')
    expect(to).not.toBe(from)
    await press('Tab')
    await press('Shift+Tab')
    expect(await focused('href')).toBe(to)
    await press('ArrowLeft')
    expect(await focused('href')).toBe(from)
    await page.context().close()
  })

  it('a search is begun, kept by Enter and given up by Escape', async () => {
    const { page, press, focused } = await atKeyboard()
    await page.locator('input[type=checkbox]').first().focus()
    await press('/')
    expect(await focused('name')).toBe('text')
    await press('j', '/', 'k', 'Enter')
    expect(await page.locator('input[type=search]').inputValue()).toBe('j/k')
    expect(await focused('name')).not.toBe('text')
    await press('/', 'Escape', 'j')
    expect(await page.locator('input[type=search]').inputValue()).toBe('')
    expect(await focused('parentElement.dataset.verdict')).toBe('failed')
    await page.context().close()
  })

  it('walks back from the first check of a clause to the clause before', async () => {
    const { checks } = await catalogueOf(contract)
    const page = await opened(await indexPage(contract, checks))
    const focused = () => page.evaluate('document.activeElement.textContent')
    const walked: unknown[] = []
    for (const key of ['j', 'j', 'k']) {
      await page.keyboard.press(key)
      walked.push(await focused())
    }
    const [first, second] = await page.locator('.outcome a').allTextContents()
    expect(walked).toEqual([first, second, first])
    await page.context().close()
  })
})
