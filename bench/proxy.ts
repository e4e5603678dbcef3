import { Agent, createServer, type RequestListener, request, type Server } from 'node:http'
import { startProxy } from '../consumers/proxy/proxy.ts'
import { contract } from '../contracts/generated/contract.ts'
import { listeningPort, startListening, stopListening } from '../language/listening-server.ts'
import { median } from './time.ts'

const body = JSON.stringify({ message: 'Withdrawal request registered', data: { withdrawId: 40001 } })

/** The milliseconds that the proxy adds, and requests a second through it and through a bare one of node:http, all in this process. */
export async function measureProxy() {
  const target = await listen((message, response) => {
    message.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
  })
  const agent = new Agent({ keepAlive: true })
  const bareProxy = await listen(({ method, url, headers }, response) => {
    const onward = request(urlOf(target) + url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.end()
  })
  const proxy = await startProxy({
    contract,
    target: urlOf(target),
    settings: {},
    operations: contract.operations.map(({ id }) => id),
    keepHost: false,
    allowWithdrawals: false,
  })
  await rateOf(proxy.url, 500) // warm
  const added = (await latencyOf(proxy.url)) - (await latencyOf(urlOf(target)))
  const [rate, bare] = [await rateOf(proxy.url, 5000), await rateOf(urlOf(bareProxy), 5000)]
  await proxy.close()
  agent.destroy()
  await Promise.all([target, bareProxy].map(stopListening))
  return { added, rate, bare }
}

async function latencyOf(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let sent = 0; sent < 500; sent += 1) {
    const started = performance.now()
    await ask(url, agent)
    times.push(performance.now() - started)
  }
  agent.destroy()
  return median(times)
}

async function rateOf(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const started = performance.now()
  let left = count
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await ask(url, agent)
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  agent.destroy()
  return count / ((performance.now() - started) / 1000)
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(`${url}/x`, { agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await startListening(server)
  return server
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${listeningPort(server)}`
}
