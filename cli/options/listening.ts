import { type Command, InvalidArgumentError } from 'commander'
import { defaultWait, type Receiver, startReceiver } from '../../engine/callbacks/receiver.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { defined } from '../../language/defined.ts'
import { positiveNumber } from './flag-values.ts'
import { listenFault } from './listen-fault.ts'

/** An address of this machine; port 0 is a free one. */
export interface ListeningAddress {
  readonly host: string
  readonly port: number
  /** The path that callbacks come to; one that nobody can guess where it is left out. */
  readonly path?: string
}

export interface ListeningOptions {
  /** `true` is a free port of the loopback address. */
  readonly listen?: ListeningAddress | true
  /** How long the first callback is waited for, in seconds. */
  readonly listenFor?: number
  readonly plan: boolean
  readonly reference: boolean
}

const loopback: ListeningAddress = { host: '127.0.0.1', port: 0 }

export function addListeningOptions(command: Command): Command {
  return command
    .option(
      '--listen [address]',
      `listen for callbacks, on HOST:PORT or a PORT, with a /PATH if you like (default: a free port of ${loopback.host}, a path that nobody can guess)`,
      listeningAddress,
    )
    .option('--listen-for <seconds>', `how long to wait for a callback (default: ${defaultWait / 1000})`, positiveNumber)
}

/** Does something while a receiver is open, where the options ask for one, and closes it whatever happens. @throws {UsageError} */
export async function whileListening<Result>(
  options: ListeningOptions,
  act: (receiver: Receiver | undefined) => Promise<Result>,
): Promise<Result> {
  const { listen, listenFor = defaultWait / 1000, plan, reference } = options
  if (listen === undefined || plan) return act(undefined)
  const address = listen === true ? loopback : listen
  const receiver = await startReceiver(defined({ ...address, wait: listenFor * 1000 })).catch((cause: unknown) => {
    throw listenFault(cause, '--listen', address.host, address.port)
  })
  process.stderr.write(announcement(receiver, reference))
  return act(receiver).finally(() => receiver.close())
}

/** Reads HOST:PORT, [IPv6]:PORT, :PORT or PORT, and a path after it. @throws {InvalidArgumentError} */
export function listeningAddress(text: string): ListeningAddress {
  const [, bracketed, name, digits = '', path] = /^(?:(?:\[([^\]]+)\]|([^:[\]/]*)):)?(\d{1,5})(\/[\w./~-]*)?$/.exec(text) ?? []
  if (digits !== '' && Number(digits) <= 65535) return defined({ host: bracketed || name || loopback.host, port: Number(digits), path })
  throw new InvalidArgumentError(
    `Expected HOST:PORT, such as ${loopback.host}:8080, or a port, and a path if you like; a target's name goes before --listen.`,
  )
}

function announcement({ url }: Receiver, reference: boolean): string {
  const heard = `listening for callbacks on ${url}; register this address with the service\n`
  if (reference) return `listening for callbacks on ${url}\n`
  return isLoopback(url) ? `${heard}  (only this machine reaches it: --listen HOST:PORT takes another, or forward to it)\n` : heard
}
