import { defined } from '../../spec/defined.ts'

/** An interaction as a consumer's test writes it, before it is put into the form of a file. */
export interface Draft {
  description: string
  state: string | undefined
  message?: boolean
  method: string
  path: string
  query: Record<string, string[]>
  headers: Record<string, string>
  body: unknown
  /** Rules of the request by part, then by path. */
  requestRules: Record<string, Record<string, unknown>>
  generators?: Record<string, Record<string, unknown>>
  status: number
  answerHeaders: Record<string, string>
  answer: unknown
  rules: Record<string, unknown>
  answerRules?: Record<string, unknown>
}

export type Style = 'types' | 'cascade' | 'exact' | 'regexes'
export const styles: readonly Style[] = ['types', 'cascade', 'exact', 'regexes']

/** A consumer's interactions, all right, each in the way of one style. */
export function rightDrafts(style: Style): Record<'coins' | 'payments' | 'empty' | 'withdrawal', Draft> {
  const answer = style === 'cascade' ? withoutSupply(coinsAnswer()) : coinsAnswer()
  return {
    coins: draft('coins of a source', 'the source has coins', {
      path: '/api/exchange/source_currency_info',
      query: { source: ['1'] },
      headers: { Authorization: 'Bearer token-1234', Accept: 'application/json' },
      answer,
      rules: coinRules[style],
    }),
    payments: draft('payments of a terminal', 'the terminal has payments', {
      ...inquiry,
      answer: paymentsAnswer(),
      rules: paymentRules[style],
    }),
    empty: draft('an empty page', 'the terminal has no payments', {
      ...inquiry,
      answer: { transactions: { data: [], total: 0, page: 1, perPage: 10 } },
    }),
    withdrawal: draft('a withdrawal', undefined, {
      method: 'POST',
      path: '/v1/webservice/withdraw',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': 'key-1234',
        'X-Timestamp': '1700000000000',
        'X-Signature': 'a1b2c3d4'.repeat(8),
      },
      body: {
        amount: '1.50',
        description: 'refund',
        token: 'USDT',
        walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
        chain: 'BSC',
      },
      requestRules: style === 'types' ? signedRules : {},
      answer: { message: 'registered', data: { withdrawId: 7 } },
      rules: withdrawalRules[style],
    }),
  }
}

/** The pact file of drafts, in the form of Pact's specification 3 or 4. */
export function pactFile(drafts: readonly Draft[], version: 3 | 4): string {
  const interactions = drafts.map(version === 3 ? inVersion3 : inVersion4)
  const metadata = { pactSpecification: { version: version === 3 ? '3.0.0' : '4.0' }, 'pact-js': { version: '17.1.4' } }
  return JSON.stringify({ consumer: { name: 'an-sdk' }, provider: { name: 'the-service' }, interactions, metadata })
}

/** One matcher, alone. */
export function rule(match: string, options: Readonly<Record<string, unknown>> = {}): unknown {
  return { combine: 'AND', matchers: [{ match, ...options }] }
}

const regex = (pattern: string) => rule('regex', { regex: pattern })
const list = rule('type', { min: 0 })
const type = rule('type')
const inquiry = {
  method: 'POST',
  path: '/pg/v1/inquiryPay',
  headers: { Authorization: 'Token token-1234', 'content-type': 'application/json; charset=utf-8' },
  body: { terminalId: '100001', page: 1, perPage: 10 },
}

const signedRules = {
  header: { 'X-Timestamp': regex('^\\d{13}$'), 'X-Signature': regex('[0-9a-f]{64}') },
  body: { '$.amount': regex('\\d+(\\.\\d+)?'), '$.description': type },
}

const orNull = { combine: 'OR', matchers: [{ match: 'number' }, { match: 'null' }] }

const coinRules: Readonly<Record<Style, Record<string, unknown>>> = {
  types: {
    '$.data': list,
    '$.data[*].currency': type,
    '$.data[*].currency.exponent': rule('integer'),
    '$.data[*].explorers': list,
    '$.data[*].explorers[*]': type,
    '$.data[*].contract': list,
    '$.data[*].site': type,
    '$.data[*].birth_date': rule('date', { format: 'yyyy-MM-dd' }),
    '$.data[*].rank': rule('integer'),
    '$.data[*].price': rule('number'),
    '$.data[*].max_supply': orNull,
    '$.data[*].price_quote': type,
  },
  cascade: { $: type },
  exact: {},
  regexes: {
    '$.data[0].site': regex('^https?://.+$'),
    '$.data[0].explorers[0]': regex('https?://\\S+'),
    '$.data[0].birth_date': regex('\\d{4}-\\d{2}-\\d{2}'),
  },
}

