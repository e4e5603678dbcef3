import type { Exchange, SentRequest } from '../../engine/exchange.ts'

const longest = 4096

/** A request that brings back the cookies which an answer set, as browsers and clients with a jar do. */
export function withGivenCookies(request: SentRequest, answered: Exchange | undefined): SentRequest {
  const given = answered?.response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? []
  const cookies = given.flatMap(([, value]) => /^[!-:<-~]+=[!-:<-~]*/.exec(value.trim())?.[0] ?? []).join('; ')
  return cookies === '' || cookies.length > longest ? request : { ...request, headers: [...request.headers, ['cookie', cookies]] }
}
