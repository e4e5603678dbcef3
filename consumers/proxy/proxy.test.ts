import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { credentialHeaders } from '../../contracts/operation-kinds.ts'
import { startProvider } from '../../provider/server.ts'
import { transmit } from '../reference/transmission.fixture.ts'
import { createFramer, requestLength } from './framing.ts'
import { createGuard } from './guard.ts'
import { type ProxyOptions, type RunningProxy, startProxy } from './proxy.ts'
import { createLearning } from './secrets.ts'
import { requests, responses } from './shapes.fixture.ts'

const operations = contract.operations.map(({ id }) => id)
const options = { contract, settings: {}, operations, keepHost: false, allowWithdrawals: false } satisfies Omit<ProxyOptions, 'target'>

/** A server that keeps the bytes it is sent, and answers with bytes once it has so many. */
class RawServer {
  expected = 0
  answer: Buffer = Buffer.alloc(0)
  received: Buffer = Buffer.alloc(0)
  readonly #server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    this.received = Buffer.alloc(0)
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        this.received = Buffer.concat([this.received, chunk])
        if (this.received.length >= this.expected) socket.end(this.answer)
      })
  })

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
  }
}

async function exchangeRaw(url: string, request: Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(request)
  await once(socket, 'end')
  socket.end()
  return Buffer.concat(chunks)
}

const raw = new RawServer()
let target = ''
let proxy: RunningProxy

beforeAll(async () => {
  target = await raw.listen()
  proxy = await startProxy({ ...options, target: `http://${target}` })
})
afterAll(async () => {
  await proxy.close()
  raw.close()
})

describe('every byte passes as it came', () => {
  for (const [index, request] of requests.entries()) {
    it(`of ${JSON.stringify(request.slice(0, 60))}, with every answer`, async () => {
      const sent = Buffer.from(request.replaceAll('@', 'named.by.the.client:81'), 'latin1')
      const wanted = Buffer.from(request.replaceAll('@', target), 'latin1')
      for (const response of responses) {
        raw.expected = wanted.length
        raw.answer = Buffer.from(response, 'latin1')
        const received = await exchangeRaw(proxy.url, sent)
        expect(raw.received.equals(wanted), `${index}: ${raw.received.toString('latin1').slice(0, 300)}`).toBe(true)
        expect(received.equals(raw.answer), received.toString('latin1').slice(0, 300)).toBe(true)
      }
    })
  }

  it('these are 200, and Host stays where it is asked to', async () => {
    expect(requests.length * responses.length).toBe(200)
    const keeping = await startProxy({ ...options, target: `http://${target}`, keepHost: true })
    const request = Buffer.from('GET / HTTP/1.1\r\nHost: mine\r\n\r\n')
    raw.expected = request.length
    raw.answer = Buffer.from(responses[0] ?? '')
    await exchangeRaw(keeping.url, request)
    expect(raw.received.equals(request)).toBe(true)
    await keeping.close()
  })

  it('also where it comes byte by byte', () => {
    for (const request of requests) {
      const framer = createFramer(requestLength)
      const bytes = Buffer.from(request, 'latin1')
      const pieces = [...bytes].flatMap((byte) => framer.push(Buffer.from([byte])))
      const all = [...pieces, ...framer.finish()].map((piece) => (piece.kind === 'head' ? piece.head.raw : piece.raw))
      expect(Buffer.concat(all).equals(bytes), request.slice(0, 80)).toBe(true)
    }
  })
})

