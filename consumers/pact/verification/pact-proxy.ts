import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Operation } from '../../../contracts/contract.ts'
import { requestInputs } from '../../../contracts/fields.ts'
import type { Client } from '../../../engine/client/client.ts'
import type { Exchange, ReceivedResponse } from '../../../engine/exchange.ts'
import { type Inputs, ordinaryRequest } from '../../../engine/probes/request.ts'
import { keepOfRight } from '../../../engine/probes/steps.ts'
import { missingSettings } from '../../../engine/target.ts'
import { startListening, stopListening } from '../../../language/listening-server.ts'
import { plainHttp } from '../../../language/plain-http.ts'
import { jsonMembers } from '../../../text/json/json-text.ts'
import { type HandedAnswer, handedAnswer } from './handed-answer.ts'

/** Stands between Pact's verifier and a target: each interaction goes to its own base, with right credentials, and is recorded. */
export interface PactProxy {
  readonly url: string
  readonly statesUrl: string
  /** What was exchanged with the target, by the key of the interaction. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** How many elements of each list the verifier was given of a long answer, by the key of the interaction. */
  readonly shortened: ReadonlyMap<string, number>
  /** Why a state could not be set up, by the key of the interaction or by what was asked. */
  readonly failedStates: readonly string[]
  close(): Promise<void>
}

/** The header by which a request says which interaction it belongs to; it does not reach the target. */
export const interactionHeader = 'x-assay-interaction'

const statesPath = '/_states'

/** Starts a proxy on a loopback port, which sends nothing but right requests of `operations`, given by interaction. */
export async function startPactProxy(client: Client, operations: ReadonlyMap<string, Operation>): Promise<PactProxy> {
  const exchanges = new Map<string, Exchange>()
  const shortened = new Map<string, number>()
  const failedStates: string[] = []
  const withdrawn = new Map<string, Promise<Exchange>>()
  /** What moves money goes out once, however often the verifier asks for it. */
  const send = (key: string, operation: Operation, given: Inputs) => {
    const sent = withdrawn.get(key) ?? forward(client, key, operation, given)
    if (operation.movesMoney) withdrawn.set(key, sent)
    return sent
  }
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await text(message)
    if (message.url === statesPath) return setUp(client, body, response, failedStates)
    const key = String(message.headers[interactionHeader] ?? '')
    const operation = operations.get(key)
    if (!operation || message.method !== operation.method) return say(response, 404, 'No interaction of these pacts.')
    const asked = Object.fromEntries(new URL(message.url ?? '/', 'http://127.0.0.1').searchParams)
    const exchange = await send(key, operation, { ...asked, ...jsonMembers(body) })
    exchanges.set(key, exchange)
    if (!exchange.response) return say(response, 502, exchange.failure?.message ?? 'no answer')
    const handed = handedAnswer(exchange.response, operations.size)
    if (handed.most !== undefined) shortened.set(key, handed.most)
    pass(response, { ...exchange.response, ...handed })
  }
  const server = plainHttp.createServer((message, response) => {
    answer(message, response).catch((error: Error) => say(response, 500, error.message))
  })
  const url = `http://${await startListening(server)}`
  return { url, statesUrl: `${url}${statesPath}`, exchanges, shortened, failedStates, close: () => stopListening(server) }
}

/** The settings of the target take the place of the pact's examples; a signature is made anew. */
function forward(client: Client, key: string, operation: Operation, given: Inputs): Promise<Exchange> {
  const fixed = requestInputs(operation).filter(({ value }) => 'value' in value)
  const inputs = Object.fromEntries(fixed.flatMap(({ name }) => (name in given ? [[name, given[name]]] : [])))
  const build = () => ordinaryRequest(operation, client, { inputs })
  return client.send({ probe: 'pact', role: key, operation, build, keep: keepOfRight })
}

/** A state is set up when the target's settings that it names are known. Pact repeats after 5xx, for long; 4xx fails at once. */
function setUp({ contract, target }: Client, body: string, response: ServerResponse, failed: string[]): void {
  const { params = {} } = JSON.parse(body) as { params?: { settings?: readonly string[] } }
  const missing = missingSettings(contract, target, params.settings ?? [])
  if (params.settings && missing.length === 0) {
    say(response, 200, '{}')
    return
  }
  const reason = params.settings ? `Not set: ${missing.map(({ env }) => env).join(', ')}.` : 'The state is not known.'
  failed.push(reason)
  say(response, 422, reason)
}

// They belong to one connection, or to a coding that the client has undone; to `location` the verifier would go, wherever that is.
const ownHeaders = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|location|trailer|upgrade|proxy-.*)$/i

function pass(response: ServerResponse, { status, headers, body }: Pick<ReceivedResponse, 'status' | 'headers'> & HandedAnswer): void {
  for (const [name, value] of headers) if (!ownHeaders.test(name)) response.appendHeader(name, value)
  response.writeHead(status)
  response.end(body)
}

function say(response: ServerResponse, status: number, words: string): void {
  if (!response.headersSent) response.writeHead(status, { 'content-type': status === 200 ? 'application/json' : 'text/plain' })
  response.end(words)
}
