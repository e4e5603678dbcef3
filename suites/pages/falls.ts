import { classify } from '../../engine/evidence/classification.ts'
import { type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { latestPass, pagedOf, type ReadPage } from './lists.ts'
import { holdsItsShare, isBeyond, type Page, sizedPage } from './page.ts'
import { readingsOf } from './page-roles.ts'
import { isSamePage } from './shifts.ts'
import { leastLacking, ofItsPage, unsteady } from './stray-totals.ts'
import { rangeOf, toldAround } from './told-totals.ts'

/**
 * A total that fell while the list was read, where neither a record that expires nor a replica that lags explains it.
 *
 * @throws {Inconclusive} if the list loses records all the time, and was cut off when it was read again.
 */
export function fallFinding(evidence: Evidence, own: readonly ReadPage[]): Finding | undefined {
  const fall = wholeFall(own) ?? lastingFall(evidence, own)
  if (!fall) return undefined
  const [before, after] = fall
  const { total } = pagedOf(evidence).pagination
  const expected = `at least ${before.total}, as before on ${sizedPage(before)}`
  const isOfPage = own.every((page) => page.total === page.count)
  return { at: total, expected, actual: `${after.total}${isOfPage ? ofItsPage : ''}`, exchange: after.exchange.id }
}

/** @throws {Inconclusive} if a total fell that settled at the greatest since, with no record that came: a replica may have lagged. */
export function refuseUnsteady(evidence: Evidence, own: readonly ReadPage[]): void {
  if (unexplainedFall(evidence, own) && !hasGrown(own) && !haveCome(own)) throw new Inconclusive(unsteady(own))
}

/** One to nothing, of more records than a replica lags by: whatever is told later, nothing explains it. */
function wholeFall(own: readonly ReadPage[]): Fall | undefined {
  return fallsOf(own).find(([before, after]) => after.total === 0 && Number(before.total) >= leastLacking)
}

/** One that is neither an expiry nor what a replica tells that lags. @throws {Inconclusive} as above */
function lastingFall(evidence: Evidence, own: readonly ReadPage[]): Fall | undefined {
  const fall = unexplainedFall(evidence, own)
  if (!fall) return undefined
  if (isShrinking(evidence, own) && isCutOff(evidence))
    throw new Inconclusive('The list lost records while it was read, and could not be read again.')
  return followsSize(own) || followsEnd(evidence, own) || !isCaughtUp(evidence, own) ? fall : undefined
}

function unexplainedFall(evidence: Evidence, own: readonly ReadPage[]): Fall | undefined {
  return isExpiry(evidence, own) ? undefined : fallOf(own)
}

/** Two pages of which the later one, which was asked for after the answer to the earlier one, tells a smaller total. */
type Fall = readonly [before: ReadPage, after: ReadPage]

function* fallsOf(own: readonly ReadPage[]): Generator<Fall> {
  for (const { page, before } of toldAround(own).values())
    if (before && Number(page.total) < Number(before.greatest.total)) yield [before.greatest, page]
}

export function fallOf(own: readonly ReadPage[]): Fall | undefined {
  const [first] = fallsOf(own)
  return first
}

/** True if no total is larger than one that was told at an earlier moment. */
function neverRises(pages: readonly ReadPage[]): boolean {
  return toldAround(pages)
    .values()
    .every(({ page, before }) => !before || Number(page.total) <= Number(before.least.total))
}

/**
 * True if every answer holds what its own total leaves for it, and every replica has caught up with what any told before: the last pass tells
 * one total alone, none before it more, or it tells more than all before it wherever it was read.
 */
function isCaughtUp(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const latest = latestPass(own)
  const [least, greatest] = rangeOf(latest)
  const isOver = own.some((page) => Number(page.total) > least && page.pass !== latest[0]?.pass)
  return (least === greatest ? !isOver : hasGrown(own)) && own.every((page) => holdsItsShare(pagedOf(evidence), page))
}

/** True if all pages of one size tell one total, and all others another, again and again: what comes, or lags, knows no size. */
function followsSize(own: readonly ReadPage[]): boolean {
  const totalsOf = (pages: readonly Page[]) => new Set(pages.map(({ total }) => total))
  const sizes = [...Map.groupBy(own, ({ asked }) => asked.size).values()].filter(({ length }) => length >= leastOfSize)
  return sizes.some((alike) => {
    const others = own.filter(({ asked }) => asked.size !== alike[0]?.asked.size)
    return others.length > 0 && totalsOf(alike).size === 1 && totalsOf(others).size === 1
  })
}

const leastOfSize = 6

/** True if the pages beyond the end tell one total, all others a greater one, pass after pass: no replica knows which page is asked for. */
function followsEnd(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const [, greatest] = rangeOf(own)
  const [beyond = [], within = []] = [true, false].map((isWanted) =>
    own.filter((page) => isBeyond(pagedOf(evidence), { ...page, total: greatest }) === isWanted),
  )
  const isLess = beyond.length >= leastBeyond && beyond.every(({ total }) => total === beyond[0]?.total && Number(total) < greatest)
  return isLess && within.every(({ total }) => total === greatest)
}

const leastBeyond = 3

/** True if every page of the last pass tells more than any page before it, so that records came indeed. */
function hasGrown(own: readonly ReadPage[]): boolean {
  const latest = latestPass(own)
  const [least] = rangeOf(latest)
  return latest.length < own.length && own.every((page) => page.pass === latest[0]?.pass || Number(page.total) < least)
}

/** True if records came: the very page that was read first told more when it was read again, and none ever told less than it did at first. */
function haveCome([first, ...others]: readonly ReadPage[]): boolean {
  if (!first) return false
  const isMore = others.some((page) => isSamePage(page, first) && Number(page.total) > Number(first.total))
  return isMore && others.every(({ total }) => Number(total) >= Number(first.total))
}

/**
 * True if one and the same page told more before the last pass than in that, in which no total fell any more, or where it was read one page
 * after another and totals never rose; or than it told at any time, where records go all the time. It may have told less by the end of the
 * earlier pass, as the last may have other sizes.
 */
function isExpiry(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const isWhole = isShrinking(evidence, own)
  const last = latestPass(own)
  if (!isWhole && fallOf(last) && !isGradual(last)) return false
  const before = Map.groupBy(
    own.filter(({ pass }) => pass !== last[0]?.pass),
    sizedPage,
  )
  const greatest = new Map([...before].map(([page, told]) => [page, rangeOf(told)[1]]))
  return (isWhole ? own : last).some((page) => (greatest.get(sizedPage(page)) ?? Number.NEGATIVE_INFINITY) > Number(page.total))
}

/** True if totals never rise, and every page holds what its own leaves for it. */
function isShrinking(evidence: Evidence, own: readonly ReadPage[]): boolean {
  return neverRises(own) && own.every((page) => holdsItsShare(pagedOf(evidence), page))
}

/** True if the page that was read first is also the last, told less by then, and no total in between was larger than the one before. */
function isGradual(latest: readonly ReadPage[]): boolean {
  const [first, last] = [latest[0], latest.at(-1)]
  if (!first || !last || !isSamePage(first, last)) return false
  const moments = new Set(latest.map(({ moment }) => moment)).size
  return moments === latest.length && neverRises(latest) && Number(last.total) < Number(first.total)
}

/** True if the list was read again, and not every page of it was accepted then. */
function isCutOff(evidence: Evidence): boolean {
  const readings = readingsOf(evidence)
  return readings.some(({ pass, exchange }) => pass !== readings[0]?.pass && classify(evidence.operation, exchange) !== 'accepted')
}
