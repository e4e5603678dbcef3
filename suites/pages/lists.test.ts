import { describe, expect, it } from 'vitest'
import { evidenceOf } from '../../engine/evidence/evidence.fixture.ts'
import { ownPages } from './lists.ts'
import { pageCheck, pageOf } from './page-answers.fixture.ts'
import { arrivalsAt, isPromised } from './told-totals.ts'

const { probe } = pageCheck('total')
const told = (moment: number, asked: number, total: number) => pageOf({ moment, asked, of: 5, total })

describe('records that came while a page was made', () => {
  const exchanges = [told(0, 1, 10), told(0, 2, 12), told(2, 3, 13), told(2, 2, 40), told(3, 1, 14), told(3, 2, 17), told(4, 1, 15)]
  const own = ownPages(evidenceOf(probe, exchanges))
  const at = (moment: number, asked: number) => own.find((page) => page.moment === moment && page.asked.page === asked)

  it.each([
    ['the least that was told after it, less the most that was told before it', 2, 3, 2],
    ['none where that is less', 3, 2, 0],
    ['what others say of the whole time where nothing was told before it', 0, 1, 28],
    ['what others say of the whole time where nothing was told after it', 4, 1, 30],
  ])('are %s', (_, moment, asked, want) => {
    const page = at(moment, asked)
    expect(page && arrivalsAt(own, page)).toBe(want)
  })

  it('are what all say of the whole time of a page that another probe asked for', () => {
    const [page] = ownPages(evidenceOf(probe, [told(0, 1, 11)]))
    expect(page && arrivalsAt(own, page)).toBe(30)
    expect(page && arrivalsAt([page], page), 'and none where nobody says anything').toBe(0)
  })

  it('are what the others say where it told the most, or the least, itself', () => {
    const all = ownPages(evidenceOf(probe, [told(0, 1, 5), told(1, 2, 12), told(2, 1, 20)]))
    expect([all[0], all[2]].map((page) => page && arrivalsAt(all, page))).toEqual([8, 7])
  })

  it('are found without a look at all others for each page', () => {
    let reads = 0
    const total = () => {
      reads += 1
      return 7
    }
    const [page] = ownPages(evidenceOf(probe, [told(0, 1, 7)]))
    const alike = Array.from({ length: 200 }, (_, index) =>
      Object.defineProperty({ ...page, exchange: told(0, index, 7) } as NonNullable<typeof page>, 'total', { get: total }),
    )
    expect(alike.map((each) => arrivalsAt(alike, each))).toEqual(alike.map(() => 0))
    expect(reads).toBeLessThan(20 * alike.length)
  })
})

it('a page is promised by the smallest total, and by the size that is granted', () => {
  const [small, large] = [told(0, 1, 8), told(2, 1, 30)]
  const record = evidenceOf(probe, [small, large])
  const asked = (page: number, of: number) => pageOf({ asked: page, of })
  const promised = (page: number, of: number, granted?: number) => isPromised(record, ownPages(record), asked(page, of), granted)
  expect([promised(1, 10), promised(2, 10), promised(2, 10, 5), promised(3, 10, 5)]).toEqual([true, false, true, false])
})
