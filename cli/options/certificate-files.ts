import type { KeyObject } from 'node:crypto'
import { type ReadChallenge, readChallenge } from '../../certificates/challenge.ts'
import { privateKey, publicKey } from '../../certificates/pem-keys.ts'
import { readNamed } from '../../targets/configuration/named-file.ts'
import { authorities, pemText } from '../../targets/configuration/tls-files.ts'
import { readBytes, readText } from '../../text/files/text-file.ts'
import { givenText } from './flag-values.ts'

/** The private keys of files in PEM; an encrypted one is opened with ASSAY_KEY_PASSPHRASE. @throws {UsageError} */
export function privateKeys(files: readonly string[] = []): KeyObject[] {
  return files.map((file) => privateKey(pemOf(file), file, process.env['ASSAY_KEY_PASSPHRASE']))
}

/** The public keys of files in PEM. @throws {UsageError} */
export function publicKeys(files: readonly string[] = []): KeyObject[] {
  return files.map((file) => publicKey(pemOf(file), file))
}

/** The challenge in a file, if one is named. @throws {UsageError} */
export function givenChallenge(file: string | undefined): ReadChallenge | undefined {
  return file === undefined ? undefined : readChallenge(bytesOf(file, 1 << 20), file)
}

/** The text of a file in PEM that a flag names. @throws {UsageError} */
export function givenPem(flag: string, file: string): string {
  return pemText(flag, file, givenText(flag, file))
}

/** The certificates in a file that `--ca` names. @throws {UsageError} */
export function authorityIn(file: string): string {
  return authorities('--ca', file, givenText('--ca', file))
}

function pemOf(file: string): string {
  return readNamed(file, () => readText(file))
}

/** The bytes of a file that is no larger than it should be. @throws {UsageError} */
export function bytesOf(file: string, most: number): Buffer {
  return readNamed(file, () => readBytes(file, most))
}
