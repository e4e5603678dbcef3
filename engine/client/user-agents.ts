import { type Headers, headerValue, type SentRequest } from '../exchange.ts'
import { likely, type Seed } from '../seed.ts'

/** The user agent of Assay, so that an operator can tell its requests. */
export const ownAgent = 'assay'

/** What ordinary clients call themselves: libraries that no gateway takes for an attack. */
const ordinaryAgents = ['okhttp/4.12.0', 'axios/1.7.9', 'Apache-HttpClient/5.4.1 (Java/21.0.5)', 'Dart/3.6 (dart:io)', 'got/14.4.5']

/** What other clients call themselves that gateways let through who know no library. */
export const commonAgents = ['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'] as const

/** Which content codings clients say that they take; with an empty text, a client says none. */
const codings = [...likely(5, 'gzip, deflate, br'), 'gzip, deflate', 'gzip', '']

/**
 * The user agent of a request: one in two has an ordinary one, so that no target can tell the run by it. Where a target
 * turns others away, one of those that it takes.
 */
function userAgentOf(seed: Seed, request: string, taken: readonly string[] | undefined): string {
  if (taken) return seed.pick(`user-agent/${request}/taken`, taken)
  return seed.integer(`user-agent/${request}`, 0, 1) === 0 ? ordinaryAgentOf(seed, request) : ownAgent
}

export function ordinaryAgentOf(seed: Seed, request: string): string {
  return seed.pick(`user-agent/${request}/which`, ordinaryAgents)
}

/** What a client calls itself; empty if it says nothing. */
export function agentOf({ headers }: Pick<SentRequest, 'headers'>): string {
  return headerValue(headers, 'user-agent') ?? ''
}

/** What every client says of itself, unless it is told to say nothing. */
export const saidByAll: readonly string[] = ['accept-encoding', 'user-agent']

/**
 * The headers of a request with those of every request, unless it has them itself and may. These stand last, but in some requests all stand in
 * another order, so that no target knows the run by it. A client with an empty name says none, nor content codings with an empty list.
 */
export function withCommon(headers: Headers, seed: Seed, request: string, taken?: readonly string[]): Headers {
  const common = [
    ['accept-encoding', seed.pick(`accept-encoding/${request}`, codings)],
    ['user-agent', userAgentOf(seed, request, taken)],
  ] as const
  const isKept = ([name, value]: Headers[number]) => name.toLowerCase() !== 'user-agent' || value === '' || !taken || taken.includes(value)
  const named = Map.groupBy(headers.filter(isKept), ([name]) => common.find(([own]) => own === name.toLowerCase())?.[0])
  const all = [...(named.get(undefined) ?? []), ...common.flatMap((field) => named.get(field[0]) ?? [field])]
  const kept = all.filter(([name, value]) => value !== '' || !saidByAll.includes(name.toLowerCase()))
  return inSomeOrder(kept, seed, request)
}

/** One request in two, as the seed chooses: all of one name stay together. */
function inSomeOrder(headers: Headers, seed: Seed, request: string): Headers {
  const groups = [...Map.groupBy(headers, ([name]) => name.toLowerCase()).values()]
  const [choice = 0, ...keys] = seed.bytes(`headers/${request}`, groups.length + 1)
  if (choice % 2 === 0) return headers
  return groups
    .map((fields, at) => ({ fields, key: keys[at] ?? 0 }))
    .sort((one, other) => one.key - other.key)
    .flatMap(({ fields }) => fields)
}

/** True for two requests that differ in nothing but what every client says of itself, and the order in which their headers stand. */
export function areOneRequest(one: SentRequest, other: SentRequest): boolean {
  return askedBy(one) === askedBy(other)
}

function askedBy({ method, url, headers, body }: SentRequest): string {
  const fields = headers.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !saidByAll.includes(name))
  return JSON.stringify([method, url, fields.map(String).sort(), body?.toString('base64')])
}
