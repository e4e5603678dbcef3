import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Verdict } from '../../engine/judging/outcome.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Selection } from '../../engine/selection.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { pageOf, type ServedPage } from '../../provider/pages.ts'
import { inProcess } from '../in-process.fixture.ts'
import { run } from '../run.ts'

const [{ id = '' } = {}] = contract.operations.filter(({ pagination }) => pagination)

type List = (all: readonly unknown[], request: number, milliseconds: number) => readonly unknown[]
type Pager = (list: readonly unknown[], page: ServedPage) => ServedPage

const plainly: Pager = (list, { page, size }) => pageOf(list, page, size)
const overlapping: Pager = (list, { page, size }) => {
  const right = pageOf(list, page, size)
  const from = (page - 1) * size - 1
  return page > 1 ? { ...right, records: list.slice(from, from + right.records.length) } : right
}
const firstAlways: Pager = (list, { page, size }) => {
  const right = pageOf(list, page, size)
  return { ...right, records: list.slice(0, right.records.length) }
}

/** By the answers to other requests too. */
const beside: Selection = { only: `${id}.pages.*,${id}.credential.*` }

/** What the checks of pages find of a changing list, where they do not pass. */
async function judged(
  list: List,
  pager: Pager = plainly,
  selection: Selection = { only: `${id}.pages.*`, observe: ['none'] },
): Promise<[string, Verdict][]> {
  const hooks = () => {
    let request = 0
    return {
      page: (page: ServedPage, all: readonly unknown[]) =>
        all.length === 0 ? page : pager(list(all, request++, clock.now() - start), page),
    }
  }
  const mutant = { name: 'moving', title: '', level: 'MUST' as const, operation: id, caughtBy: [], hooks }
  const { target, clock, transport } = inProcess({ contract, mutant })
  const start = clock.now()
  const { outcomes } = await run({
    contract,
    target: { ...target, operations: [id] },
    clock,
    transport,
    selection,
    seed: createSeed('moving'),
  })
  return outcomes.flatMap(({ check, verdict }) =>
    verdict === 'passed' || verdict === 'inapplicable' ? [] : [[check.replace(`${id}.pages.`, ''), verdict]],
  )
}

describe('a list that loses records while it is read', () => {
  it.each([3, 9, 20])('passes where one goes with every %i requests', async (every) => {
    expect(await judged((all, request) => all.slice(0, Math.max(20, 57 - Math.floor(request / every))))).toEqual([])
  })

  it('fails where only its total falls', async () => {
    const falls: Pager = (list, page) => ({ ...plainly(list, page), total: list.length - Math.floor(asked++ / 9) })
    let asked = 0
    expect(await judged((all) => all, falls)).toEqual([['total', 'failed']])
  })
})

describe('a list that grows, of which all pages but the first are kept for some seconds', () => {
  it.each([true, false])('passes, also where one of those is met again only as the list is read slowly (quick: %s)', async (quick) => {
    const kept = new Map<string, ServedPage>()
    const growing: List = (all, request, milliseconds) => {
      if (milliseconds > 5000) kept.clear()
      return all.slice(0, 20 + request)
    }
    const cached: Pager = (list, page) =>
      page.page === 1 ? plainly(list, page) : getOrInsert(kept, JSON.stringify([page.page, page.size, list[0]]), () => plainly(list, page))
    expect(await judged(growing, cached, { ...beside, quick })).toEqual([])
  })
})

it('a list that grows all the time is waited for at no time', async () => {
  let last = 0
  const growing: List = (all, request, milliseconds) => {
    last = milliseconds
    return all.slice(0, 20 + request)
  }
  expect(await judged(growing)).toEqual([])
  expect(last).toBeLessThan(5000)
})

describe('a list that grows from one record, and never fills a page', () => {
  const growing: List = (all, request) => all.slice(0, 1 + Math.floor(request / 9))

  it('passes', async () => expect(await judged(growing)).toEqual([]))
  it.each([1, 5])(
    'passes where %i records come with every request, after its page was cut and before they are counted',
    async (records) => {
      const coming: List = (all, request) => all.slice(0, 2 + records * request)
      const countedLater: Pager = (list, page) => ({ ...plainly(list, page), total: Math.min(page.total, list.length + records) })
      expect(await judged(coming, countedLater)).toEqual([])
    },
  )
  it('fails where the first page is answered again and again', async () =>
    expect(await judged(growing, firstAlways)).toContainEqual(['distinct', 'failed']))
})

