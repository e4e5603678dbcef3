import { rule } from './consumer.fixture.ts'
import { ruleMistakes } from './rule-mistakes.fixture.ts'
import { at, mistake, payment, record, type SeededMistake, set } from './seeding.fixture.ts'

/** Mistakes that any style can hold. */
export const seededMistakes: readonly SeededMistake[] = [
  mistake('an operation that nobody knows', 'coins', 'request path', (it) => {
    it.path = '/api/exchange/coin_list'
  }),
  mistake('a version where the path has none', 'coins', 'request path', (it) => {
    it.path = '/api/v1/exchange/source_currency_info'
  }),
  mistake('a path without its version', 'payments', 'request path', (it) => {
    it.path = '/pg/inquiryPay'
  }),
  mistake('a path in another case', 'payments', 'request path', (it) => {
    it.path = it.path.toLowerCase()
  }),
  mistake('a slash at the end of a path', 'withdrawal', 'request path', (it) => {
    it.path += '/'
  }),
  mistake('an inquiry by GET', 'payments', 'request method', (it) => {
    it.method = 'GET'
  }),
  mistake('a withdrawal by PUT', 'withdrawal', 'request method', (it) => {
    it.method = 'PUT'
  }),
  mistake('a message', 'payments', 'interaction', (it) => {
    it.message = true
  }),

  mistake('no credential', 'coins', 'request header Authorization', (it) => {
    delete it.headers['Authorization']
  }),
  mistake('Token for Bearer', 'coins', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'Token token-1234'
  }),
  mistake('Bearer for Token', 'payments', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'Bearer token-1234'
  }),
  mistake('a bare credential', 'payments', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'token-1234'
  }),
  mistake('an empty credential', 'coins', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'Bearer '
  }),
  mistake('a scheme in lower case', 'coins', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'bearer token-1234'
  }),
  mistake('a withdrawal with a bearer token alone', 'withdrawal', 'request header x-signature', (it) => {
    it.headers = { 'Content-Type': 'application/json', Authorization: 'Bearer token-1234' }
    it.requestRules = {}
  }),
  mistake('no key', 'withdrawal', 'request header x-api-key', (it) => {
    delete it.headers['X-API-Key']
  }),
  mistake('no timestamp', 'withdrawal', 'request header x-timestamp', (it) => {
    delete it.headers['X-Timestamp']
  }),
  mistake('no signature', 'withdrawal', 'request header x-signature', (it) => {
    delete it.headers['X-Signature']
  }),
  mistake('a terminal that no payment can have', 'payments', 'request body /terminalId', (it) => {
    set(it.body, 'terminalId', 'T-1001')
  }),
  mistake('a timestamp in seconds', 'withdrawal', 'request header x-timestamp', (it) => {
    it.headers['X-Timestamp'] = '1700000000'
  }),
  mistake('a timestamp as a date', 'withdrawal', 'request header x-timestamp', (it) => {
    it.headers['X-Timestamp'] = '2023-11-14T22:13:20Z'
  }),
  mistake('a timestamp with a fraction', 'withdrawal', 'request header x-timestamp', (it) => {
    it.headers['X-Timestamp'] = '1700000000000.5'
  }),
  mistake('a signature in upper case', 'withdrawal', 'request header x-signature', (it) => {
    it.headers['X-Signature'] = 'A1B2C3D4'.repeat(8)
  }),
  mistake('a signature in base64', 'withdrawal', 'request header x-signature', (it) => {
    it.headers['X-Signature'] = `${'q7P/'.repeat(10)}q7M=`
  }),
  mistake('a signature cut short', 'withdrawal', 'request header x-signature', (it) => {
    it.headers['X-Signature'] = 'a1b2c3d4'
  }),
  mistake('a signature with a prefix', 'withdrawal', 'request header x-signature', (it) => {
    it.headers['X-Signature'] = `sha256=${'a1b2c3d4'.repeat(8)}`
  }),
  mistake('a rule for another timestamp', 'withdrawal', 'request header x-timestamp', (it) => {
    it.requestRules = { header: { 'X-Timestamp': rule('regex', { regex: '^\\d{10}$' }) } }
  }),
  mistake('the merchant code in a header', 'withdrawal', 'request header X-Merchant-Code', (it) => {
    it.headers['X-Merchant-Code'] = 'merchant-1'
  }),
  mistake('a credential with a name before it', 'payments', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'Token token=token-1234'
  }),
  mistake('the secret sent', 'withdrawal', 'request header X-Secret-Key', (it) => {
    it.headers['X-Secret-Key'] = 'never'
  }),

  mistake('an amount as a number', 'withdrawal', 'request body /amount', (it) => set(it.body, 'amount', 1.5)),
  mistake('an amount with a comma', 'withdrawal', 'request body /amount', (it) => set(it.body, 'amount', '1,5')),
  mistake('an asset in lower case', 'withdrawal', 'request body /token', (it) => set(it.body, 'token', 'usdt')),
  mistake('a withdrawal without its chain', 'withdrawal', 'request body /chain', (it) => set(it.body, 'chain', undefined)),
  mistake('a field of a withdrawal that is not listed', 'withdrawal', 'request body /memo', (it) => set(it.body, 'memo', '42')),
  mistake('a rule for a number where a text is sent', 'withdrawal', 'request body /amount', (it) => {
    it.requestRules = { body: { '$.amount': rule('decimal') } }
  }),
  mistake('a terminal as a number', 'payments', 'request body /terminalId', (it) => set(it.body, 'terminalId', 100001)),
  mistake('a page as a text', 'payments', 'request body /page', (it) => set(it.body, 'page', '1')),
  mistake('pages from zero', 'payments', 'request body /page', (it) => set(it.body, 'page', 0)),
  mistake('a filter that is not listed', 'payments', 'request body /status', (it) => set(it.body, 'status', 'SUCCESS')),
  mistake('a body as a list', 'payments', 'request body', (it) => {
    it.body = [it.body]
  }),
  mistake('a parameter that is not listed', 'coins', 'request query currency', (it) => {
    it.query['currency'] = ['BTC']
  }),
  mistake('a form', 'payments', 'request header Content-Type', (it) => {
    it.headers['content-type'] = 'application/x-www-form-urlencoded'
  }),
  mistake('a credential in quotes', 'payments', 'request header Authorization', (it) => {
    it.headers['Authorization'] = 'Token "token-1234"'
  }),
  mistake('JSON not asked for', 'coins', 'request header Accept', (it) => {
    it.headers['Accept'] = 'application/json;q=0, text/html'
  }),
  mistake('XML asked for', 'coins', 'request header Accept', (it) => {
    it.headers['Accept'] = 'application/xml'
  }),

  mistake('a field of a record that is not listed', 'coins', 'response body /data/0/id', (it) => set(record(it), 'id', 7)),
  mistake('a field of an envelope that is not listed', 'payments', 'response body /meta', (it) => set(it.answer, 'meta', {})),
  mistake('a rule for a field that is not listed', 'payments', 'response body /transactions/data/*/confirmations', (it) => {
    it.rules['$.transactions.data[*].confirmations'] = rule('integer')
  }),
  mistake('fields of a withdrawal that are not shown', 'withdrawal', 'response body /data/status', (it) =>
    set(at(it.answer, 'data'), 'status', 'PENDING'),
  ),
  mistake('a status other than success', 'coins', 'response body /status', (it) => set(it.answer, 'status', 'ok')),
  mistake('a message with words', 'coins', 'response body /message', (it) => set(it.answer, 'message', 'OK')),
  mistake('a rank as a text', 'coins', 'response body /data/0/rank', (it) => set(record(it), 'rank', '1')),
  mistake('a price as a text', 'coins', 'response body /data/0/price', (it) => set(record(it), 'price', '67120.44')),
  mistake('a date in another order', 'coins', 'response body /data/0/birth_date', (it) => set(record(it), 'birth_date', '03/01/2009')),
  mistake('a relative address', 'coins', 'response body /data/0/site', (it) => set(record(it), 'site', '/btc')),
  mistake('explorers as one text', 'coins', 'response body /data/0/explorers', (it) =>
    set(record(it), 'explorers', 'https://explorer.example/btc'),
  ),
  mistake('null for an address', 'coins', 'response body /data/0/site', (it) => set(record(it), 'site', null)),
  mistake('a terminal as a number in an answer', 'payments', 'response body /transactions/data/0/terminalId', (it) =>
    set(payment(it), 'terminalId', 100001),
  ),
  mistake('a hash without its prefix', 'payments', 'response body /transactions/data/0/trx_hash', (it) =>
    set(payment(it), 'trx_hash', '9f2c'),
  ),
  mistake('a network in lower case', 'payments', 'response body /transactions/data/0/network', (it) => set(payment(it), 'network', 'bsc')),
  mistake('an amount as a text in an answer', 'payments', 'response body /transactions/data/0/amount', (it) =>
    set(payment(it), 'amount', '25.5'),
  ),
  mistake('a page other than the one that was asked for', 'payments', 'response body /transactions/page', (it) => {
    set(at(it.answer, 'transactions'), 'page', 2)
    it.rules = {}
  }),
  mistake('fewer payments in all than on a page, in which numbers may differ', 'payments', 'response body /transactions/total', (it) => {
    it.rules = { '$.transactions.data[*].amount': rule('number') }
    set(at(it.answer, 'transactions'), 'total', 0)
  }),
  mistake('fewer payments in all than on a page', 'payments', 'response body /transactions/total', (it) => {
    set(at(it.answer, 'transactions'), 'total', 0)
    it.rules = {}
  }),
  mistake('more payments than a page holds', 'payments', 'response body /transactions/data', (it) => {
    set(at(it.answer, 'transactions'), 'data', [payment(it), { ...(payment(it) as object), trxRefId: '70010043' }])
    Object.assign(at(it.answer, 'transactions') as object, { perPage: 1, total: 2 })
    it.rules = {}
  }),
  mistake('two records of one coin', 'coins', 'response body /data/1/currency', (it) => {
    set(it.answer, 'data', [record(it), record(it)])
    it.rules = {}
  }),
  mistake('a payment of another terminal', 'payments', 'response body /transactions/data/0/terminalId', (it) => {
    set(payment(it), 'terminalId', '7')
    it.rules = {}
  }),
  mistake('a total as a text', 'payments', 'response body /transactions/total', (it) => set(at(it.answer, 'transactions'), 'total', '1')),
  mistake('a page without its envelope', 'payments', 'response body', (it) => {
    it.answer = at(at(it.answer, 'transactions'), 'data')
    it.rules = {}
  }),
  mistake('an id as a text', 'withdrawal', 'response body /data/withdrawId', (it) => set(at(it.answer, 'data'), 'withdrawId', '7')),
  mistake('201 for a withdrawal', 'withdrawal', 'response status', (it) => {
    it.status = 201
  }),
  mistake('the shape of an error', 'coins', 'response body', (it) => {
    it.status = 401
    it.answer = { status: 'error', message: 'Unauthorized' }
    it.rules = {}
  }),
  mistake('the status of an error', 'payments', 'response status', (it) => {
    it.status = 404
    it.answer = undefined
    it.rules = {}
  }),
  mistake('an error with 200', 'coins', 'response body /status', (it) => {
    it.answer = { status: 'error', message: '' }
    it.rules = {}
  }),
  mistake('a header that is not listed', 'coins', 'response header X-RateLimit-Remaining', (it) => {
    it.answerHeaders['X-RateLimit-Remaining'] = '10'
  }),
  mistake('a page for people', 'coins', 'response header Content-Type', (it) => {
    it.answerHeaders['Content-Type'] = 'text/html'
  }),

  ...ruleMistakes,
]
