import { type Classification, classify } from '../../engine/evidence/classification.ts'
import { answerFound, describe, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { isBeyondChance } from '../../engine/evidence/throttled-answers.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { type Finding, findingAt } from '../../engine/judging/outcome.ts'
import { counted } from '../../text/counted.ts'
import type { RightRequest } from '../answers/right-requests.ts'
import { acceptedPages, arrivalsAt, latestPass, ownPages, pagedOf, type ReadPage, singlePages } from './lists.ts'
import { askedOf, holdsItsShare, isBeyond, isCount, lastPage, type Page, shareOf, sizeOf } from './page.ts'
import { readingsOf } from './page-roles.ts'
import { faultySizes } from './sizes.ts'
import { strayFindings, unsteady } from './stray-totals.ts'

/**
 * Every answer alone holds as many records as its own numbers leave for it, and a total only grows while the list is read, or falls once, as
 * where a record expires, or rises and falls until a replica that lags has caught up.
 */
export function* judgeTotal(evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  const { pagination } = pagedOf(evidence)
  const single = singlePages(evidence, others)
  const negative = [...acceptedPages(evidence), ...single].find(({ total }) => Number.isInteger(total) && Number(total) < 0)
  if (negative) {
    yield { at: pagination.total, expected: 'a number of records', actual: String(negative.total), exchange: negative.exchange.id }
    return
  }
  const own = ownPages(evidence)
  refuseMissing(own)
  const fall = isExpiry(evidence, own) ? undefined : fallOf(own)
  if (fall && isShrinking(evidence, own) && isCutOff(evidence))
    throw new Inconclusive('The list lost records while it was read, and could not be read again.')
  if (fall && (followsSize(own) || followsEnd(evidence, own) || !isCaughtUp(evidence, own))) {
    const [before, after] = fall
    const expected = `at least ${before.total}, as before`
    yield { at: pagination.total, expected, actual: String(after.total), exchange: after.exchange.id }
    return
  }
  yield* countFindings(evidence, own, single)
  yield* strayFindings(evidence, own, single)
  if (fall && !hasGrown(own)) throw new Inconclusive(unsteady(own))
  refuseUnanswered(evidence)
  if (own.every(({ total, count }) => total === 0 && count === 0))
    throw new Inconclusive('The list is empty, so its total proves nothing. Ask for one that has records.')
}

/**
 * Every page that the total promises is answered. What breaks down is the finding of the check for accepted requests, and what is too long none;
 * nor is what was refused while nothing right was accepted.
 */
export function* judgeAnswered(evidence: Evidence, right: readonly RightRequest[]): Generator<Finding> {
  const refused = missingPages(evidence).filter(({ exchange, classification }) => {
    const { response } = exchange
    return response !== undefined && !response.truncated && response.status < (classification === 'refused' ? 500 : 300)
  })
  const missing = refused.filter(({ exchange }) => !isShutOut(exchange, right))
  for (const { exchange, classification } of missing) {
    const expected = 'an answer to a page that the total promises'
    yield { at: 'status', expected, actual: answerFound(exchange, classification), exchange: exchange.id }
  }
  if (missing.length > 0) return
  const [shutOut] = refused
  if (shutOut) throw new Inconclusive(turnedAway(describe(shutOut.exchange, shutOut.classification)))
  refuseUnanswered(evidence)
}

/**
 * True for a refusal by which a share of all ordinary requests are turned away, or one of them before or after it, with none that is right
 * accepted in between: the target may limit how many it takes, or lock out.
 */
function isShutOut(refused: Exchange, right: readonly RightRequest[]): boolean {
  const ordinary = right.filter(({ isUnusual }) => !isUnusual)
  const alike = ordinary.filter(
    ({ classification, exchange }) => classification === 'refused' && exchange.response?.status === refused.response?.status,
  )
  if (isBeyondChance(alike.length, ordinary.length)) return true
  const accepted = right.filter(({ isAccepted }) => isAccepted).map(({ exchange }) => exchange.startedAt)
  return alike.some(({ exchange }) => {
    const [from = 0, to = 0] = [refused.startedAt, exchange.startedAt].sort((one, other) => one - other)
    return accepted.every((at) => at < from || at > to)
  })
}

function turnedAway(what: string): string {
  return `A page was ${what}, as right requests for the first one were too: the target may limit how many requests it answers, or lock out clients that fail often.`
}

/** @throws {Inconclusive} if a page that the total promises got no answer, since it may be wrong in any way. */
function refuseUnanswered(evidence: Evidence): void {
  const lost = missingPages(evidence).find(({ classification }) => classification === 'unanswered')
  if (lost) throw new Inconclusive(`A page got no answer to count: ${describe(lost.exchange, 'unanswered')}.`)
}

function missingPages(evidence: Evidence): { readonly exchange: Exchange; readonly classification: Classification }[] {
  const own = ownPages(evidence)
  return readingsOf(evidence).flatMap(({ exchange }) => {
    const classification = classify(evidence.operation, exchange)
    return classification !== 'accepted' && promises(evidence, own, exchange) ? [{ exchange, classification }] : []
  })
}

/** True if pages of that size are answered, and the smallest total told has a page of that number. */
function promises(evidence: Evidence, own: readonly ReadPage[], exchange: Exchange): boolean {
  const operation = pagedOf(evidence)
  const asked = askedOf(operation, exchange)
  const like = own.find((page) => page.asked.size === asked.size && isCount(page.total))
  if (!like) return false
  const least = own.reduce((total, page) => (isCount(page.total) ? Math.min(total, page.total) : total), Number(like.total))
  return asked.page <= lastPage(least, sizeOf(like), operation.pagination.page.first)
}

function* countFindings(evidence: Evidence, own: readonly ReadPage[], single: readonly Page[]): Generator<Finding> {
  const operation = pagedOf(evidence)
  const faulty = faultySizes(evidence)
  const sound = [...own, ...single].filter(({ asked, total }) => isCount(total) && !faulty.has(asked.size))
  if (sound.length === 0) throw new Inconclusive('No page has the size that it states, so its records prove nothing about the total.')
  const wrong = sound.filter(
    (page) => !holdsItsShare(operation, page) && Math.abs(Number(page.count) - shareOf(operation, page)) > arrivalsAt(own, page),
  )
  const [first] = wrong
  if (!first) return
  const placeOf = ({ asked }: Page) => `page ${asked.page} of ${asked.size}`
  yield {
    ...findingAt(wrong.map(placeOf), {
      expected: `${counted(shareOf(operation, first), 'record')} on ${placeOf(first)}, by a total of ${first.total}`,
      actual: counted(Number(first.count), 'record'),
      exchange: first.exchange.id,
    }),
    at: operation.pagination.records,
  }
}

/** True if the list was read again, and not every page of it was accepted then. */
function isCutOff(evidence: Evidence): boolean {
  const readings = readingsOf(evidence)
  return readings.some(({ pass, exchange }) => pass !== readings[0]?.pass && classify(evidence.operation, exchange) !== 'accepted')
}

function refuseMissing(own: readonly Page[]): void {
  if (!own.every(({ total }) => Number.isSafeInteger(total))) throw new Inconclusive('A page has no total that is an integer.')
  if (own.some(({ count }) => count === undefined)) throw new Inconclusive('A page has no list of records to count.')
}

/** Two pages of which the later one, which was asked for after the answer to the earlier one, tells a smaller total. */
export function fallOf(own: readonly ReadPage[]): [ReadPage, ReadPage] | undefined {
  let greatest: ReadPage | undefined
  let greatestOfMoment: ReadPage | undefined
  for (const [index, page] of own.entries()) {
    const before = own[index - 1]
    if (before && (before.pass !== page.pass || before.moment !== page.moment)) greatest = larger(greatest, greatestOfMoment)
    if (greatest && Number(page.total) < Number(greatest.total)) return [greatest, page]
    greatestOfMoment = larger(greatestOfMoment, page)
  }
  return undefined
}

/**
 * True if every answer holds what its own total leaves for it, and every replica has caught up with what any told before: the last pass tells
 * one total alone, none before it more, or it tells more than all before it wherever it was read.
 */
function isCaughtUp(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const [least, greatest] = rangeOf(latestPass(own))
  const isOver = own.some((page) => Number(page.total) > least && !latestPass(own).includes(page))
  return (least === greatest ? !isOver : hasGrown(own)) && own.every((page) => holdsItsShare(pagedOf(evidence), page))
}

function rangeOf(pages: readonly Page[]): [least: number, greatest: number] {
  const totals = pages.map(({ total }) => Number(total))
  return [Math.min(...totals), Math.max(...totals)]
}

/** True if all pages of one size tell one total, and all others another, again and again: what comes, or lags, knows no size. */
function followsSize(own: readonly ReadPage[]): boolean {
  const totalsOf = (pages: readonly Page[]) => new Set(pages.map(({ total }) => total))
  const sizes = [...Map.groupBy(own, ({ asked }) => asked.size).values()].filter(({ length }) => length >= leastOfSize)
  return sizes.some((alike) => {
    const others = own.filter((page) => !alike.includes(page))
    return others.length > 0 && totalsOf(alike).size === 1 && totalsOf(others).size === 1
  })
}

const leastOfSize = 6

/** True if the pages beyond the end tell one total, and all others a greater one, in each pass anew: no replica knows which page is asked for. */
function followsEnd(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const greatest = Math.max(...own.map(({ total }) => Number(total)))
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
  return latest.length < own.length && own.every((page) => latest.includes(page) || Number(page.total) < least)
}

/**
 * True if one and the same page told more in an earlier pass than in the last, in which no total fell any more, or where it was read
 * one page after another and totals never rose, or where records go all the time; it may have told less by the end of the earlier pass, as the
 * last may have other sizes.
 */
function isExpiry(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const isWhole = isShrinking(evidence, own)
  const last = latestPass(own)
  const latest = isWhole ? own : last
  if (!isWhole && fallOf(latest) && !isGradual(latest)) return false
  const isSame = (one: ReadPage, { asked }: ReadPage) => one.asked.page === asked.page && one.asked.size === asked.size
  const isEarlier = (one: ReadPage, other: ReadPage) =>
    one.pass !== other.pass || (isWhole && one.moment !== other.moment && !last.includes(other))
  return latest.some((page) => own.some((each) => isEarlier(each, page) && isSame(each, page) && Number(each.total) > Number(page.total)))
}

/** True if no total is larger than one that was told at an earlier moment, and every page holds what its own leaves for it. */
function isShrinking(evidence: Evidence, own: readonly ReadPage[]): boolean {
  const isAfter = (one: ReadPage, other: ReadPage) => one.pass !== other.pass || one.moment !== other.moment
  const isLess = (page: ReadPage, index: number) =>
    own.slice(0, index).every((earlier) => !isAfter(page, earlier) || Number(earlier.total) >= Number(page.total))
  return own.every(isLess) && own.every((page) => holdsItsShare(pagedOf(evidence), page))
}

/** True if the page that was read first is also the last, told less by then, and no total in between was larger than the one before. */
function isGradual(latest: readonly ReadPage[]): boolean {
  const [first, last] = [latest[0], latest.at(-1)]
  if (!first || !last || first.asked.page !== last.asked.page || first.asked.size !== last.asked.size) return false
  const moments = new Set(latest.map(({ moment }) => moment)).size
  const isFalling = latest.every((page, index) => index === 0 || Number(page.total) <= Number(latest[index - 1]?.total))
  return moments === latest.length && isFalling && Number(last.total) < Number(first.total)
}

function larger(a: ReadPage | undefined, b: ReadPage | undefined): ReadPage | undefined {
  return a && b ? (Number(b.total) > Number(a.total) ? b : a) : (a ?? b)
}
