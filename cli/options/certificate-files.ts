import type { KeyObject } from 'node:crypto'
import { constants, open, readFile } from 'node:fs/promises'
import { type ReadChallenge, readChallenge } from '../../certificates/challenge.ts'
import { privateKey, publicKey } from '../../certificates/pem-keys.ts'
import { ConfigurationError, cannotRead } from '../../targets/configuration/configuration.ts'

/** The private keys of files in PEM; an encrypted one is opened with ASSAY_KEY_PASSPHRASE. @throws {ConfigurationError} */
export function privateKeys(files: readonly string[] = []): Promise<KeyObject[]> {
  return Promise.all(files.map(async (file) => privateKey(await pemOf(file), file, process.env['ASSAY_KEY_PASSPHRASE'])))
}

/** The public keys of files in PEM. @throws {ConfigurationError} */
export function publicKeys(files: readonly string[] = []): Promise<KeyObject[]> {
  return Promise.all(files.map(async (file) => publicKey(await pemOf(file), file)))
}

/** The challenge in a file, if one is named. @throws {ConfigurationError} */
export async function givenChallenge(file: string | undefined): Promise<ReadChallenge | undefined> {
  return file === undefined ? undefined : readChallenge(await bytesOf(file, 1 << 20), file)
}

async function pemOf(file: string): Promise<string> {
  return (await bytesOf(file, 1 << 20)).toString('utf8')
}

/** The bytes of a file that is no larger than it should be. @throws {ConfigurationError} */
export async function bytesOf(file: string, most: number): Promise<Buffer> {
  const refuse = (cause: unknown) => {
    throw cannotRead(file, cause)
  }
  // A pipe that nobody writes into would else be waited for.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse)
  try {
    const found = await handle.stat()
    if (!found.isFile())
      throw new ConfigurationError(`${file} is no file${found.isDirectory() ? ', but a folder: name the file in it' : ''}.`)
    if (found.size > most)
      throw new ConfigurationError(`${file} has ${Math.ceil(found.size / 1e6)} MB, more than the ${most >> 20} MB that it can need.`)
    return await readFile(handle).catch(refuse)
  } finally {
    await handle.close()
  }
}
