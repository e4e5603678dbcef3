import { chronological, type Exchange } from '../../engine/exchange.ts'
import type { Sent } from './sent-request.ts'

const mostExchanges = 400
const mostBytes = 32 * 1024 * 1024

/** A larger exchange is not kept only for being the last of its kind. */
const longestLast = 64 * 1024

/** Keeps each exchange with a new finding, the first of each kind, and the last. */
export function createKeeping() {
  const firsts = new Map<string, Exchange>()
  const lasts = new Map<string, Exchange>()
  const news: Exchange[] = []
  let bytes = 0
  return {
    keep: (sent: Sent, isNews: boolean) => {
      const { exchange } = sent
      const kind = alikeness(sent)
      const isFirst = !firsts.has(kind) && firsts.size < mostExchanges
      if ((isFirst || isNews) && bytes < mostBytes && news.length < mostExchanges) {
        bytes += memoryOf(exchange)
        if (isFirst) firsts.set(kind, exchange)
        else news.push(exchange)
      } else if (firsts.has(kind) && memoryOf(exchange) < longestLast) lasts.set(kind, exchange)
    },
    kept: () => {
      const all = new Map([...firsts.values(), ...news, ...lasts.values()].map((exchange) => [exchange.id, exchange]))
      return chronological([...all.values()])
    },
  }
}

function alikeness({ operation, address, exchange: { response, failure, request } }: Sent): string {
  return [operation?.id ?? `${request.method} other`, address.kind, response?.status ?? failure?.kind ?? 'none'].join(' ')
}

/** About how much memory an exchange takes, in bytes. */
export function memoryOf({ request, response }: Exchange): number {
  return request.url.length + (request.body?.length ?? 0) + (response?.body.length ?? 0) + 1000
}
