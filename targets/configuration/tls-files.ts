import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { TlsOptions } from '../../engine/client/transport/connection.ts'
import { attempted } from '../../language/attempted.ts'
import { UsageError } from '../../language/usage-error.ts'

/** The text of a file that `place` names, which has to be PEM. @throws {UsageError} */
export function pemText(place: string, file: string, text: string): string {
  if (text.includes('-----BEGIN ')) return text
  throw new UsageError(`${place}: expected a file in PEM, with a line that begins -----BEGIN; ${file} has none.`)
}

/** The certificates of a PEM file that are to be trusted: TLS passes over one that it cannot read. @throws {UsageError} */
export function authorities(place: string, file: string, text: string): string {
  const found = [...pemText(place, file, text).matchAll(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----.*?(?:-----END [^-]*-----|$)/gs)]
  if (found.length === 0) throw new UsageError(`${place}: expected certificates in PEM; ${file} holds something else, such as a key.`)
  const read = found.map(([pem]) => attempted(() => String(new X509Certificate(pem))))
  const spoilt = read.indexOf(undefined)
  if (spoilt < 0) return read.join('')
  throw new UsageError(`${place}: certificate ${spoilt + 1} of ${found.length} in ${file} is cut off or damaged.`)
}

/** Refuses files that no connection could be made with. @throws {UsageError} */
export function refuseUnfit(place: string, tls: TlsOptions): void {
  try {
    createSecureContext(tls)
  } catch (cause) {
    throw new UsageError(
      `${place}: these files do not work together (${(cause as NodeJS.ErrnoException).code ?? 'TLS'}). Check whether the key belongs to the certificate, and whether a passphrase is needed.`,
    )
  }
}
