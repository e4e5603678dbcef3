/** Programs for `node --input-type=module -e`, each a command that a gate may meet. */
export const programs = {
  nothing: '',
  fails: 'process.exitCode = 7',
  crashes: "process.kill(process.pid, 'SIGSEGV')",
  hangs: 'setInterval(() => {}, 1000)',
  deaf: "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
  parent: `import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
    child.unref(); console.log('child ' + child.pid)`,
  stray: `import { spawn } from 'node:child_process'
    const child = spawn('sleep', ['1000'], { detached: true, env: { PATH: process.env.PATH }, stdio: ['ignore', 'inherit', 'inherit'] })
    child.unref(); console.log('child ' + child.pid)`,
  coins: `const { ASSAY_COIN_URL: url, ASSAY_ACCESS_TOKEN: token } = process.env
    const response = await fetch(url + '/api/exchange/source_currency_info?source=1', { headers: { authorization: 'Bearer ' + token } })
    console.log(response.status)`,
  withdraws: `import { createHmac } from 'node:crypto'
    const { env } = process
    const [timestamp, key] = [String(Date.now()), env.ASSAY_API_KEY]
    const body = { amount: env.ASSAY_WITHDRAW_AMOUNT, description: 'refund', token: env.ASSAY_WITHDRAW_TOKEN, walletAddress: env.ASSAY_WALLET_ADDRESS, chain: env.ASSAY_WITHDRAW_CHAIN }
    const text = key + env.ASSAY_MERCHANT_CODE + timestamp + body.amount + body.token + body.walletAddress
    const signature = createHmac('sha256', env.ASSAY_SIGNING_SECRET).update(text).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-timestamp': timestamp, 'x-signature': signature }
    const response = await fetch(env.ASSAY_CHAIN_URL + '/v1/webservice/withdraw', { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) process.exitCode = 1`,
  foreign: "console.log([process.env.MINE, process.env.ASSAY_TOKEN_OF_MINE, process.env.API, process.env.BOTH].join(' '))",
  garbage: `import { connect } from 'node:net'
    const { port } = new URL(process.env.ASSAY_COIN_URL)
    await new Promise((done) => connect(port, '127.0.0.1', function () { this.write('\\x16\\x03\\x01 not http\\r\\n\\r\\n'); this.resume() }).on('close', done))`,
  half: `import { connect } from 'node:net'
    const { port } = new URL(process.env.ASSAY_COIN_URL)
    connect(port, '127.0.0.1', function () { this.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 9\\r\\n\\r\\nabc', () => setTimeout(() => process.exit(), 50)) })`,
  flood: `import { Agent, request } from 'node:http'
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const ask = () => new Promise((done) => request(process.env.ASSAY_COIN_URL + '/x', { agent }, (r) => r.resume().on('end', done)).end())
    for (let i = 0; i < 40; i += 1) await Promise.all(Array.from({ length: 50 }, ask))`,
  callback: `import { createServer } from 'node:http'
    const { ASSAY_CHAIN_URL: url, ASSAY_API_TOKEN: token, ASSAY_TERMINAL_ID: terminalId } = process.env
    const server = createServer(async (message, response) => {
      const text = Buffer.concat(await message.toArray()).toString()
      await fetch(url + '/pg/v1/inquiryPay', { method: 'POST', headers: { authorization: 'Token ' + token, 'content-type': 'application/json' }, body: JSON.stringify({ terminalId }) })
      response.end(); server.close(); console.log('heard ' + message.method + ' ' + text)
    })
    server.listen(0, '127.0.0.1', () => console.log('ASSAY_CALLBACK_URL=http://127.0.0.1:' + server.address().port + '/hook'))`,
  deafToCallbacks: `import { createServer } from 'node:http'
    const server = createServer((_, response) => { response.end(); server.close() })
    server.listen(0, '127.0.0.1', () => console.log('ASSAY_CALLBACK_URL: http://127.0.0.1:' + server.address().port))`,
} as const
