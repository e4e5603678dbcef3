import type { KeyObject } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { type ReadChallenge, readChallenge } from '../../certificates/challenge.ts'
import { privateKey, publicKey } from '../../certificates/pem-keys.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'
import { readNamed } from '../../targets/configuration/named-file.ts'
import { pemText } from '../../targets/configuration/tls-files.ts'
import { fileFault } from '../../text/files/file-fault.ts'
import { readBytes, readText } from '../../text/files/text-file.ts'
import { givenText } from './flag-values.ts'

/** The private keys of files in PEM; an encrypted one is opened with ASSAY_KEY_PASSPHRASE. @throws {ConfigurationError} */
export function privateKeys(files: readonly string[] = []): KeyObject[] {
  return files.map((file) => privateKey(pemOf(file), file, process.env['ASSAY_KEY_PASSPHRASE']))
}

/** The public keys of files in PEM. @throws {ConfigurationError} */
export function publicKeys(files: readonly string[] = []): KeyObject[] {
  return files.map((file) => publicKey(pemOf(file), file))
}

/** The challenge in a file, if one is named. @throws {ConfigurationError} */
export function givenChallenge(file: string | undefined): ReadChallenge | undefined {
  return file === undefined ? undefined : readChallenge(bytesOf(file, 1 << 20), file)
}

/** The text of a file in PEM that a flag names. @throws {ConfigurationError} */
export function givenPem(flag: string, file: string): string {
  return pemText(flag, file, givenText(flag, file))
}

/** The certificates in a file that `--ca` names. @throws {ConfigurationError} */
export function authorityIn(file: string): string {
  try {
    const pem = readText(file)
    createSecureContext({ ca: pem })
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
  } catch (cause) {
    throw new ConfigurationError(`--ca: ${file} cannot be read as certificates (${fileFault(cause, 'not in PEM')}).`, { cause })
  }
  throw new ConfigurationError(`--ca: ${file} holds no certificate; expected PEM, with a line that begins -----BEGIN CERTIFICATE.`)
}

function pemOf(file: string): string {
  return readNamed(file, () => readText(file, 1 << 20))
}

/** The bytes of a file that is no larger than it should be. @throws {ConfigurationError} */
export function bytesOf(file: string, most: number): Buffer {
  return readNamed(file, () => readBytes(file, most))
}
