import { setImmediate } from 'node:timers/promises'
import type { Contract } from '../../contracts/contract.ts'
import { type Exchange, headersFrom } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import { type RunningProvider, startProvider } from '../../provider/server.ts'
import type { Served } from '../../provider/witness.ts'
import { createBacklog } from '../traffic/backlog.ts'
import { createTraffic, type Traffic } from '../traffic/traffic.ts'
import { type CommandValues, decoysOf, gateSettings, valuesOf } from './environment.ts'

interface ServingOptions {
  readonly contract: Contract
  /** One port for all bases. */
  readonly together?: boolean
  readonly host?: string
  readonly provider?: ProviderOptions
}

export interface SessionOptions extends ServingOptions {
  readonly operations: readonly string[]
  /** Patterns of what it does not offer besides. */
  readonly except?: readonly string[]
  readonly awaitsCallback?: boolean
  /** Sees each request and its answer, in their order, before they are judged. */
  readonly onServed?: See
}

type See = (served: Served, exchange: Exchange) => void

export interface Serving {
  readonly provider: RunningProvider
  readonly values: CommandValues
  /** When callbacks were delivered, in milliseconds since the Unix epoch. */
  readonly callbacks: number[]
  /** What was no whole request, in words, and how often. */
  readonly broken: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** A strict provider that listens, and judges whatever it is sent, at the latest when it is closed. */
export interface Session extends Serving {
  readonly traffic: Traffic
}

/** Starts a provider on free ports of this machine, and shows what passes. @throws when its host is no address of this machine. */
export async function openServing(options: ServingOptions, see: See): Promise<Serving> {
  const { contract } = options
  const [callbacks, broken, ports]: [number[], Map<string, number>, Map<number, string>] = [[], new Map(), new Map()]
  const recorded = createRecording((port) => ports.get(port) ?? '')
  const provider = await startProvider({
    ...providerOptions(options),
    witness: { served: (served) => see(served, recorded(served)), broken: (found) => broken.set(found, (broken.get(found) ?? 0) + 1) },
  })
  for (const base of Object.values(provider.bases)) ports.set(Number(new URL(base).port), new URL(base).origin)
  const values = valuesOf(contract, provider, decoysOf(contract))
  const close = async () => {
    for (let turn = 0; turn < lastTurns; turn += 1) await setImmediate()
    await provider.close()
  }
  return { provider, values, callbacks, broken, close }
}

/** Turns of the event loop in which connections are still accepted and read: a command may send something just before it ends. */
const lastTurns = 10

/** Starts a strict provider that judges its clients. @throws when its host is no address of this machine. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { contract, operations, except, awaitsCallback = false } = options
  const backlog = createBacklog((exchange) => traffic.see(exchange))
  const serving = await openServing(options, (served, exchange) => {
    backlog.add(exchange)
    options.onServed?.(served, exchange)
  })
  const { provider, callbacks } = serving
  const { bases, settings } = provider
  const briefing = { contract, bases, settings, decoys: decoysOf(contract), callbacks, awaitsCallback }
  const traffic = createTraffic(defined({ briefing, operations, except }))
  const close = async () => {
    await serving.close()
    backlog.drain()
  }
  return { ...serving, traffic, close }
}

function providerOptions({ contract, together = false, host, provider }: ServingOptions): ProviderOptions {
  return defined({
    ...provider,
    contract,
    separateBases: !together,
    host: host ?? provider?.host,
    settings: { ...gateSettings(contract), ...provider?.settings },
  })
}

/** Makes exchanges of what a server saw; each has an id of its own, and the address that belongs to the port at which it came in. */
function createRecording(originOf: (port: number) => string): (served: Served) => Exchange {
  let count = 0
  return ({ message, request, isWhole, reply, durationMs }) => {
    count += 1
    return {
      id: `request/${count}`,
      probe: 'gate',
      role: `${count}`,
      operation: '',
      request: defined({
        method: request.method,
        url: addressOf(message, originOf),
        headers: headersFrom(message.rawHeaders),
        body: request.body,
        truncated: isWhole ? undefined : true,
      }),
      response: { status: reply.status, headers: Object.entries(reply.headers), body: reply.body, truncated: false },
      startedAt: request.at,
      durationMs,
      repeats: 0,
    }
  }
}

/** The target of a request as it was sent, behind the address at which it came in. */
function addressOf({ socket, url = '/' }: Served['message'], originOf: (port: number) => string): string {
  return url.startsWith('/') ? `${originOf(socket.localPort ?? 0)}${url}` : url
}
