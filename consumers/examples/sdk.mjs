// The tests of a small SDK, as `assay gate -- node consumers/examples/sdk.mjs` runs them. It ends with 1 where one fails.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'

const { env } = process

async function ask(url, headers, body) {
  const type = body && { 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: body ? 'POST' : 'GET', headers: { ...headers, ...type }, body: body && JSON.stringify(body) })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/i)
  return response.json()
}

async function coins() {
  const url = `${env.ASSAY_COIN_URL}/api/exchange/source_currency_info?source=${env.ASSAY_SOURCE}`
  const { status, data } = await ask(url, { Authorization: `Bearer ${env.ASSAY_ACCESS_TOKEN}` })
  assert.equal(status, 'success')
  return data
}

async function payments() {
  const found = []
  for (let page = 1, total = 1; found.length < total; page += 1) {
    const body = { terminalId: env.ASSAY_TERMINAL_ID, page, perPage: 20 }
    const { transactions } = await ask(`${env.ASSAY_CHAIN_URL}/pg/v1/inquiryPay`, { Authorization: `Token ${env.ASSAY_API_TOKEN}` }, body)
    assert.equal(transactions.page, page)
    assert.ok(transactions.data.length > 0 || transactions.total === 0)
    found.push(...transactions.data)
    total = transactions.total
  }
  return found
}

async function withdraw(amount, secret = env.ASSAY_SIGNING_SECRET) {
  const { ASSAY_API_KEY: key, ASSAY_WITHDRAW_TOKEN: token, ASSAY_WALLET_ADDRESS: walletAddress, ASSAY_WITHDRAW_CHAIN: chain } = env
  const timestamp = String(Date.now())
  const text = key + env.ASSAY_MERCHANT_CODE + timestamp + amount + token + walletAddress
  const headers = { 'x-api-key': key, 'x-timestamp': timestamp, 'x-signature': createHmac('sha256', secret).update(text).digest('hex') }
  const body = { amount, description: 'refund', token, walletAddress, chain }
  const { data } = await ask(`${env.ASSAY_CHAIN_URL}/v1/webservice/withdraw`, headers, body)
  return data.withdrawId
}

const url = /^https?:\/\/[^/]/
for (const { currency, birth_date, rank, price, max_supply, explorers, socials, contract, site, code, whitepaper } of await coins()) {
  for (const text of [currency.name, currency.symbol, currency.locale_name]) assert.equal(typeof text, 'string')
  assert.ok(Number.isInteger(currency.exponent) && typeof currency.has_onchain_data === 'boolean')
  assert.match(birth_date, /^\d{4}-\d\d-\d\d$/)
  assert.ok(Number.isInteger(rank) && typeof price === 'number' && (max_supply === null || typeof max_supply === 'number'))
  for (const address of [currency.logo, site, code, whitepaper, ...explorers, ...socials, ...contract]) assert.match(address, url)
}
for (const { terminalId, trxRefId, amount, fee, trx_hash, network } of await payments()) {
  assert.equal(terminalId, env.ASSAY_TERMINAL_ID)
  assert.ok(/^\d+$/.test(trxRefId) && typeof amount === 'number' && typeof fee === 'number')
  assert.ok(/^0x[0-9a-f]+$/i.test(trx_hash) && /^[A-Z0-9_]+$/.test(network))
}
assert.ok(Number.isInteger(await withdraw(env.ASSAY_WITHDRAW_AMOUNT)))
// A wrong secret is refused; the gate gives one, so that it knows the request for a test.
await assert.rejects(withdraw(env.ASSAY_WITHDRAW_AMOUNT, env.ASSAY_WRONG_SIGNING_SECRET))
