import { type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { endOf } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { pagedOf, type ReadPage } from './lists.ts'
import { isCount, isEscaped, type Page, sizeOf } from './page.ts'

/** Where a record came, and a replica does not have it yet, some of so many later answers tell of it. */
const leastAfterwards = 8

/** No replica lags by so many records and has just as many as were asked for. */
export const leastLacking = 8

/**
 * Another total than the list has, of which one came before that answer and several after the last such: no record came or went for that. Of the
 * pages of the list itself one at most tells another, unless it counts a page alone.
 */
export function* strayFindings(evidence: Evidence, own: readonly ReadPage[], single: readonly Page[]): Generator<Finding> {
  const told = own[0]?.total
  const answers = [...own, ...single].filter(({ asked, total }) => asked.filter === own[0]?.asked.filter && isCount(total))
  const [usual, strays] = [answers.filter(({ total }) => total === told), answers.filter(({ total }) => total !== told)]
  const times = timesOf(usual)
  const stray = own.filter(({ total }) => total !== told).length > 1 ? undefined : strayAmong(strays, times)
  const counting = strays.find((page) => Number(told) - Number(page.total) >= leastLacking && countsItself(page, times))
  // A replica that lags tells less, where records came before all of these answers, but not that there are none.
  if (!counting && stray && stray.total !== 0 && Number(stray.total) < Number(told)) throw new Inconclusive(unsteady([stray, ...own]))
  const found = counting ?? stray ?? misreadAmong(strays, usual)
  const expected = `${told}, as ${counting || stray ? 'before and afterwards' : 'where the same is written without escapes'}`
  const actual = `${found?.total}${counting ? ofItsPage : ''}`
  if (found) yield { at: pagedOf(evidence).pagination.total, expected, actual, exchange: found.exchange.id }
}

/** What a total counts that is no total, in words that follow it. */
export const ofItsPage = ', as many as that page holds'

/** When the first of some answers was there, and when each was asked for, the last one first. */
interface Times {
  readonly end: number
  readonly starts: readonly number[]
}

/** A stranger's report may hold very many answers: no stray is compared with each of them. */
function timesOf(pages: readonly Page[]): Times {
  const starts = pages.map(({ exchange }) => exchange.startedAt).sort((one, other) => other - one)
  return { end: pages.reduce((least, { exchange }) => Math.min(least, endOf(exchange)), Number.POSITIVE_INFINITY), starts }
}

function isAfterOne({ exchange }: Page, { end }: Times): boolean {
  return exchange.startedAt >= end
}

function isBefore({ exchange }: Page, { starts }: Times, least: number): boolean {
  return (starts[least - 1] ?? Number.NEGATIVE_INFINITY) >= endOf(exchange)
}

/** True for a full page whose total counts it alone, between answers that tell of the list. */
function countsItself(page: Page, usual: Times): boolean {
  const isFull = page.total === page.count && page.count === sizeOf(page)
  return isFull && isAfterOne(page, usual) && isBefore(page, usual, 1)
}

function strayAmong(strays: readonly Page[], usual: Times): Page | undefined {
  const isOver = (page: Page) => isBefore(page, usual, leastAfterwards)
  const later = strays.filter((page) => isAfterOne(page, usual))
  return later.find((each) => each.total === 0 && isOver(each)) ?? (strays.every(isOver) ? later[0] : undefined)
}

/** Where values that are written with escapes are not read, nothing is found for any of them. */
function misreadAmong(strays: readonly Page[], usual: readonly Page[]): Page | undefined {
  const isMisread = strays.length > 1 && strays.every((page) => page.total === 0 && isEscaped(page)) && !usual.some(isEscaped)
  return isMisread ? strays[0] : undefined
}

export function unsteady(own: readonly Page[]): string {
  const told = [...new Set(own.map(({ total }) => Number(total)))].sort((a, b) => a - b).join(', ')
  return `Totals rose and fell while the list was read (${told}), and settled at the greatest: a replica may lag, or totals are wrong. Run again while no record comes.`
}
