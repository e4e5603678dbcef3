import { type Draft, type rightDrafts, rule } from './consumer.fixture.ts'
import { at, payment, record, set } from './seeding.fixture.ts'

/** A change of a right interaction. */
export type Case = readonly [title: string, where: keyof ReturnType<typeof rightDrafts>, change: (it: Draft) => unknown]

function payments(field: string): string {
  return `$.transactions.data[*].${field}`
}

/** What is warned of, and no more. */
export const warnings: readonly Case[] = [
  ['texts that are any word', 'coins', (it) => (it.rules['$.data[*].price_quote'] = rule('regex', { regex: '\\S+' }))],
  ['a text that a state may have arranged', 'coins', (it) => (it.rules['$.data[*].price_quote'] = rule('regex', { regex: '^USDT$' }))],
  ['a source without a name', 'coins', (it) => (it.query = { source: [''] })],
  ['a wallet without a name', 'withdrawal', (it) => set(it.body, 'walletAddress', '')],
  [
    'another page than was asked for, by rules',
    'payments',
    (it) => {
      it.rules['$.transactions.page'] = rule('integer')
      set(at(it.answer, 'transactions'), 'page', 3)
    },
  ],
  ['another terminal than was asked for, by rules', 'payments', (it) => set(payment(it), 'terminalId', '777')],
  ['fewer payments in all than on a page, by rules', 'payments', (it) => set(at(it.answer, 'transactions'), 'total', 0)],
  [
    'two payments that are alike',
    'payments',
    (it) => {
      it.rules = {}
      Object.assign(at(it.answer, 'transactions') as object, { total: 2, data: [payment(it), payment(it)] })
    },
  ],
  ['a credential of another operation', 'coins', (it) => (it.headers['X-API-Key'] = 'key-1234')],
  ['a terminal of letters as well', 'payments', (it) => (it.requestRules = { body: { '$.terminalId': rule('regex', { regex: '\\w+' }) } })],
  ['a chain that may have no name', 'withdrawal', (it) => (it.requestRules = { body: { '$.chain': rule('regex', { regex: '.*' }) } })],
  [
    'an amount with nothing behind its point',
    'withdrawal',
    (it) => (it.requestRules = { body: { '$.amount': rule('regex', { regex: '\\d+\\.?\\d*' }) } }),
  ],
  ['a key by its type alone', 'withdrawal', (it) => (it.requestRules = { header: { 'X-API-Key': rule('type') } })],
  ['a larger page than was asked for', 'payments', (it) => set(at(it.answer, 'transactions'), 'perPage', 20)],
  [
    'more payments than were asked for',
    'payments',
    (it) => {
      set(it.body, 'perPage', 1)
      Object.assign(at(it.answer, 'transactions') as object, { perPage: 1, total: 2, data: [payment(it), payment(it)] })
    },
  ],
  ['two records of one coin, by rules', 'coins', (it) => set(it.answer, 'data', [record(it), { ...(record(it) as object), rank: 2 }])],
  ['a refusal taken beside a success', 'coins', (it) => (it.answerRules = { status: rule('statusCode', { status: [200, 404] }) as never })],
  ['an error taken beside a success', 'coins', (it) => (it.rules['$.status'] = rule('regex', { regex: 'success|error' }))],
  [
    'an id of letters taken beside a number',
    'withdrawal',
    (it) => (it.rules['$.data.withdrawId'] = { combine: 'OR', matchers: [{ match: 'integer' }, { match: 'regex', regex: '[a-z0-9-]+' }] }),
  ],
  [
    'days that may be none',
    'coins',
    (it) => (it.rules['$.data[*].birth_date'] = rule('regex', { regex: '([0-9]{4}-[0-9]{2}-[0-9]{2})?' })),
  ],
  [
    'sites on other servers than those of the web',
    'coins',
    (it) => (it.rules['$.data[*].site'] = rule('regex', { regex: '(https?|ftp)://.+' })),
  ],
  ['hashes with or without a prefix', 'payments', (it) => (it.rules[payments('trx_hash')] = rule('regex', { regex: '(0x)?[0-9a-fA-F]+' }))],
  ['references of any word', 'payments', (it) => (it.rules[payments('trxRefId')] = rule('regex', { regex: '\\w+' }))],
  ['ranks that may be texts', 'coins', (it) => (it.rules['$.data[*].rank'] = rule('regex', { regex: '\\d+' }))],
  ['an id that may be a text of digits', 'withdrawal', (it) => (it.rules['$.data.withdrawId'] = rule('regex', { regex: '\\d+' }))],
  ['messages of any text', 'coins', (it) => (it.rules['$.message'] = rule('regex', { regex: '.*' }))],
  [
    'a page for people taken beside JSON',
    'coins',
    (it) => (it.answerRules = { header: { 'Content-Type': rule('regex', { regex: '(application/json|text/html).*' }) } }),
  ],
  [
    'a redirection taken beside a success',
    'coins',
    (it) => (it.answerRules = { status: rule('statusCode', { status: 'nonError' }) as never }),
  ],
  ['a parameter left out that may be needed', 'coins', (it) => (it.query = {})],
  ['parameters of a media type', 'coins', (it) => (it.answerHeaders['Content-Type'] = 'application/json; charset=utf-8')],
]