const paymentRules: Readonly<Record<Style, Record<string, unknown>>> = {
  types: {
    '$.transactions.data': list,
    '$.transactions.data[*].terminalId': regex('\\d+'),
    '$.transactions.data[*].amount': rule('number'),
    '$.transactions.data[*].status': type,
    '$.transactions.total': rule('integer'),
  },
  cascade: { '$.transactions': type },
  exact: {},
  regexes: {
    "$['transactions']['data'][0]['terminalId']": regex('^[0-9]+$'),
    "$['transactions']['data'][0]['trx_hash']": regex('^0x[0-9a-fA-F]+$'),
    "$['transactions']['data'][0]['network']": regex('^[A-Z0-9_]+$'),
  },
}

const withdrawalRules: Readonly<Record<Style, Record<string, unknown>>> = {
  types: { '$.message': type, '$.data.withdrawId': rule('integer') },
  cascade: { $: type },
  exact: {},
  regexes: { '$.message': regex('.+') },
}

function coinsAnswer() {
  return {
    status: 'success',
    message: '',
    data: [
      {
        currency: { name: 'Bitcoin', symbol: 'BTC', exponent: 8, has_onchain_data: true },
        explorers: ['https://explorer.example/btc'],
        contract: [] as unknown[],
        site: 'https://btc.example',
        birth_date: '2009-01-03',
        rank: 1,
        price: 67120.44,
        max_supply: 21000000 as unknown,
        price_quote: 'USDT',
      },
    ],
  }
}

/** A rule above everything cannot say "or null", so that such a consumer does without. */
function withoutSupply(answer: ReturnType<typeof coinsAnswer>): unknown {
  return { ...answer, data: answer.data.map(({ max_supply: _, ...coin }) => coin) }
}

function paymentsAnswer() {
  const payment = {
    terminalId: '100001',
    token: 'usdt',
    trxRefId: '70010042',
    status: 'SUCCESS',
    amount: 25.5,
    fee: 0.5,
    trx_hash: '0x9f2c',
    network: 'BSC_MAINNET',
    to: '0x5290',
  }
  return { transactions: { data: [payment], total: 1, page: 1, perPage: 10 } }
}

function draft(description: string, state: string | undefined, own: Partial<Draft>): Draft {
  const ordinary = {
    method: 'GET',
    path: '/',
    query: {},
    headers: {},
    body: undefined,
    requestRules: {},
    status: 200,
    answer: undefined,
    rules: {},
  }
  return structuredClone({ description, state, ...ordinary, answerHeaders: { 'Content-Type': 'application/json' }, ...own })
}

const address = ({ method, path, query }: Omit<Draft, 'state'>) => ({ method, path, query })
const requestRules = ({ requestRules, generators }: Omit<Draft, 'state'>) => ({ matchingRules: requestRules, generators })

function inVersion3({ state, ...draft }: Draft): unknown {
  return defined({
    description: draft.description,
    providerStates: state === undefined ? undefined : [{ name: state }],
    ...(!draft.message && {
      request: {
        ...address(draft),
        headers: draft.headers,
        body: draft.body,
        ...requestRules(draft),
      },
      response: {
        status: draft.status,
        headers: draft.answerHeaders,
        body: draft.answer,
        matchingRules: { body: draft.rules, ...draft.answerRules },
      },
    }),
  })
}

function inVersion4({ state, ...draft }: Draft): unknown {
  const body = (content: unknown) => ({ content, contentType: 'application/json', encoded: false })
  const lists = (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return defined({
    type: draft.message ? 'Asynchronous/Messages' : 'Synchronous/HTTP',
    key: draft.description,
    pending: false,
    description: draft.description,
    providerStates: state === undefined ? undefined : [{ name: state }],
    ...(!draft.message && {
      request: defined({
        ...address(draft),
        headers: lists(draft.headers),
        body: draft.body === undefined ? undefined : body(draft.body),
        ...requestRules(draft),
      }),
      response: defined({
        status: draft.status,
        headers: lists(draft.answerHeaders),
        body: draft.answer === undefined ? undefined : body(draft.answer),
        matchingRules: { body: draft.rules, ...draft.answerRules },
      }),
    }),
  })
}
