import { type Behaviour, strictness } from './behaviour.ts'
import type { ProviderOptions } from './options.ts'

/** A provider that conforms, and differs from the plain one at points that the source leaves open. */
export interface Variant {
  readonly title: string
  readonly options: ProviderOptions
}

const second = 1000
const minute = 60 * second

/** By name: all of them conform, so that whatever fails on one is a false alarm. */
export const variants: Readonly<Record<string, Variant>> = {
  plain: variant('the reference provider as it is', {}),

  'errors-html': variant('a gateway refuses with 403 and a page', { errors: 'forbidden' }),
  'errors-later': variant('refuses all that is wrong with 503', { errors: 'unavailable' }),
  'errors-too-many-withdrawals': variant('refuses wrong signatures alone with 429', { errors: { signature: 'too-many' } }),
  'errors-empty-404': variant('refuses with 404 and no body, as if nothing were there', { errors: 'empty-not-found' }),
  'errors-with-200': variant('refuses with 200 and status error', { errors: 'ok-error' }),
  'errors-with-200-and-nulls': variant('refuses with 200, status error and null as payload', { errors: 'ok-error-without-payload' }),
  'errors-no': variant('refuses with 200 and a word that says little', { errors: 'ok-no', bounds: { decimals: 2 } }),
  'errors-list': variant('refuses with 200 and an empty list', { errors: 'ok-list' }),
  'errors-nothing': variant('refuses with 204 and no word, and insists that times rise', { errors: 'ok-nothing', risingTimestamps: true }),
  'errors-problem': variant('refuses with 400s and problem+json (RFC 9457)', { errors: 'problem' }),
  'errors-challenge': variant('refuses with 401 and WWW-Authenticate', { errors: 'challenge' }),
  'errors-unprocessable': variant('refuses with 422 and a list of errors', { errors: 'unprocessable' }),
  'errors-bad-request': variant('refuses everything with 400', { errors: 'bad-request' }),
  'errors-plain': variant('refuses in plain text', { errors: 'plain' }),
  'errors-flat': variant('refuses with status error, a message and data null', { errors: 'flat' }),
  'errors-redirect': variant('sends wrong credentials to a login page, with 302', {
    errors: { credential: 'redirect', key: 'redirect', signature: 'redirect' },
  }),
  'errors-unavailable': variant('answers 503 at other paths and methods', { errors: { route: 'unavailable', method: 'unavailable' } }),
  'errors-incomplete': variant('breaks with 500 where something is left out', { errors: { body: 'internal' }, requires: 'all' }),
  'errors-internal': variant('breaks with 500 on odd bodies', { errors: { body: 'internal' }, bounds: { symbol: /^\w+$/ } }),
  'errors-mixed': variant('refuses each in its own way, gateway, framework and application', {
    errors: {
      credential: 'forbidden',
      signature: 'ok-error',
      header: 'empty-not-found',
      key: 'plain',
      body: 'unprocessable',
      route: 'forbidden',
    },
  }),

  'clock-strict': variant('takes timestamps of the last five seconds and the next one', { skew: { past: 5 * second, future: second } }),
  'clock-lenient': variant('takes timestamps of any age', { skew: { past: Number.POSITIVE_INFINITY, future: Number.POSITIVE_INFINITY } }),
  'replay-signature': variant('takes no signature twice', { replay: 'signature' }),
  'replay-timestamp': variant('takes no timestamp twice', { replay: 'timestamp' }),
  'rising-timestamps': variant('takes only timestamps that rise', { risingTimestamps: true }),
  'rising-strict': variant('takes only timestamps that rise, none of them older than ten seconds, and none twice', {
    risingTimestamps: true,
    replay: 'signature',
    skew: { past: 10 * second, future: second },
  }),
  'seconds-beside': variant('takes a timestamp in seconds as well, where it is signed so', { acceptsSeconds: true }),
  lenient: variant('takes upper-case hexadecimal, a scheme in any case, and a missing field as an empty text, as typed languages do', {
    acceptsUpperCaseHex: true,
    acceptsSchemeInAnyCase: true,
    requires: 'nothing',
  }),

  'amounts-from-the-configured': variant('withdraws no less than the configured amount', { bounds: { least: 'configured' } }),
  'amounts-of-one-decimal': variant('withdraws amounts of one decimal at most', { bounds: { decimals: 1 } }),
  'amounts-from-the-configured-once': variant('takes the configured amount at least, once', {
    bounds: { least: 'configured', alike: 'once' },
  }),
  'amounts-of-one-decimal-once': variant('withdraws each amount once, of one decimal at most', { bounds: { decimals: 1, alike: 'once' } }),
  'texts-of-1': variant('takes descriptions of one character', { bounds: { longest: 1 } }),
  'texts-in-capitals': variant('takes descriptions in capitals', { bounds: { text: /^[A-Z]+$/ } }),
  'texts-from-10': variant('takes descriptions of ten characters at least', { bounds: { text: /^.{10,}$/ } }),
  'texts-of-5': variant('takes descriptions of 5 characters at most', { bounds: { longest: 5 } }),
  'texts-of-10': variant('takes descriptions of 10 characters at most', { bounds: { longest: 10 } }),
  'texts-of-16': variant('takes descriptions of 16 characters at most', { bounds: { longest: 16 } }),
  'withdrawals-once': variant('refuses a withdrawal that is like one before, whatever its description', { bounds: { alike: 'once' } }),
  'withdrawals-five': variant('takes five withdrawals, and answers 429 to those after them', { bounds: { most: 5 } }),
  'amounts-bound-and-rising': variant('has bounds and takes only timestamps that rise', {
    bounds: { least: 'configured', decimals: 2, longest: 20 },
    risingTimestamps: true,
    replay: 'signature',
    skew: { past: 10 * second, future: second },
  }),
  'withdrawals-three-paid': variant('takes three withdrawals, and answers 402 to those after them', { bounds: { most: 3, overMost: 402 } }),
  'withdrawals-one': variant('takes one withdrawal, and answers 422 to those after it', { bounds: { most: 1, overMost: 422 } }),
  'withdrawals-five-with-200': variant('takes five withdrawals, then answers 200 and an error', { bounds: { most: 5, overMost: 200 } }),
  'withdrawals-one-later': variant('takes one withdrawal, and answers 429 to those after it', { bounds: { most: 1 } }),

  'rate-15': variant('answers 15 requests a second, then 429 with Retry-After', { rate: { perSecond: 15, status: 429, retryAfter: true } }),
  'rate-15-silent': variant('answers 15 a second, then 429 with no more', { rate: { perSecond: 15, status: 429, retryAfter: false } }),
  'rate-3-forbidden': variant('answers 3 requests a second, then 403', { rate: { perSecond: 3, status: 403, retryAfter: false } }),
  'rate-7-forbidden': variant('answers 7 requests a second, then 403', { rate: { perSecond: 7, status: 403, retryAfter: false } }),
  'rate-20-unavailable': variant('answers 20 a second, then 503 and when', { rate: { perSecond: 20, status: 503, retryAfter: true } }),
  'rate-30-forbidden': variant('answers 30 requests a second, then 403', { rate: { perSecond: 30, status: 403, retryAfter: false } }),
  'rate-30-with-200': variant('answers 30 a second, then 200 with an error', { rate: { perSecond: 30, status: 200, retryAfter: false } }),
  'rate-1': variant('answers one request a second', { rate: { perSecond: 1, status: 429, retryAfter: true } }),
  lockout: variant('says 401 to all after the first three failures', { lockout: { failures: 3, milliseconds: 700, status: 401 } }),
  'lockout-long': variant('locks for a minute after four failures', { lockout: { failures: 4, milliseconds: minute, status: 423 } }),
  'lockout-later': variant('says 429 for a minute after six failures', { lockout: { failures: 6, milliseconds: minute, status: 429 } }),
  'lockout-of-minutes': variant('locks for five minutes', { lockout: { failures: 20, milliseconds: 5 * minute, status: 403 } }),
  'lockout-later-of-minutes': variant('says 429 for as long', { lockout: { failures: 20, milliseconds: 5 * minute, status: 429 } }),
  'lockout-beside-rate': variant('turns all away with 403 after four failures, and answers three requests a second', {
    lockout: { failures: 4, milliseconds: 1500, status: 403 },
    rate: { perSecond: 3, status: 429, retryAfter: false },
  }),
  slow: variant('answers after 50 milliseconds', { latency: 50 }),

  'pages-of-5': variant('caps pages at five records', { largestPage: 5 }),
  'pages-of-50-or-refused': variant('refuses pages of more than 50 records', { largestPage: 50, overLargestPage: 'refused' }),
  'pages-lenient': variant('takes page zero for the first, and a page beyond the end for the last', {
    pageZero: 'first',
    beyondEnd: 'last',
  }),
  'pages-begin-anew': variant('answers the first page for one beyond the end, and says so', { beyondEnd: 'first' }),
  'pages-of-some-sizes': variant('rounds the size of a page up to 5, 10, 25, 50 or 100', { pageSizes: [5, 10, 25, 50, 100] }),
  'pages-of-some-sizes-or-refused': variant('refuses sizes of a page but 10, 25 and 50', {
    pageSizes: [10, 25, 50],
    otherPageSizes: 'refused',
  }),
  'pages-of-15-or-30': variant('refuses sizes of a page but 15 and 30', { pageSizes: [15, 30], otherPageSizes: 'refused' }),
  'pages-of-2-or-refused': variant('refuses pages of more than two records', { largestPage: 2, overLargestPage: 'refused' }),
  'pages-of-3': variant('caps pages at three records', { largestPage: 3 }),
  'pages-beyond-refused': variant('refuses pages beyond the end', { beyondEnd: 'refused' }),
  'terminals-refused': variant('refuses terminals and sources that it does not know', {
    unknownTerminal: 'refused',
    unknownSource: 'refused',
  }),
  'source-empty': variant('lists no coin of a source that it does not know', { unknownSource: 'empty' }),
  'fields-required': variant('requires every parameter and every field of a body', { requires: 'all' }),
  strict: variant('refuses fields and parameters that it does not know, other cases and secrets, as `assay serve` does', strictness),
  'fields-closed': variant('refuses fields that it does not know', { unknownFields: 'refused' }),
  'payments-arriving': variant('gets two payments more after each inquiry, newest first', { records: { arriving: 2 } }),
  'payments-arriving-oldest-first': variant('gets a payment more after each inquiry, oldest first', {
    records: { arriving: 1, order: 'oldest-first' },
  }),
  'payments-arriving-once': variant('gets a payment while the pages are read, which opens a new page', {
    records: { payments: 60, arriving: { after: 10, payments: 1 } },
  }),
  'payments-expiring-once': variant('lists a payment less later', { records: { payments: 57, arriving: { after: 30, payments: -1 } } }),
  'payments-arriving-late': variant('gets a payment when nearly all pages are read', {
    records: { payments: 57, arriving: { after: 30, payments: 4 } },
  }),
  'payments-settling': variant('has payments that settle at once while the pages are read', { records: { settling: 14 } }),
  'payments-one-reference': variant('has payments of one reference that differ otherwise', { records: { alike: 'reference' } }),
  'payments-alike': variant('has payments that are alike in all that is shown', { records: { alike: 'whole' } }),
  'payments-alike-many': variant('has many payments that are alike in all that is shown, in pages of ten', {
    largestPage: 10,
    records: { alike: 'whole', payments: 200 },
  }),
  'payments-one': variant('has one payment', { records: { payments: 1 } }),
  'payments-two': variant('has two payments', { records: { payments: 2 } }),
  'payments-of-one-page': variant('has ten payments, which fill a page', { records: { payments: 10 } }),
  'payments-of-full-pages': variant('has sixty payments, which fill all pages', { records: { payments: 60 } }),
  'payments-15000': variant('has 15,000 payments', { records: { payments: 15_000 } }),
  'payments-few': variant('has eleven payments, one more than a page', { records: { payments: 11 } }),
  'payments-many': variant('has 1,234 payments', { records: { payments: 1234 } }),
  'payments-various': variant('has payments of other states, chains and cases of token', {
    records: {
      statuses: ['SUCCESS', 'PENDING', 'FAILED', 'PARTIALLY_PAID'],
      networks: ['TRON', 'ERC20', 'ARBITRUM_ONE', 'POLYGON_AMOY_TESTNET_2'],
      tokenCase: 'upper',
      addresses: 'tron',
    },
  }),

  'coins-one': variant('has one coin', { records: { coins: 1 } }),
  'coins-15000': variant('has 15,000 coins', { records: { coins: 15_000 } }),
  'coins-bare': variant('has coins without explorers, social pages and contracts', { records: { lists: 'empty' } }),
  'text-unicode': variant('has names and addresses of all scripts', { records: { text: 'unicode' } }),
  'fields-extra': variant('adds fields that the source does not list, everywhere', { extraFields: true }),
  'ids-beyond-double': variant('numbers withdrawals beyond double precision', { ids: 'beyond-double' }),
  'ids-scattered': variant('numbers withdrawals in no order', { ids: 'scattered' }),
  'ids-from-zero': variant('numbers withdrawals from zero', { ids: 'from-zero' }),
  'ids-negative': variant('numbers withdrawals below zero', { ids: 'negative' }),

  'json-pretty': variant('writes its JSON over many lines', { json: { layout: 'pretty' } }),
  'json-spacious': variant('writes its JSON with unusual white space', { json: { layout: 'spacious' } }),
  'json-reversed': variant('writes fields in another order', { json: { order: 'reversed' } }),
  'json-sorted': variant('writes fields in alphabetical order', { json: { order: 'sorted' } }),
  'json-escaped': variant('escapes every letter of its JSON', { json: { escaped: true } }),
  'json-pointed': variant('writes integers as 1.0, and other numbers with many decimals', { json: { numbers: 'pointed' } }),
  'json-zeros': variant('writes zero as -0, and integers with a fraction or an exponent of none', { json: { numbers: 'odd' } }),
  'json-exponent': variant('writes numbers with exponents', { json: { numbers: 'exponent' } }),
  'content-charset': variant('names a charset in its content type', { contentType: 'application/json; charset=utf-8' }),
  'content-case': variant('writes its content type in another case', { contentType: 'Application/JSON;Charset="UTF-8"' }),

  gzip: variant('compresses with gzip', { transport: { coding: 'gzip' } }),
  deflate: variant('compresses with deflate, in chunks', { transport: { coding: 'deflate', framing: 'chunked' } }),
  brotli: variant('compresses with Brotli', { transport: { coding: 'br' } }),
  chunked: variant('sends its bodies in chunks', { transport: { framing: 'chunked' } }),
  'connection-close': variant('closes each connection', { transport: { connection: 'close' } }),
  'headers-capitals': variant('writes the names of its headers in capitals', { transport: { names: 'capitals' } }),
  'headers-many': variant('sends headers as gateways do', {
    transport: {
      headers: {
        server: 'gateway',
        'cache-control': 'no-store',
        'strict-transport-security': 'max-age=31536000',
        'x-request-id': '7f6f8f0e-0001-4000-8000-000000000001',
        'set-cookie': 'lb=a1; Path=/; HttpOnly',
        vary: 'Accept-Encoding',
      },
    },
  }),
  'cross-origin': variant('lets web pages of other origins ask (CORS)', { crossOrigin: true }),
  'path-prefix': { title: 'stands behind a path prefix', options: { pathPrefix: '/gateway/v2' } },
  'two-bases': { title: 'has a port for each base', options: { separateBases: true } },
  'two-bases-with-prefixes': {
    title: 'has a port and a prefix for each base',
    options: { separateBases: true, pathPrefix: { coin: '/market', chain: '/wallet/api' } },
  },
  'framework-like': {
    title: 'a framework behind a gateway: prefix, gzip, charset, extra fields, 422, capped pages',
    options: {
      pathPrefix: '/api-gw',
      behaviour: {
        errors: 'unprocessable',
        contentType: 'application/json; charset=utf-8',
        extraFields: true,
        largestPage: 25,
        transport: { coding: 'gzip', framing: 'chunked' },
      },
    },
  },
  'bank-like': variant('careful with money: strict clock, rising timestamps, no replay, everything required, nothing unknown', {
    skew: { past: 30 * second, future: 5 * second },
    risingTimestamps: true,
    replay: 'timestamp',
    requires: 'all',
    unknownFields: 'refused',
    unknownTerminal: 'refused',
    errors: 'problem',
  }),
  'legacy-like': variant('an old service: 200 for errors, lenient pages and clock, pretty JSON, closed connections', {
    errors: 'ok-error',
    skew: { past: 60 * minute, future: 60 * minute },
    pageZero: 'first',
    beyondEnd: 'last',
    json: { layout: 'pretty', order: 'sorted' },
    contentType: 'application/json;charset=UTF-8',
    transport: { connection: 'close' },
  }),
}

function variant(title: string, behaviour: Behaviour): Variant {
  return { title, options: { behaviour } }
}