/** What a consumer may take for granted. */
export const fine: readonly Case[] = [
  ['copies of one coin, as libraries make them', 'coins', (it) => set(it.answer, 'data', [record(it), record(it)])],
  ['a chain of any name', 'withdrawal', (it) => (it.requestRules = { body: { '$.chain': rule('regex', { regex: '\\w+' }) } })],
  ['as many payments as were asked for', 'payments', (it) => (it.rules['$.transactions.data'] = rule('type', { min: 0, max: 10 }))],
  [
    'a page of one payment at most, where one was asked for',
    'payments',
    (it) => {
      it.body = { terminalId: '100001', page: 1, perPage: 1 }
      Object.assign((it.answer as { transactions: object }).transactions, { perPage: 1 })
      it.rules['$.transactions.data'] = rule('type', { min: 0, max: 1 })
    },
  ],
  ['the terminal that was asked for', 'payments', (it) => (it.rules['$.transactions.data[*].terminalId'] = rule('equality'))],
  [
    'pages that count from one',
    'payments',
    (it) =>
      (it.rules['$.transactions.page'] = { combine: 'AND', matchers: [{ match: 'integer' }, { match: 'regex', regex: '[1-9]\\d*' }] }),
  ],
  ['a timestamp of digits', 'withdrawal', (it) => (it.requestRules = { header: { 'X-Timestamp': rule('regex', { regex: '\\d+' }) } })],
  [
    'an amount of up to eight decimals',
    'withdrawal',
    (it) => (it.requestRules = { body: { '$.amount': rule('regex', { regex: '[0-9]+(\\.[0-9]{1,8})?' }) } }),
  ],
  ['a bearer token of any text', 'coins', (it) => (it.requestRules = { header: { Authorization: rule('regex', { regex: 'Bearer .+' }) } })],
  [
    'an asset of upper-case letters',
    'withdrawal',
    (it) => (it.requestRules = { body: { '$.token': rule('regex', { regex: '[A-Z0-9]+' }) } }),
  ],
  ['a page that is an integer', 'payments', (it) => (it.requestRules = { body: { '$.page': rule('integer') } })],
  [
    'the path itself',
    'payments',
    (it) => (it.requestRules = { path: { matchers: [{ match: 'regex', regex: '/pg/v1/inquiryPay' }] } as never }),
  ],
  [
    'a query by one of its values',
    'coins',
    (it) => (it.requestRules = { query: { '$.source[0]': rule('type'), 'source[0]': rule('regex', { regex: '\\d+' }) } }),
  ],
  [
    'what is generated as it is stated',
    'withdrawal',
    (it) =>
      (it.generators = {
        header: { 'x-timestamp': { type: 'RandomInt', min: 1600000000000, max: 1700000000000 } },
        body: {
          '$.amount': { type: 'RandomInt', min: 1, max: 9 },
          '$.description': { type: 'Uuid' },
        },
      }),
  ],
  [
    'a credential of a state',
    'payments',
    (it) => (it.generators = { header: { Authorization: { type: 'ProviderState', expression: `Token \${token}` } } }),
  ],
  ['addresses of the web', 'coins', (it) => (it.rules['$.data[*].site'] = rule('regex', { regex: 'https?://[\\w.-]+(:\\d+)?(/.*)?' }))],
  [
    'hashes of any length',
    'payments',
    (it) => (it.rules['$.transactions.data[*].trx_hash'] = rule('regex', { regex: '^0x[a-fA-F0-9]+$' })),
  ],
]
