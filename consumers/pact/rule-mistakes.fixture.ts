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
  mistake('symbols of upper-case letters', 'coins', 'response body /data/0/price_quote', (it) => {
    narrow(it, '$.data[*].price_quote', rule('regex', { regex: '[A-Z]{3,4}' }))
  }),
  mistake('a page that may be broken', 'payments', 'request body /page', (it) => {
    it.requestRules = { body: { '$.page': rule('number') } }
  }),
  bodyMistake('an amount of any text', 'withdrawal', 'amount', '.*'),
  bodyMistake('an amount that may be negative', 'withdrawal', 'amount', '-?\\d+(\\.\\d+)?'),
  bodyMistake('an amount that may be a word', 'withdrawal', 'amount', '\\d+(\\.\\d+)?|NaN'),
  bodyMistake('an asset in any case', 'withdrawal', 'token', '[a-zA-Z]+'),
  bodyMistake('an asset or one in lower case', 'withdrawal', 'token', 'USDT|usdc'),
  bodyMistake('an amount with a sign', 'withdrawal', 'amount', '\\+?\\d+(\\.\\d+)?'),
  headerMistake('a signature with or without a prefix', 'withdrawal', 'X-Signature', '(0x)?[0-9a-f]{64}'),
  headerMistake('a signature in any case', 'withdrawal', 'X-Signature', '[0-9a-fA-F]{64}'),
  headerMistake('a signature in any case, by a flag', 'withdrawal', 'X-Signature', '(?i)[0-9a-f]{64}'),
  bodyMistake('an amount with a comma', 'withdrawal', 'amount', '\\d+[.,]\\d+'),
  bodyMistake('an amount with two points', 'withdrawal', 'amount', '[\\d.]+'),
  bodyMistake('a page in a text', 'payments', 'page', '\\d+'),
  mistake('an amount of any text, by its type', 'withdrawal', 'request body /amount', (it) => {
    it.requestRules = { body: { '$.amount': rule('type') } }
  }),
  mistake('an asset of any text, by its type', 'withdrawal', 'request body /token', (it) => {
    it.requestRules = { body: { '$.token': rule('type') } }
  }),
  mistake('members that are all numbers', 'withdrawal', 'request body /amount', (it) => {
    it.requestRules = { body: { '$.*': rule('number') } }
  }),
  mistake('members of any name', 'withdrawal', 'request body', (it) => {
    it.requestRules = { body: { $: rule('eachKey', { rules: [{ match: 'regex', regex: '\\w+' }] }) } }
  }),
  mistake('a credential of any text, by its type', 'coins', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('type') } }
  }),
  mistake('a timestamp of digits or of a date', 'withdrawal', 'request header X-Timestamp', (it) => {
    const matchers = [{ match: 'regex', regex: '\\d+' }, { match: 'timestamp' }]
    it.requestRules = { header: { 'X-Timestamp': { combine: 'OR', matchers } } }
  }),
  headerMistake('a signature of any length', 'withdrawal', 'X-Signature', '[0-9a-f]+'),
  headerMistake('a timestamp of any text', 'withdrawal', 'X-Timestamp', '.+'),
  mistake('a signature of any text, by its type', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature': rule('type') } }
  }),
  mistake('a signature as a library says which of its values', 'withdrawal', 'request header X-Signature', (it) => {
    it.requestRules = { header: { 'X-Signature[0]': rule('regex', { regex: '.{64}' }) } }
  }),
  headerMistake('a timestamp in seconds as well', 'withdrawal', 'X-Timestamp', '\\d{10,13}'),
  headerMistake('a timestamp before the epoch', 'withdrawal', 'X-Timestamp', '-?\\d+'),
  headerMistake('a key that may be empty', 'withdrawal', 'X-API-Key', '.*'),
  headerMistake('a scheme with nothing behind it', 'coins', 'Authorization', 'Bearer .*'),
  headerMistake('a timestamp in microseconds as well', 'withdrawal', 'X-Timestamp', '\\d{13}(\\d{3})?'),
  headerMistake('a credential or none', 'coins', 'Authorization', 'Bearer .+|'),
  headerMistake('a signature with one letter more', 'withdrawal', 'X-Signature', '[0-9a-g]{64}'),
  bodyMistake('an amount with a space before it', 'withdrawal', 'amount', '\\s*\\d+\\.\\d+'),
  mistake('a credential that is a number', 'payments', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('integer') } }
  }),
  headerMistake('a timestamp of thirteen characters', 'withdrawal', 'X-Timestamp', '.{13}'),
  mistake('a part of a credential that the example lacks', 'coins', 'request header Authorization', (it) => {
    it.requestRules = { header: { Authorization: rule('include', { value: 'Bearer other' }) } }
  }),
  mistake('a word in a message', 'withdrawal', 'response body /message', (it) => {
    narrow(it, '$.message', rule('include', { value: 'regist' }))
  }),
  mistake('a parameter that is null', 'coins', 'request query source', (it) => {
    it.requestRules = { query: { source: rule('null') } }
  }),
  headerMistake('a scheme without a credential', 'payments', 'Authorization', 'Token.*'),
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
  mistake('a page that a state gives as a text', 'payments', 'request body /page', (it) => {
    it.generators = { body: { '$.page': { type: 'ProviderState', expression: '${page}', dataType: 'STRING' } } }
  }),
  mistake('a terminal that a state gives as a number', 'payments', 'request body /terminalId', (it) => {
    it.generators = { body: { '$.terminalId': { type: 'ProviderState', expression: '${terminal}', dataType: 'INTEGER' } } }
  }),
  mistake('an amount that is generated below nothing', 'withdrawal', 'request body /amount', (it) => {
    it.generators = { body: { '$.amount': { type: 'Regex', regex: '-\\d{2}' } } }
  }),
  mistake('a path that a state makes longer', 'payments', 'request path', (it) => {
    it.generators = { path: { type: 'ProviderState', expression: `${it.path}/\${terminal}` } as unknown as Record<string, unknown> }
  }),
  mistake('a page that may be a word', 'payments', 'request body /page', (it) => {
    const matchers = [{ match: 'integer' }, { match: 'regex', regex: 'first|last' }]
    it.requestRules = { body: { '$.page': { combine: 'OR', matchers } } }
  }),
  headerMistake('a signature of two lengths', 'withdrawal', 'X-Signature', '[0-9a-f]{64}|[0-9a-f]{128}'),
  headerMistake('a signature with hyphens', 'withdrawal', 'X-Signature', '[0-9a-f-]{64}'),
  mistake('symbols in the form of versions', 'coins', 'response body /data/0/price_quote', (it) => {
    set(record(it), 'price_quote', '1.0.0')
    it.rules['$.data[*].price_quote'] = rule('semver')
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
  headerMistake('a credential of any text', 'coins', 'Authorization', '.+'),
  headerMistake('a scheme in either case', 'coins', 'Authorization', '[Bb]earer .+'),
  headerMistake('a credential under any scheme', 'payments', 'Authorization', '\\w+ .+'),
  headerMistake('a credential under either of two schemes', 'coins', 'Authorization', '(Bearer|Token) .+'),
  headerMistake('a body of any media type', 'withdrawal', 'Content-Type', '.+'),
  mistake('months before the tenth', 'coins', 'response body /data/0/birth_date', (it) => {
    narrow(it, '$.data[*].birth_date', rule('regex', { regex: '^\\d{4}-0\\d-\\d{2}$' }))
  }),
  mistake('any version of a path', 'payments', 'request path', (it) => {
    it.requestRules = { path: { matchers: [{ match: 'regex', regex: '/pg/v\\d+/inquiryPay' }] } as unknown as Record<string, unknown> }
  }),
  mistake('a message that has words', 'coins', 'response body /message', (it) => {
    it.rules['$.message'] = rule('regex', { regex: '.+' })
  }),
  mistake('ranks that are never whole', 'coins', 'response body /data/0/rank', (it) => {
    set(record(it), 'rank', 1)
    it.rules['$.data[*].rank'] = rule('decimal')
  }),
  mistake('prices that are never whole', 'coins', 'response body /data/0/price', (it) => {
    it.rules['$.data[*].price'] = rule('decimal')
  }),
  mistake('prices that are always whole', 'coins', 'response body /data/0/price', (it) => {
    set(record(it), 'price', 67120)
    it.rules['$.data[*].price'] = rule('integer')
  }),
]

/** A header of requests that is matched by too wide an expression. */
function headerMistake(title: string, where: SeededMistake['in'], header: string, regex: string): SeededMistake {
  return mistake(title, where, `request header ${header}`, (it) => {
    it.requestRules = { header: { [header]: rule('regex', { regex }) } }
  })
}

/** A field of requests that is matched by too wide an expression. */
function bodyMistake(title: string, where: SeededMistake['in'], field: string, regex: string): SeededMistake {
  return mistake(title, where, `request body /${field}`, (it) => {
    it.requestRules = { body: { [`$.${field}`]: rule('regex', { regex }) } }
  })
}

/** A rule for a field in the place of every other that speaks of it. */
function narrow({ rules }: Draft, path: string, narrowed: unknown): void {
  const field = /\.(\w+)(?:\[\*\])?$/.exec(path)?.[1] ?? ''
  for (const other of Object.keys(rules)) if (other.includes(field) && other !== path.replace(/\[\*\]$/, '')) delete rules[other]
  rules[path] = narrowed
}
