import type { Operation } from '../../../contracts/contract.ts'
import { mayLeadTo } from '../../../contracts/lenient-path.ts'
import { isRedirect } from '../../../contracts/statuses.ts'
import { type Exchange, headerValue } from '../../exchange.ts'
import type { Withdrawal } from '../../run.ts'

/** True for a redirect, which may lead to what was registered; one that only asks for https registered nothing. */
export function isRedirected({ request, response }: Exchange): boolean {
  if (response === undefined || !isRedirect(response.status)) return false
  const from = new URL(request.url)
  const to = URL.parse(headerValue(response.headers, 'location') ?? '')
  const isToSecure = from.protocol === 'http:' && to?.protocol === 'https:'
  return !(isToSecure && to.hostname === from.hostname && to.pathname === from.pathname && to.search === from.search)
}

/** True for a redirect to an address that is neither the operation's own, spelt otherwise, nor says that the request was refused. */
export function isSentAway({ path }: Operation, exchange: Exchange): boolean {
  const { request, response } = exchange
  const to = URL.parse(headerValue(response?.headers ?? [], 'location') ?? '', request.url)
  if (!isRedirected(exchange) || to === null) return false
  const isItself = mayLeadTo(to.pathname, new URL(request.url).pathname) || mayLeadTo(to.pathname.slice(-path.length), path)
  return !isItself && !isRefusal.test(to.pathname + to.search)
}

/** Addresses to which services send whom they refuse. */
const isRefusal =
  /(?:log|sign)[-_ ]?(?:in|on)\b|sso|auth|saml|session|denied|forbidden|error|fail|invalid|expired|reject|refus|\b[45]\d\d\b/i

/**
 * The withdrawals that are to be looked for: not those that were redirected as a right request of an operation was that moves no money, since
 * that redirect comes from before the service and says nothing of what was sent.
 */
export function inDoubt(unknown: readonly Withdrawal[], exchanges: readonly Exchange[], reads: readonly Exchange[]): readonly Withdrawal[] {
  const ordinary = new Set(reads.filter(isRedirected).map(redirectOf))
  if (ordinary.size === 0) return unknown
  const sent = new Set(exchanges.filter((each) => isRedirected(each) && ordinary.has(redirectOf(each))).map(({ id }) => id))
  return unknown.filter(({ exchange }) => !sent.has(exchange))
}

function redirectOf({ request, response }: Exchange): string {
  const [address = ''] = (headerValue(response?.headers ?? [], 'location') ?? '').split(/[?#]/)
  const { pathname } = new URL(request.url)
  return `${response?.status} ${address.endsWith(pathname) ? address.slice(0, -pathname.length) : address}`
}