describe('a list that holds the newest records only', () => {
  const newest =
    (every: number, records = 1): List =>
    (all, request) => {
      const from = Math.max(0, 17 - records * Math.floor(request / every))
      return all.slice(from, from + 40)
    }

  it.each([
    ['once', newest(20, 1)],
    ['all the time', newest(9)],
    ['two at a time', newest(11, 2)],
    ['at the end, as those in front leave it', (...list) => newest(9)(...list).toReversed()],
    ['until none of the first page is on it', newest(2)],
  ] satisfies [string, List][])('passes where records come %s', async (_, list) => {
    expect(await judged(list)).toEqual([])
  })

  it.each([
    ['begins each page with the last record of the one before', overlapping],
    ['answers the first page again and again', firstAlways],
  ])('fails where it %s', async (_, pager) => {
    expect(await judged(newest(9), pager)).toEqual([['distinct', 'failed']])
  })

  it('is told from one that is made up anew for every request', async () => {
    const made: List = (all, request) =>
      JSON.parse(
        JSON.stringify(all)
          .replace(/[\da-f]{9,}/g, (digits) => `${request}0${digits}`.slice(0, digits.length))
          .replace(/\d+\.\d+/g, (amount) => (Number(amount) + request / 997).toFixed(6)),
      )
    expect(await judged(made)).toContainEqual(['distinct', 'failed'])
  })

  it('is told from one whose records have other amounts in the end', async () => {
    const doubled: List = (all, request) =>
      all.map((each) => (request % 2 === 0 ? each : { ...Object(each), amount: 2 * Object(each).amount }))
    expect(await judged(doubled)).toEqual([['distinct', 'failed']])
  })

  it('is told from one whose order changes with every request', async () => {
    const turning: List = (all, request) => [...all.slice((50 * request) % 57), ...all.slice(0, (50 * request) % 57)]
    expect(await judged(turning)).toEqual([['distinct', 'failed']])
  })
})

describe('a list whose newest records have no fee until one is filled in', () => {
  it.each([3, 12, 30])('passes where that is after %i requests', async (many) => {
    const filled: List = (all, request) => all.map((each, index) => (index < 12 && request < many ? { ...Object(each), fee: 0 } : each))
    expect(await judged(filled, plainly, beside)).toEqual([])
  })
})

describe('a list of two replicas of which one lags', () => {
  /** Every other answer comes from the one that lags by so long, and behind both are more records by then. */
  const lagging =
    (lag: number, later = 0): List =>
    (all, request, milliseconds) =>
      all.slice(milliseconds < lag ? later + (request % 2) : 0)

  it('passes where it has caught up, with more records than before', async () => {
    expect(await judged(lagging(1000, 3))).toEqual([])
  })

  it('passes where it lags by seconds all the time, and shows by then what the other one had', async () => {
    const behind: List = (all, request, milliseconds) => all.slice(40 - Math.floor((milliseconds + 5000 * (1 - (request % 2))) / 500))
    expect(await judged(behind)).toEqual([])
  })

  it('passes where two of its records have settled on one of them alone', async () => {
    const pending = (record: unknown) => ({ ...Object(record), status: 'PENDING', fee: 0 })
    const behind: List = (all, request) => all.map((each, index) => ((index === 4 || index === 30) && request % 2 ? pending(each) : each))
    expect(await judged(behind)).toEqual([])
  })

  it('is left open where nothing shows that records came', async () => {
    expect(await judged(lagging(1000))).toEqual([['total', 'inconclusive']])
  })

  it('passes where a record comes while it is read, as the page that was read first shows', async () => {
    const coming: List = (all, request, milliseconds) => all.slice(request < 10 || (milliseconds < 1000 && request % 2 === 1) ? 1 : 0)
    expect(await judged(coming)).toEqual([])
  })

  it('passes where records come after the list was read', async () => {
    const coming: List = (all, request) => all.slice(request < 30 ? 1 : request % 2)
    expect(await judged(coming, plainly, beside)).toEqual([])
  })

  it('fails where it never catches up', async () => {
    expect(await judged(lagging(Number.POSITIVE_INFINITY))).toContainEqual(['total', 'failed'])
  })

  it('fails where totals are others than its pages hold', async () => {
    const one: Pager = (list, { page, size, total }) => ({ ...pageOf(list, page, size), total })
    expect(await judged(lagging(1000), one)).toContainEqual(['total', 'failed'])
  })
})
