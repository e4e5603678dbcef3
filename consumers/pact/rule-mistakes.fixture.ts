import { type Draft, rule } from './consumer.fixture.ts'
import { mistake, record, type SeededMistake, set } from './seeding.fixture.ts'

/** Rules that ask for more than the service promises, or allow what it refuses. */
export const ruleMistakes: readonly SeededMistake[] = [
  mistake('coins that are never none', 'coins', 'response body /data', (it) => {
    it.rules['$.data'] = rule('type', { min: 1 })
  }),
  mistake('explorers that are never none', 'coins', 'response body /data/0/explorers', (it) => {
    it.rules['$.data[*].explorers'] = rule('type', { min: 1 })
  }),
  mistake('contracts that are never none', 'coins', 'response body /data/0/contract', (it) => {
    set(record(it), 'contract', ['https://explorer.example/token/btc'])
    it.rules['$.data[*].contract'] = rule('type', { min: 1 })
  }),
  mistake('a supply that is always a number', 'coins', 'response body /data/0/max_supply', (it) => {
    set(record(it), 'max_supply', 21000000)
    it.rules['$.data[*].max_supply'] = rule('number')
  }),
  mistake('a supply of the type of its example', 'coins', 'response body /data/0/max_supply', (it) => {
    set(record(it), 'max_supply', 21000000)
    it.rules['$.data[*].max_supply'] = rule('type')
  }),
  mistake('at most two coins', 'coins', 'response body /data', (it) => {
    it.rules['$.data'] = rule('type', { min: 0, max: 2 })
  }),
  mistake('at most two explorers', 'coins', 'response body /data/*/explorers', (it) => {
    it.rules['$.data[*].explorers'] = rule('type', { max: 2 })
  }),
  mistake('fewer payments than a page may hold', 'payments', 'response body /transactions/data', (it) => {
    it.rules['$.transactions.data'] = rule('type', { max: 9 })
  }),
  mistake('a supply that is never there', 'coins', 'response body /data/0/max_supply', (it) => {
    set(record(it), 'max_supply', null)
    it.rules['$.data[*].max_supply'] = rule('null')
  }),
  mistake('a supply of the type of its null', 'coins', 'response body /data/0/max_supply', (it) => {
    set(record(it), 'max_supply', null)
    it.rules['$.data[*].max_supply'] = rule('type')
  }),
  mistake('addresses of one host', 'coins', 'response body /data/0/site', (it) => {
    narrow(it, '$.data[*].site', rule('regex', { regex: 'https://btc\\.example.*' }))
  }),
  mistake('explorers over https alone', 'coins', 'response body /data/0/explorers/1', (it) => {
    it.rules['$.data[*].explorers'] = rule('type', { min: 0 })
    narrow(it, '$.data[*].explorers[*]', rule('regex', { regex: '^https://.+' }))
  }),
  mistake('days of this century', 'coins', 'response body /data/0/birth_date', (it) => {
    narrow(it, '$.data[*].birth_date', rule('regex', { regex: '20\\d\\d-\\d\\d-\\d\\d' }))
  }),
  mistake('terminals of six digits', 'payments', 'response body /transactions/data/0/terminalId', (it) => {
    narrow(it, '$.transactions.data[*].terminalId', rule('regex', { regex: '\\d{6}' }))
  }),
  mistake('hashes of four digits', 'payments', 'response body /transactions/data/0/trx_hash', (it) => {
    narrow(it, '$.transactions.data[*].trx_hash', rule('regex', { regex: '0x[0-9a-f]{4}' }))
  }),
  mistake('networks with a main one', 'payments', 'response body /transactions/data/0/network', (it) => {
    narrow(it, '$.transactions.data[*].network', rule('regex', { regex: '[A-Z]+_MAINNET' }))
  }),
  mistake('a page that may be broken', 'payments', 'request body /page', (it) => {
    it.requestRules = { body: { '$.page': rule('number') } }
  }),
  mistake('an amount of any text', 'withdrawal', 'request body /amount', (it) => {
    it.requestRules = { body: { '$.amount': rule('regex', { regex: '.*' }) } }
  }),
  mistake('an amount that may be negative', 'withdrawal', 'request body /amount', (it) => {
    it.requestRules = { body: { '$.amount': rule('regex', { regex: '-?\\d+(\\.\\d+)?' }) } }
  }),
  mistake('an asset in any case', 'withdrawal', 'request body /token', (it) => {
    it.requestRules = { body: { '$.token': rule('regex', { regex: '[a-zA-Z]+' }) } }
  }),
  mistake('a signature in any case', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature': rule('regex', { regex: '[0-9a-fA-F]{64}' }) } }
  }),
  mistake('a signature in any case, by a flag', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature': rule('regex', { regex: '(?i)[0-9a-f]{64}' }) } }
  }),
  mistake('an amount with a comma', 'withdrawal', 'request body /amount', (it) => {
    it.requestRules = { body: { '$.amount': rule('regex', { regex: '\\d+[.,]\\d+' }) } }
  }),
  mistake('a signature of any length', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature': rule('regex', { regex: '[0-9a-f]+' }) } }
  }),
  mistake('a timestamp of any text', 'withdrawal', 'request header X-Timestamp', (it) => {
    it.requestRules = { header: { 'X-Timestamp': rule('regex', { regex: '.+' }) } }
  }),
  mistake('a signature of any text, by its type', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature': rule('type') } }
  }),
  mistake('a signature as a library says which of its values', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature[0]': rule('regex', { regex: '.{64}' }) } }
  }),
  mistake('a timestamp in seconds as well', 'withdrawal', 'request header X-Timestamp', (it) => {
    it.requestRules = { header: { 'X-Timestamp': rule('regex', { regex: '\\d{10,13}' }) } }
  }),
  mistake('a timestamp before the epoch', 'withdrawal', 'request header X-Timestamp', (it) => {
    it.requestRules = { header: { 'X-Timestamp': rule('regex', { regex: '-?\\d+' }) } }
  }),
  mistake('a key that may be empty', 'withdrawal', 'request header X-API-Key', (it) => {
    it.requestRules = { header: { 'X-API-Key': rule('regex', { regex: '.*' }) } }
  }),
  mistake('a scheme without a credential', 'payments', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('regex', { regex: 'Token.*' }) } }
  }),
  mistake('a timestamp that is generated as a day', 'withdrawal', 'request header x-timestamp', (it) => {
    it.generators = { header: { 'x-timestamp': { type: 'DateTime', format: "yyyy-MM-dd'T'HH:mm" } } }
  }),
  mistake('a signature that is generated too short', 'withdrawal', 'request header x-signature', (it) => {
    it.generators = { header: { "$['X-Signature'][0]": { type: 'Uuid', format: 'simple' } } }
  }),
  mistake('an amount that is generated from letters', 'withdrawal', 'request body /amount', (it) => {
    it.generators = { body: { '$.amount': { type: 'RandomString', size: 5 } } }
  }),
  mistake('an amount that is generated from an expression', 'withdrawal', 'request body /amount', (it) => {
    it.generators = { body: { '$.amount': { type: 'Regex', regex: '-?\\d+' } } }
  }),
  mistake('pages that are generated below the first', 'payments', 'request body /page', (it) => {
    it.generators = { body: { '$.page': { type: 'RandomInt', min: 0, max: 5 } } }
  }),
  mistake('a credential that a state gives to another scheme', 'payments', 'request header Authorization', (it) => {
    it.generators = { header: { Authorization: { type: 'ProviderState', expression: 'Bearer ${token}' } } }
  }),
  mistake('a media type with its charset alone', 'coins', 'response header Content-Type', (it) => {
    it.answerHeaders['Content-Type'] = 'application/json; charset=utf-8'
    it.answerRules = { header: { 'Content-Type': rule('regex', { regex: 'application/json; charset=.+' }) } }
  }),
  mistake('any path below one', 'coins', 'request path', (it) => {
    it.requestRules = { path: { matchers: [{ match: 'regex', regex: '/api/exchange/\\w+' }] } as unknown as Record<string, unknown> }
  }),
  mistake('a path of any text, by its type', 'payments', 'request path', (it) => {
    it.requestRules = { path: { matchers: [{ match: 'type' }] } as unknown as Record<string, unknown> }
  }),
  mistake('a credential of any text', 'coins', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('regex', { regex: '.+' }) } }
  }),
  mistake('a credential under any scheme', 'payments', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('regex', { regex: '\\w+ .+' }) } }
  }),
  mistake('a credential under either of two schemes', 'coins', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('regex', { regex: '(Bearer|Token) .+' }) } }
  }),
  mistake('a body of any media type', 'withdrawal', 'request header Content-Type', (it) => {
    it.requestRules = { header: { 'Content-Type': rule('regex', { regex: '.+' }) } }
  }),
  mistake('months before the tenth', 'coins', 'response body /data/0/birth_date', (it) => {
    narrow(it, '$.data[*].birth_date', rule('regex', { regex: '^\\d{4}-0\\d-\\d{2}$' }))
  }),
  mistake('any version of a path', 'payments', 'request path', (it) => {
    it.requestRules = { path: { matchers: [{ match: 'regex', regex: '/pg/v\\d+/inquiryPay' }] } as unknown as Record<string, unknown> }
  }),
  mistake('ranks that are never whole', 'coins', 'response body /data/0/rank', (it) => {
    set(record(it), 'rank', 1)
    it.rules['$.data[*].rank'] = rule('decimal')
  }),
  mistake('prices that are always whole', 'coins', 'response body /data/0/price', (it) => {
    set(record(it), 'price', 67120)
    it.rules['$.data[*].price'] = rule('integer')
  }),
]

/** A rule for a field in the place of every other that speaks of it. */
function narrow({ rules }: Draft, path: string, narrowed: unknown): void {
  const field = /\.(\w+)(?:\[\*\])?$/.exec(path)?.[1] ?? ''
  for (const other of Object.keys(rules)) if (other.includes(field) && other !== path.replace(/\[\*\]$/, '')) delete rules[other]
  rules[path] = narrowed
}
