import { isSuccessful } from '../../contracts/statuses.ts'
import type { ReceivedResponse } from '../../engine/exchange.ts'
import { beginningOf } from './own-words.ts'

/** What something before a service asks of its clients, which the service does not: how it says so, what it does, and what to do about it. */
interface Demand {
  readonly says: RegExp
  readonly words: string
  readonly remedy: string
}

export const getPast = 'Ask whoever runs it how clients of the service get past.'

const demands: readonly Demand[] = [
  {
    says: /no required SSL certificate|client certificate/i,
    words: 'asks for a certificate of the client',
    remedy: 'Give it one: tls in assay.config.yaml (docs/configuration.md).',
  },
  {
    says: /\bCORS\b|\bCSRF\b|cross-site request forgery/i,
    words: 'takes a right request for one of a web page, by its rules against other sites (CORS or CSRF)',
    remedy: 'Let the target take requests of programs, which have no origin and no token of a page, or ask for its address for them.',
  },
  {
    // Kong, Azure, Google, Apigee and AWS, without a key or a signature of theirs.
    says: /no api key found in request|subscription key|unregistered callers|resolve api key variable|requires 'credential' parameter/i,
    words: 'is refused by a gateway that wants a key of its own',
    remedy: getPast,
  },
]

export function demandOf(response: ReceivedResponse): Demand | undefined {
  if (isSuccessful(response.status)) return undefined
  const text = beginningOf(response)
  return demands.find(({ says }) => says.test(text))
}
