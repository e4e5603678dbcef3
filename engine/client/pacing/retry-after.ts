import { headerValue, type ReceivedResponse } from '../../exchange.ts'

const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * How long an answer asks to wait, in milliseconds (RFC 9110, 10.2.3): seconds, or a date by the target's own clock where it
 * tells that. Undefined if it does not say, or makes no sense.
 */
export function retryAfter({ headers }: ReceivedResponse, now: number): number | undefined {
  const value = headerValue(headers, 'retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = parsedDate(value)
  return date === undefined ? undefined : Math.max(0, date - (parsedDate(headerValue(headers, 'date')?.trim() ?? '') ?? now))
}

function parsedDate(value: string): number | undefined {
  const date = httpDate.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}
