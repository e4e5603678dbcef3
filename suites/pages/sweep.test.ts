import { expect, it } from 'vitest'
import type { Client } from '../../engine/client/client.ts'
import { exchange, paged, response, target } from '../../engine/evidence/evidence.fixture.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Recorder, Step } from '../../engine/probes/steps.ts'
import { createSeed } from '../../engine/seed.ts'
import { askedOf } from './page.ts'
import { records } from './page-answers.fixture.ts'
import { momentOf } from './page-roles.ts'
import { readPage, readSlowly, startOf, sweep } from './sweep.ts'

interface List {
  readonly total: number
  /** The size of the pages that are given instead of the one that is asked for. */
  readonly granted?: (size: number) => number
  /** How many records fewer than there should be are on each page. */
  readonly short?: number
  readonly isQuick?: boolean
}

/** What is asked of a list, as the moment, the page and its size, in that order. */
async function asked({ total, granted = (size) => size, short = 0, isQuick = false }: List, how: 'at once' | 'slowly') {
  const client = { target, seed: createSeed('sweep'), isQuick } as Client
  const exchanges = new Map<string, Exchange>()
  const send = async ({ role, build }: Step) => {
    const request = build(client)
    const { page, size } = askedOf(paged, { ...exchange(paged, role), request })
    const perPage = granted(size)
    const held = records((page - 1) * perPage, Math.min(total, page * perPage)).slice(short)
    const answer = { ...exchange(paged, role, response(200, { transactions: { data: held, total, page, perPage } })), request }
    exchanges.set(role, answer)
    return answer
  }
  const sendAll = (steps: readonly Step[]) => Promise.all(steps.map(send))
  const recorder = { send, sendAll, recorded: () => ({ operation: paged, exchanges, leftOut: new Map() }) } as unknown as Recorder
  const reader = { client, operation: paged, recorder }
  const start = startOf(await readPage(reader, { pass: 'sweep', moment: 0 }, 1, 10))
  if (!start) throw new Error('the first page was not read')
  if (how === 'slowly') await readSlowly(reader, 'slowly', start)
  else await sweep(reader, 'sweep', start, [])
  const read = [...exchanges].map(([role, { request }]) => ({ role, ...askedOf(paged, { ...exchange(paged, role), request }) }))
  return read.slice(1).map(({ role, page, size }) => `${momentOf(role)?.moment}: ${page} of ${size}`)
}

const ofSize = (all: readonly string[], size: number) => all.filter((each) => each.endsWith(` of ${size}`))
const pagesOf = (all: readonly string[], size: number) => ofSize(all, size).map((each) => Number(/: (\d+) /.exec(each)?.[1]))

it('a list is read page by page and one beyond, and in pages of other sizes, and its first page once more at the end', async () => {
  const all = await asked({ total: 26 }, 'at once')
  expect(ofSize(all, 10).toSorted()).toEqual(['2: 2 of 10', '2: 3 of 10', '2: 4 of 10', '4: 1 of 10'])
  expect(all.at(-1)).toBe('4: 1 of 10')
  expect(ofSize(all, 20)).toEqual(['2: 2 of 20'])
  expect(ofSize(all, 25)).toEqual(['2: 2 of 25'])
  expect(pagesOf(all, 2), 'the one between is as the seed has it').toEqual([1, 11, 13, 921])
})

it.each([
  { total: 25, pages: [1, 25] },
  { total: 2, pages: [1, 2] },
  { total: 1, pages: [1] },
])('of pages of one record of $total those are read, and one beyond', async ({ total, pages }) => {
  const read = pagesOf(await asked({ total }, 'at once'), 1)
  expect(read).toEqual(expect.arrayContaining(pages))
  expect(read.filter((page) => page > total).length).toBe(1)
})

it('a list that one page holds is read in a page that it fills, and far beyond its end', async () => {
  const all = await asked({ total: 7 }, 'at once')
  expect(all).toContain('3: 1 of 7')
  expect(pagesOf(all, 100)).toEqual([1, 1 + Math.ceil(2 ** 32 / 100)])
})

it.each([
  { what: 'is empty', list: { total: 0 } },
  { what: 'is not held by its largest page', list: { total: 60, granted: (size: number) => Math.min(size, 50) } },
])('no page is asked for that a list fills which $what', async ({ list }) => {
  expect(ofSize(await asked(list, 'at once'), list.total).filter((each) => each.startsWith('3'))).toEqual([])
})

it('a list whose first pages contradict its total is read no further', async () => {
  const [right, wrong] = await Promise.all([asked({ total: 400 }, 'at once'), asked({ total: 400, short: 1 }, 'at once')])
  expect([new Set(pagesOf(right, 10)).size, new Set(pagesOf(wrong, 10)).size]).toEqual([41, 21])
})

it.each([
  { list: { total: 60 }, isRead: false, why: 'others are granted' },
  { list: { total: 60, granted: () => 10 }, isRead: true, why: 'no other is granted' },
  { list: { total: 60, granted: () => 10, isQuick: true }, isRead: true, why: 'no other is granted, and the list is short' },
  { list: { total: 100, granted: () => 10, isQuick: true }, isRead: false, why: 'no other is granted, and a quick run has no room' },
])('all pages of a smaller size are asked for: $isRead, where $why', async ({ list, isRead }) => {
  const all = await asked(list, 'at once')
  const smaller = [6, 7, 8, 9].filter((size) => pagesOf(all, size).length === Math.ceil(list.total / size))
  expect(smaller.length === 1).toBe(isRead)
})

it.each([
  { list: { total: 2000 }, size: 100, most: 6, why: 'large pages, of which some are chosen' },
  { list: { total: 100 }, size: 25, most: 4, why: 'four pages' },
  { list: { total: 100, isQuick: true }, size: 10, most: 6, why: 'ordinary ones in a quick run' },
  { list: { total: 30 }, size: 10, most: 3, why: 'ordinary ones where a quarter of it is less' },
  { list: { total: 8 }, size: 2, most: 4, why: 'pages of two where an ordinary one holds all' },
  { list: { total: 3 }, size: 1, most: 3, why: 'pages of one where that is a quarter' },
])('a list that changes is read in $why, one after another, and the first once more', async ({ list, size, most }) => {
  const read = pagesOf(await asked(list, 'slowly'), size)
  expect([read.length, read[0], read.at(-1)]).toEqual([most + 1, 1, 1])
  expect(read.slice(0, -1)).toEqual(read.slice(0, -1).toSorted((one, other) => one - other))
})
