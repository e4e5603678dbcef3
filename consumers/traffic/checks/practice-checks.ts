import type { Callback, Operation, Pagination } from '../../../contracts/contract.ts'
import { inputAt } from '../../../contracts/fields.ts'
import { hashed } from '../../../contracts/hashing.ts'
import { isServerError, saysLater } from '../../../contracts/statuses.ts'
import { retryAfter } from '../../../engine/client/pacing/retry-after.ts'
import { jsonOf } from '../../../engine/evidence/body.ts'
import { classify } from '../../../engine/evidence/classification.ts'
import { Inconclusive } from '../../../engine/evidence/evidence.ts'
import { type Exchange, endOf } from '../../../engine/exchange.ts'
import { shortened } from '../../../text/excerpt.ts'
import { valueAtPointer } from '../../../text/json/pointer.ts'
import { pathOf } from '../address.ts'
import { type ActiveCheck, type Briefing, type ConsumerCheck, noFindings, sequenceCheck } from '../consumer-check.ts'
import { inputNamed, sentFields } from '../sent-request.ts'

/** Good practice: a client reads lists to the end, waits when asked to, and does not repeat a withdrawal within a moment. */
export function practiceChecks(operation: Operation): ConsumerCheck[] {
  const { pagination, movesMoney } = operation
  return [
    ...(pagination
      ? [sequenceCheck(operation, 'sends.every-page', 'Pages are read to the end', () => readingPages(operation, pagination))]
      : []),
    ...(movesMoney
      ? [sequenceCheck(operation, 'sends.once', 'What may have been registered is not sent again at once', () => sendingOnce(operation))]
      : []),
    sequenceCheck(operation, 'sends.after-wait', 'After a Retry-After it is not sent before that time', waiting),
  ]
}

interface Listing {
  readonly pages: Set<number>
  last: number
}

/** How many pages of all lists are followed. */
const mostListed = 20_000

/** One reading of each list has to reach the end: others may look at a single page. */
function readingPages(operation: Operation, pagination: Pagination): ActiveCheck {
  const { first } = pagination.page
  const things = new Map<string, Map<number, Listing>>()
  let count = 0
  return {
    see: (sent) => {
      if (classify(operation, sent.exchange) !== 'accepted') return undefined
      const listed = listedIn(pagination, sent.exchange)
      const thing = shortened(String(pagination.filter ? inputNamed(sent, inputAt(pagination.filter.request)) : ''))
      const listings = things.get(thing) ?? new Map<number, Listing>()
      const listing = listings.get(listed?.size ?? 0) ?? { pages: new Set(), last: first }
      if (!listed || count >= mostListed) return undefined
      if (!listing.pages.has(listed.page)) count += 1
      listing.pages.add(listed.page)
      listing.last = Math.max(listing.last, Math.ceil(listed.total / listed.size) + first - 1)
      things.set(thing, listings.set(listed.size, listing))
      return noFindings
    },
    *end() {
      for (const listings of things.values()) {
        const all = [...listings.values()].map((listing) => ({ ...listing, left: missing(listing, first) }))
        const [nearest] = all.sort((one, other) => one.left - other.left)
        if (!nearest || nearest.left === 0) continue
        if (count >= mostListed)
          throw new Inconclusive(`The first ${mostListed} pages that were asked for are followed, and this many were.`)
        let page = first
        while (nearest.pages.has(page)) page += 1
        yield { at: pagination.page.request, expected: `every page up to ${nearest.last}`, actual: `page ${page} was never asked for` }
      }
    },
  }
}

function listedIn({ total, page, size }: Pagination, { response }: Exchange): { total: number; page: number; size: number } | undefined {
  const value = response && jsonOf(response).value
  const [all, number, most] = [total, page.response, size.response].map((pointer) => valueAtPointer(value, pointer))
  if (typeof all !== 'number' || typeof number !== 'number' || typeof most !== 'number' || most < 1) return undefined
  return { total: all, page: number, size: most }
}

/** How many pages were not asked for, in time that depends on those that were: how many there are, the answer says. */
function missing({ pages, last }: Listing, first: number): number {
  const asked = [...pages].filter((page) => Number.isInteger(page) && page >= first && page <= last)
  return last - first + 1 - asked.length
}

/** The shortest time in which a client can have checked whether a withdrawal was registered, in milliseconds. */
const haste = 1000

/** A withdrawal is not sent again in haste where the first may be registered: it got no answer, or one that does not refuse it. */
function sendingOnce(operation: Operation): ActiveCheck {
  const doubtful = new Map<string, number>()
  return {
    see: (sent) => {
      const { exchange } = sent
      const same = hashed('sha256', JSON.stringify([pathOf(exchange.request.url), sent.query, sorted(sentFields(sent) ?? {})])).toString(
        'base64',
      )
      const before = doubtful.get(same)
      const since = before === undefined ? undefined : exchange.startedAt - before
      if (isDoubtful(operation, exchange)) remember(doubtful, same, endOf(exchange))
      else doubtful.delete(same)
      if (since === undefined) return isDoubtful(operation, exchange) ? noFindings : undefined
      if (since < 0 || since >= haste) return noFindings
      return [
        {
          at: 'request',
          expected: 'a look at what became of the first',
          actual: `the same withdrawal again after ${Math.round(since)} ms`,
        },
      ]
    },
  }
}

/** A 429 says that it was not registered; any other answer that is neither payload nor refusal leaves it open. */
function isDoubtful(operation: Operation, exchange: Exchange): boolean {
  const status = exchange.response?.status
  if (status === 429) return false
  return classify(operation, exchange) === 'unanswered' || isServerError(status)
}

function remember(map: Map<string, number>, key: string, value: number): void {
  if (map.size >= 10_000) map.clear()
  map.set(key, value)
}

function sorted(fields: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Milliseconds by which a wait may be too short: timers may fire one or two early. */
const early = 50

/** Judges that a client waits as long as it was told; a request that was sent before that answer came is not judged. */
function waiting(): ActiveCheck {
  let told: { readonly from: number; readonly until: number } | undefined
  return {
    see: ({ exchange }) => {
      const { startedAt, response } = exchange
      const earlier = told
      const wait = response && saysLater(response.status) ? retryAfter(response, startedAt) : undefined
      const answeredAt = endOf(exchange)
      if (wait !== undefined) told = { from: answeredAt, until: Math.max(earlier?.until ?? 0, answeredAt + wait) }
      if (!earlier || startedAt <= earlier.from) return undefined
      const left = earlier.until - startedAt
      if (left <= early) return noFindings
      return [
        { at: 'request', expected: 'no request before the time that Retry-After names', actual: `one ${Math.round(left)} ms before it` },
      ]
    },
  }
}

/** An inquiry follows a callback; one by an operation of which only the name is shown cannot be recognised. */
export function callbackCheck({ id, followedBy }: Callback, requirement: string): ConsumerCheck {
  const begin = ({ callbacks }: Briefing): ActiveCheck => {
    let followed = false
    return {
      see: ({ exchange }) => {
        const first = callbacks[0]
        if (first === undefined || exchange.startedAt < first) return undefined
        followed = true
        return noFindings
      },
      // biome-ignore lint/correctness/useYield: it finds nothing, and may find that it cannot tell
      *end() {
        if (!followed && callbacks.length > 0)
          throw new Inconclusive(
            `No ${followedBy} came after the callback; one by reference, whose path is not shown, cannot be recognised.`,
          )
        if (callbacks.length === 0) throw new Inconclusive('No callback was delivered.')
      },
    }
  }
  return { id: requirement, requirement, title: `A callback is followed by an inquiry (${id})`, operation: followedBy, begin }
}
