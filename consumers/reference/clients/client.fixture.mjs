// A right client, by the transport that is named: fetch, undici, axios, got, http, http-close, http-chunked or http-expect.
import { createHmac } from 'node:crypto'
import { Agent, request as send } from 'node:http'

const { env } = process
const [, , transport = 'fetch'] = process.argv

const viaHttp =
  (options = {}) =>
  ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const message = send(url, { method, headers: { ...headers, ...options.headers }, agent: options.agent ?? false }, (response) => {
        const chunks = []
        response
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
      })
      message.on('error', reject)
      if (options.expects && body) message.on('continue', () => message.end(body)).flushHeaders()
      else if (options.pieces && body) {
        for (const letter of body) message.write(letter)
        message.end()
      } else {
        if (body) message.setHeader('content-length', Buffer.byteLength(body))
        message.end(body)
      }
    })

const transports = {
  fetch:
    async () =>
    async ({ method, url, headers, body }) => {
      const response = await fetch(url, { method, headers, body })
      return { status: response.status, text: await response.text() }
    },
  undici: async () => {
    const { request } = await import('undici')
    return async ({ method, url, headers, body }) => {
      const { statusCode, body: answer } = await request(url, { method, headers, body })
      return { status: statusCode, text: await answer.text() }
    }
  },
  axios: async () => {
    const { default: axios } = await import('axios')
    return async ({ method, url, headers, body }) => {
      const { status, data } = await axios({ method, url, headers, data: body, responseType: 'text', transformResponse: (text) => text })
      return { status, text: data }
    }
  },
  got: async () => {
    const { default: got } = await import('got')
    return async ({ method, url, headers, body }) => {
      const { statusCode, body: text } = await got(url, { method, headers, body, throwHttpErrors: false })
      return { status: statusCode, text }
    }
  },
  http: async () => viaHttp({ agent: new Agent({ keepAlive: true, maxSockets: 1 }) }),
  'http-close': async () => viaHttp({ headers: { Connection: 'close', 'X-Request-ID': 'a-1', Cookie: 'session=1' } }),
  'http-chunked': async () => viaHttp({ pieces: true, headers: { 'Transfer-Encoding': 'chunked' } }),
  'http-expect': async () => viaHttp({ expects: true, headers: { Expect: '100-continue', 'Transfer-Encoding': 'chunked' } }),
}

const exchange = await transports[transport]()

async function ask(method, url, headers, value) {
  // Key order and spacing are free; an amount keeps the form in which it is signed.
  const body = value && JSON.stringify(Object.fromEntries(Object.entries(value).reverse()), undefined, transport.length % 3)
  const type = transport.startsWith('http') ? 'application/json; charset=UTF-8' : 'application/json'
  const { status, text } = await exchange({ method, url, headers: { ...headers, ...(body && { 'Content-Type': type }) }, body })
  if (status !== 200) throw new Error(`${method} ${url}: ${status} ${text}`)
  return JSON.parse(text)
}

await ask('GET', `${env.ASSAY_COIN_URL}/api/exchange/source_currency_info?source=${encodeURIComponent(env.ASSAY_SOURCE)}`, {
  authorization: `Bearer ${env.ASSAY_ACCESS_TOKEN}`,
})

const perPage = 25
for (let page = 1, pages = 1; page <= pages; page += 1) {
  const authorization = `Token ${env.ASSAY_API_TOKEN}`
  const { transactions } = await ask(
    'POST',
    `${env.ASSAY_CHAIN_URL}/pg/v1/inquiryPay`,
    { authorization },
    { terminalId: env.ASSAY_TERMINAL_ID, page, perPage },
  )
  pages = Math.ceil(transactions.total / transactions.perPage)
}

const { ASSAY_WITHDRAW_AMOUNT: amount, ASSAY_WITHDRAW_TOKEN: token, ASSAY_WALLET_ADDRESS: walletAddress } = env
const timestamp = String(Date.now())
const text = env.ASSAY_API_KEY + env.ASSAY_MERCHANT_CODE + timestamp + amount + token + walletAddress
const signature = createHmac('sha256', env.ASSAY_SIGNING_SECRET).update(text).digest('hex')
await ask(
  'POST',
  `${env.ASSAY_CHAIN_URL}/v1/webservice/withdraw`,
  { 'X-Signature': signature, 'X-Timestamp': timestamp, 'X-API-Key': env.ASSAY_API_KEY },
  { amount, description: 'zurück «1»\n', token, walletAddress, chain: env.ASSAY_WITHDRAW_CHAIN },
)
process.exit()
