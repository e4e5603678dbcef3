import type { JsonStyle } from './json-layout.ts'
import type { ErrorStyles } from './judgement/refusals.ts'
import type { Bounds } from './judgement/withdrawal-bounds.ts'
import type { Delivery } from './reply.ts'

/** What the provider does at each open point. Everything is independent of everything else. */
export interface Behaviour {
  readonly errors?: ErrorStyles
  /** How far a timestamp may lie in the past and in the future, in milliseconds. */
  readonly skew?: { readonly past: number; readonly future: number }
  /** What of an accepted signed request may not be sent again. */
  readonly replay?: 'allowed' | 'signature' | 'timestamp'
  readonly risingTimestamps?: boolean
  readonly rate?: RateLimit
  readonly lockout?: Lockout
  readonly bounds?: Bounds
  /** Milliseconds before an answer. */
  readonly latency?: number
  readonly acceptsUpperCaseHex?: boolean
  readonly acceptsSchemeInAnyCase?: boolean
  readonly acceptsSeconds?: boolean
  /** Which parameters and fields have to be sent: those that the document requires, all, or none, a missing field being an empty text. */
  readonly requires?: 'stated' | 'all' | 'nothing'
  readonly unknownFields?: 'ignored' | 'refused'
  readonly unknownParameters?: 'ignored' | 'refused'
  /** What happens to a field whose value is in another case than the document says. */
  readonly otherCase?: 'taken' | 'refused'
  /** What happens to words that stand for no value (`undefined`), and to an empty text where a value has to be. */
  readonly noValue?: 'taken' | 'refused'
  /** What happens to a request that carries the signing secret, or another operation's credential beside the right one. */
  readonly sentSecret?: 'ignored' | 'refused'
  /** Answers the questions that browsers ask before a page of another origin may send a request. */
  readonly crossOrigin?: boolean
  /** What happens to a parameter whose value is not the configured one. */
  readonly unknownSource?: 'served' | 'refused' | 'empty'
  readonly unknownTerminal?: 'empty' | 'refused'
  readonly pageZero?: 'refused' | 'first'
  readonly beyondEnd?: 'empty' | 'refused' | 'last' | 'first'
  readonly largestPage?: number
  readonly overLargestPage?: 'capped' | 'refused'
  /** The allowed page sizes, in rising order; another size is rounded up (or down to the largest) unless it is refused. */
  readonly pageSizes?: readonly number[]
  readonly otherPageSizes?: 'rounded' | 'refused'
  readonly records?: RecordOptions
  readonly extraFields?: boolean
  readonly ids?: 'counted' | 'beyond-double' | 'scattered' | 'from-zero' | 'negative'
  readonly json?: JsonStyle
  /** The content type of a success; its media type by default. */
  readonly contentType?: string
  readonly transport?: Delivery
}

/** How many requests are answered in a second, and how the others are refused. */
export interface RateLimit {
  readonly perSecond: number
  readonly status: 200 | 403 | 429 | 503
  readonly retryAfter: boolean
}

/** After how many wrong credentials in a row everybody is turned away, for how long, and by which status. */
export interface Lockout {
  readonly failures: number
  readonly milliseconds: number
  readonly status: 401 | 403 | 423 | 429 | 503
}

/** Which records the provider has, and how they change while it runs. */
export interface RecordOptions {
  readonly coins?: number
  readonly payments?: number
  /** How payments arrive: some after each inquiry, newest first, or once after a number of inquiries. */
  readonly arriving?: number | { readonly after: number; readonly payments: number }
  /** The last twelve payments are pending until so many inquiries were answered. */
  readonly settling?: number
  /** What every seventh payment shares with the one before: its reference, or everything. */
  readonly alike?: 'reference' | 'whole'
  readonly order?: 'newest-first' | 'oldest-first'
  readonly statuses?: readonly string[]
  readonly networks?: readonly string[]
  readonly tokenCase?: 'lower' | 'upper'
  readonly lists?: 'filled' | 'empty'
  readonly text?: 'plain' | 'unicode'
  readonly addresses?: 'ethereum' | 'tron'
}

/** Refuses what no right client sends, though a service may take it: what the document does not list, another case, no value, a secret. */
export const strictness: Behaviour = {
  unknownFields: 'refused',
  unknownParameters: 'refused',
  otherCase: 'refused',
  noValue: 'refused',
  sentSecret: 'refused',
}
