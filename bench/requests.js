// A command that makes a number of requests of all kinds one after another, on one connection, and ends. Plain JavaScript.
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'

const { env } = process
const [, , count = '1000', width = '1'] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: Number(width) })

const ask = (method, url, headers, body) =>
  new Promise((resolve, reject) => {
    const options = {
      method,
      agent,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json', 'Content-Length': body.length }) },
    }
    request(url, options, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end(body)
  })

const body = JSON.stringify({ terminalId: env.ASSAY_TERMINAL_ID, page: 1, perPage: 20 })
const withdrawal = {
  amount: env.ASSAY_WITHDRAW_AMOUNT,
  description: 'bench',
  token: env.ASSAY_WITHDRAW_TOKEN,
  walletAddress: env.ASSAY_WALLET_ADDRESS,
  chain: env.ASSAY_WITHDRAW_CHAIN,
}
const order = JSON.stringify(withdrawal)
let time = Date.now()

const kinds = [
  () =>
    ask('GET', `${env.ASSAY_COIN_URL}/api/exchange/source_currency_info?source=1`, { Authorization: `Bearer ${env.ASSAY_ACCESS_TOKEN}` }),
  () => ask('POST', `${env.ASSAY_CHAIN_URL}/pg/v1/inquiryPay`, { Authorization: `Token ${env.ASSAY_API_TOKEN}` }, body),
  () => {
    time = Math.max(time + 1, Date.now())
    const text = env.ASSAY_API_KEY + env.ASSAY_MERCHANT_CODE + time + withdrawal.amount + withdrawal.token + withdrawal.walletAddress
    const signature = createHmac('sha256', env.ASSAY_SIGNING_SECRET).update(text).digest('hex')
    const headers = { 'x-api-key': env.ASSAY_API_KEY, 'x-timestamp': String(time), 'x-signature': signature }
    return ask('POST', `${env.ASSAY_CHAIN_URL}/v1/webservice/withdraw`, headers, order)
  },
]

for (let sent = 0; sent < Number(count); sent += Number(width)) {
  await Promise.all(Array.from({ length: Number(width) }, (_, at) => kinds[(sent + at) % kinds.length]()))
}
agent.destroy()
