import { type Command, InvalidArgumentError } from 'commander'
import { defaultWait, type Receiver, startReceiver } from '../../engine/callbacks/receiver.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { defined } from '../../spec/defined.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'
import { positive } from './target-options.ts'

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
      addressOf,
    )
    .option('--listen-for <seconds>', `how long to wait for a callback (default: ${defaultWait / 1000})`, positive)
}

/** Does something while a receiver is open, where the options ask for one, and closes it whatever happens. @throws {ConfigurationError} */
export async function whileListening<Result>(
  options: ListeningOptions,
  act: (receiver: Receiver | undefined) => Promise<Result>,
): Promise<Result> {
  const { listen, listenFor = defaultWait / 1000, plan, reference } = options
  if (listen === undefined || plan) return act(undefined)
  const receiver = await open(listen === true ? loopback : listen, listenFor)
  process.stderr.write(announcement(receiver, reference))
  try {
    return await act(receiver)
  } finally {
    await receiver.close()
  }
}

/** Reads HOST:PORT, [IPv6]:PORT, :PORT or PORT, and a path after it. @throws {InvalidArgumentError} */
export function addressOf(text: string): ListeningAddress {
  const [, bracketed, name, digits = '', path] = /^(?:(?:\[([^\]]+)\]|([^:[\]/]*)):)?(\d{1,5})(\/[\w./~-]*)?$/.exec(text) ?? []
  if (digits !== '' && Number(digits) <= 65535) return defined({ host: bracketed || name || loopback.host, port: Number(digits), path })
  throw new InvalidArgumentError(
    `Expected HOST:PORT, such as ${loopback.host}:8080, or a port, and a path if you like; a target's name goes before --listen.`,
  )
}

async function open({ host, port, path }: ListeningAddress, seconds: number): Promise<Receiver> {
  try {
    return await startReceiver(defined({ host, port, wait: seconds * 1000, path }))
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new ConfigurationError(`--listen: ${problems[code ?? '']?.(host, port) ?? `${host}:${port} cannot be listened on: ${message}.`}`)
  }
}

const problems: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} on ${host} is taken: choose another, or leave it out for a free one.`,
  EACCES: (_host, port) => `port ${port} needs rights that this user lacks: choose one above 1023.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine: 127.0.0.1 always is.`,
  ENOTFOUND: (host) => `${host} is no address of this machine: 127.0.0.1 always is.`,
}

function announcement({ url }: Receiver, reference: boolean): string {
  const heard = `listening for callbacks on ${url}; register this address with the service\n`
  if (reference) return `listening for callbacks on ${url}\n`
  return isLoopback(url) ? `${heard}  (only this machine reaches it: --listen HOST:PORT takes another, or forward to it)\n` : heard
}
