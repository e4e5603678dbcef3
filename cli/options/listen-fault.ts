import { UsageError } from '../../language/usage-error.ts'

/** Why an address of this machine cannot be listened on, as the mistake of who gave it. */
export function listenFault(cause: unknown, flag: string, host: string, port: number): UsageError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return new UsageError(`${flag}: ${problems[code]?.(host, port) ?? `${host}:${port} cannot be listened on: ${message}.`}`, {
    cause,
  })
}

/** True if what was given is no address of this machine, whatever the port. */
export function isNoAddress(cause: unknown): boolean {
  return problems[(cause as NodeJS.ErrnoException).code ?? ''] === noAddress
}

const noAddress = (host: string) => `${host} is no address of this machine: 127.0.0.1 always is.`

const problems: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} on ${host} is taken: choose another, or 0 for a free one.`,
  EACCES: (_host, port) => `port ${port} needs rights that this user lacks: choose one above 1023.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
}
