import { isRedirect } from '../../contracts/statuses.ts'
import { headerValue } from '../../engine/exchange.ts'
import { shortened } from '../../text/excerpt.ts'
import type { Control } from '../examined.ts'

/** The address that a redirect leads to, where an answer is one and says it. */
function destinationOf({ request, response: { status, headers } }: Control['exchange']): URL | null {
  const place = headerValue(headers, 'location')
  return place && isRedirect(status) ? URL.parse(place, request.url) : null
}

/** The address under which the same operation is to be asked for, where a redirect says one. */
export function movedTo({ operation, exchange }: Control): string | undefined {
  const to = destinationOf(exchange)
  if (!to?.pathname.endsWith(operation.path) || exchange.request.url.startsWith(`${to.origin}${to.pathname}`)) return undefined
  return shortened(`${to.origin}${to.pathname.slice(0, -operation.path.length)}`)
}

/** True for a redirect by which frameworks add a slash to the path that was asked for. */
export function isSlashAdded({ exchange }: Control): boolean {
  const to = destinationOf(exchange)
  return to !== null && `${to.origin}${to.pathname}` === `${exchange.request.url.split('?', 1)[0]}/`
}

export function leadsToItself({ exchange }: Control): boolean {
  return destinationOf(exchange)?.href === new URL(exchange.request.url).href
}

export function leadsToLogin({ exchange }: Control): boolean {
  const { status, headers } = exchange.response
  return isRedirect(status) && /log-?in|sign-?in|auth|sso/i.test(headerValue(headers, 'location') ?? '')
}

/** True for a redirect to another host than the one that was asked. */
export function leadsElsewhere({ exchange }: Control): boolean {
  const to = destinationOf(exchange)
  return to !== null && to.host !== new URL(exchange.request.url).host
}

/** Where a redirect leads, without the query, which may say where it came from. */
export function redirected({ exchange: { response } }: Control): string {
  const { status, headers } = response
  const [place, query] = (headerValue(headers, 'location') ?? '').split('?', 2)
  const to = place && ` to ${shortened(place)}${query === undefined ? '' : '?…'}`
  return `answers with a redirect (${status}${to}), which is not followed`
}
