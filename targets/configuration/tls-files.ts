import { createSecureContext } from 'node:tls'
import type { TlsOptions } from '../../engine/client/transport/connection.ts'
import { ConfigurationError } from './configuration.ts'

/** The text of a file that `place` names, which has to be PEM. @throws {ConfigurationError} */
export function pemText(place: string, file: string, text: string): string {
  if (text.includes('-----BEGIN ')) return text
  throw new ConfigurationError(`${place}: expected a file in PEM, with a line that begins -----BEGIN; ${file} has none.`)
}

/** Refuses files that no connection could be made with. @throws {ConfigurationError} */
export function refuseUnfit(place: string, tls: TlsOptions): void {
  try {
    createSecureContext(tls)
  } catch (cause) {
    throw new ConfigurationError(
      `${place}: these files do not work together (${(cause as NodeJS.ErrnoException).code ?? 'TLS'}). Check whether the key belongs to the certificate, and whether a passphrase is needed.`,
    )
  }
}