describe('both sides are judged by what passes', () => {
  it('and no credential of it is kept', async () => {
    const provider = await startProvider({ behaviour: { transport: { coding: 'gzip' } } })
    const between = await startProxy({ ...options, target: provider.url })
    const [coins] = contract.operations
    const authorization = `Bearer ${provider.settings['accessToken']}`
    await transmit({ method: 'GET', url: `${between.url}${coins?.path}?source=1`, headers: [['Authorization', authorization]] })
    const whole = `GET ${between.url}${coins?.path}?source=1 HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
    await exchangeRaw(between.url, Buffer.from(whole))
    await transmit({
      method: 'POST',
      url: `${between.url}${contract.operations[1]?.path}`,
      headers: [['Authorization', 'Basic x']],
      body: Buffer.from('[]'),
    })
    const { run, requests: count } = await between.close()
    await provider.close()
    const verdicts = new Map(run.outcomes.map(({ check, verdict }) => [check, verdict]))
    expect(count).toBe(3)
    expect(run.observations.find(({ id }) => id === 'consumer.other-paths')).toBeUndefined()
    expect(verdicts.get(`${coins?.id}.request.header.authorization`)).toBe('passed')
    expect(verdicts.get(`${coins?.id}.response.data[].rank`)).toBe('passed')
    expect(verdicts.get('inquirePayments.sends.json')).toBe('failed')
    expect(verdicts.get('inquirePayments.json')).toBe('inconclusive')
    expect(run.outcomes.find(({ check }) => check.endsWith('x-signature'))?.reason).toMatch(/^Not set: ASSAY_/)
    expect(run.target.connection?.hidden.map(({ value }) => value)).toContain(provider.settings['accessToken'])
    expect(run.observations.find(({ id }) => id === 'consumer.refusals')?.value).toEqual({ 'inquirePayments 401': 1 })
  })

  it('and a connection that nobody takes is said to be lost', async () => {
    const between = await startProxy({ ...options, target: 'http://127.0.0.1:9' })
    await expect(transmit({ method: 'GET', url: between.url, headers: [] })).rejects.toThrow()
    expect((await between.close()).run.notes).toEqual([
      'Nothing passed.',
      '1 connections could not be passed on: the target took none (ECONNREFUSED).',
    ])
  })
})

describe('beyond this machine, money passes only where it is allowed', () => {
  const bases = { coin: 'https://dev.example', chain: 'https://dev.example' }
  const guard = createGuard(contract, bases, 'https://dev.example')
  const path = contract.operations.find(({ movesMoney }) => movesMoney)?.path ?? ''
  const head = (line: string, headers: readonly (readonly [string, string])[] = []) => ({ line, headers, raw: Buffer.alloc(0) })
  const signed = contract.operations.flatMap((each) => (each.movesMoney ? credentialHeaders(each).map((name) => [name, 'x'] as const) : []))
  const held: readonly [string, (readonly (readonly [string, string])[])?][] = [
    ['POST /v1/payout HTTP/1.1', signed],
    [`POST ${path.replace(/w/g, '%u0077')} HTTP/1.1`],
    [`POST ${path.replace(/w/g, '%25u0077')} HTTP/1.1`],
    [`POST ${path} HTTP/1.1`],
    [`POST ${path}/ HTTP/1.1`],
    [`POST ${path.toUpperCase()}?a=b HTTP/1.1`],
    [`POST ${path.replace(/w/g, '%77')} HTTP/1.1`],
    [`POST ${path.replace(/w/g, '%2577')} HTTP/1.1`],
    [`POST /x/..${path} HTTP/1.1`],
    [`POST https://dev.example${path} HTTP/1.1`],
    [`PUT ${path} HTTP/1.1`],
    [`GET ${path} HTTP/1.1`],
    [`GET ${path}/7 HTTP/1.1`, [['X-HTTP-Method-Override', 'POST']]],
    [`GET ${path}/7?_method=post HTTP/1.1`],
    [`OPTIONS ${path} HTTP/1.1`, [['X-HTTP-Method', 'POST']]],
    [`OPTIONS ${path} HTTP/1.1`, [['Content-Length', '85']]],
    [`OPTIONS ${path} HTTP/1.1`, [['Transfer-Encoding', 'chunked']]],
    [`POST ${path} HTTP/1.1`, [['Upgrade', 'h2c']]],
    [`POST ${path.replace(/w$/, '%ef%bd%97')} HTTP/1.1`],
    [`POST /?path=${path} HTTP/1.1`],
    [`POST ${path.replace(/w/g, '%77')}?%zz HTTP/1.1`],
    ['POST / HTTP/1.1', [['X-Original-URL', path]]],
    ['POST / HTTP/1.1', [['SOAPAction', '"withdraw"']]],
  ]
  for (const [line, headers] of held) {
    it(`holds ${line} ${headers ?? ''}`, () => expect(guard(head(line, headers))).toMatch(/did not pass/))
  }
  it('holds what cannot be read', () => expect(guard('unreadable')).toMatch(/cannot be read|can be read/))

  for (const line of [
    `GET ${contract.operations[0]?.path}?source=1 HTTP/1.1`,
    `POST ${contract.operations[1]?.path} HTTP/1.1`,
    `GET ${path}s HTTP/1.1`,
  ]) {
    it(`passes ${line}`, () => expect(guard(head(line))).toBeUndefined())
  }
  it('passes what only reads, or is another operation, though it is signed', () => {
    for (const line of ['GET /v1/balance HTTP/1.1', `POST ${contract.operations[1]?.path} HTTP/1.1`])
      expect(guard(head(line, signed))).toBeUndefined()
    expect(guard(head('POST /v1/payout HTTP/1.1', signed.slice(1)))).toBeUndefined()
  })
  it('passes what a browser asks before it sends one', () => {
    const asked = [
      ['Access-Control-Request-Method', 'POST'],
      ['Content-Length', '0'],
    ] as const
    expect(guard(head(`OPTIONS ${path} HTTP/1.1`, asked))).toBeUndefined()
  })
  it('passes what else is sent to a host that is called after them', () => {
    const called = createGuard(contract, bases, 'https://withdraw.example')
    expect(called(head(`POST ${contract.operations[1]?.path} HTTP/1.1`))).toBeUndefined()
  })
  it('passes what asks for another protocol: Java does so of itself', () => {
    for (const upgrade of ['websocket', 'h2c']) expect(guard(head('GET / HTTP/1.1', [['Upgrade', upgrade]]))).toBeUndefined()
  })
})

describe('what a proxy learns to keep out of reports', () => {
  const learnedOf = (headers: readonly (readonly [string, string])[]) => {
    const learning = createLearning(contract)
    for (const header of headers) learning.see({ method: 'GET', url: '/', headers: [header] })
    return learning.learned().map(({ name, value }) => `${name} ${value}`)
  }

  it.each<[header: readonly [string, string], learned: readonly string[]]>([
    [['Authorization', 'Bearer a-credential'], ['accessToken a-credential']],
    [['authorization', 'Token another'], ['apiToken another']],
    [['X-Authenticated', 'Other  third '], ['X-Authenticated third']],
    [['X-Api-Key', 'the-key'], ['apiKey the-key']],
    [['my-secret', 'four'], ['my-secret four']],
    [['my-secret', 'abc'], []],
    [['Accept', 'application/json'], []],
    [['Authorization', 'Bearer undefined'], []],
    [['Authorization', 'None'], []],
  ])('is credentials, and no word that a program writes where it has none: %j', (header, learned) => {
    expect(learnedOf([header])).toEqual(learned)
  })

  it('is some of very many', () => {
    expect(learnedOf(Array.from({ length: 300 }, (_, index) => ['my-token', `token-${index}`] as const))).toHaveLength(200)
  })
})
