/** What something before a service asks of its clients, which the service does not: how it says so, what it does, and what to do about it. */
interface Demand {
  readonly says: RegExp
  readonly words: string
  /** Given the variables of the secrets that it was asked with, if it was. */
  readonly remedy: (secrets: string) => string
}

export const getPast = 'Ask whoever runs it how clients of the service get past.'

export const demands: readonly Demand[] = [
  {
    says: /no required SSL certificate|client certificate/i,
    words: 'asks for a certificate of the client',
    remedy: () => 'Give it one: tls in assay.config.yaml (docs/configuration.md).',
  },
  {
    says: /\bCORS\b|\bCSRF\b|cross-site request forgery/i,
    words: 'takes a right request for one of a web page, by its rules against other sites (CORS or CSRF)',
    remedy: () => 'Let the target take requests of programs, which have no origin and no token of a page, or ask for its address for them.',
  },
  {
    // Kong, Azure, Google and Apigee without a key of theirs, or a service that says so of a key that it does not know.
    says: /no api key found in request|missing subscription key|unregistered callers|resolve api key variable/i,
    words: 'is refused as if it had no key: a gateway may want one of its own',
    remedy: (secrets) => (secrets ? `Check ${secrets}. If nothing is wrong there: ${getPast}` : getPast),
  },
]
