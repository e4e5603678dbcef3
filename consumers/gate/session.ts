import type { Contract } from '../../contracts/contract.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import type { Served } from '../../provider/served.ts'
import { type RunningProvider, startProvider } from '../../provider/server.ts'
import { defined } from '../../spec/defined.ts'
import { createBacklog } from '../traffic/backlog.ts'
import { sizeOf } from '../traffic/keeping.ts'
import type { Sent } from '../traffic/sent.ts'
import { createTraffic, type Traffic } from '../traffic/traffic.ts'
import { decoysOf, gateSettings, type Values, valuesOf } from './environment.ts'
import { createRecording } from './exchange-recording.ts'

/** What is served, and by what it is judged who comes. */
export interface SessionOptions {
  readonly contract: Contract
  /** The operations that the SDK offers. */
  readonly operations: readonly string[]
  /** Patterns of what it does not offer besides. */
  readonly except?: readonly string[]
  /** One port for all bases. */
  readonly together?: boolean
  readonly host?: string
  /** True where a callback is to be delivered. */
  readonly awaitsCallback?: boolean
  /** How the provider differs from the plain one. */
  readonly provider?: ProviderOptions
  /** Sees each request and its answer, in their order: as the server has them at once, and as they are judged a little later. */
  readonly onServed?: (served: Served) => void
  readonly onSent?: (sent: Sent) => void
}

/** A strict provider that listens, and judges whatever it is sent. */
export interface Session {
  readonly provider: RunningProvider
  readonly traffic: Traffic
  /** What whoever comes has to be told. */
  readonly values: Values
  /** When callbacks were delivered, in milliseconds since the Unix epoch. */
  readonly callbacks: number[]
  /** What was no whole request, in words, and how often. */
  readonly broken: ReadonlyMap<string, number>
  /** Ends the provider, and judges what was not judged yet. */
  close(): Promise<void>
}

/** Starts a strict provider on free ports of this machine. @throws when its host is no address of this machine. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { contract, operations, except, awaitsCallback = false } = options
  const decoys = decoysOf(contract)
  const [callbacks, broken, ports]: [number[], Map<string, number>, Map<number, string>] = [[], new Map(), new Map()]
  const recorded = createRecording((port) => ports.get(port) ?? '')
  const backlog = createBacklog<Exchange>((exchange) => {
    const sent = traffic.see(exchange)
    options.onSent?.(sent)
  })
  const provider = await startProvider({
    ...providerOptions(options),
    witness: {
      served: (served) => {
        const exchange = recorded(served)
        backlog.add(exchange, sizeOf(exchange))
        options.onServed?.(served)
      },
      broken: (error) => broken.set(brokenWords(error), (broken.get(brokenWords(error)) ?? 0) + 1),
    },
  })
  for (const base of Object.values(provider.bases)) ports.set(Number(new URL(base).port), new URL(base).origin)
  const { bases, settings } = provider
  const traffic = createTraffic(
    defined({
      briefing: { contract, bases, settings, decoys, callbacks, awaitsCallback },
      operations,
      except,
    }),
  )
  const close = async () => {
    await provider.close()
    backlog.drain()
  }
  return { provider, traffic, values: valuesOf(contract, provider, decoys), callbacks, broken, close }
}

function providerOptions({ contract, together = false, host, provider }: SessionOptions): ProviderOptions {
  return {
    ...provider,
    contract,
    separateBases: !together,
    ...(host !== undefined && { host }),
    settings: { ...gateSettings(contract), ...provider?.settings },
  }
}

function brokenWords(error: (Error & { readonly code?: string }) | undefined): string {
  const isCut = error === undefined || error.code === 'HPE_INVALID_EOF_STATE'
  return !isCut ? `bytes that are no HTTP request (${error.code ?? error.message})` : 'a request that was never whole'
}
