import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explainedFault, writeWhole } from '../reports/write.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'

/** Writes a file that was asked for by name, in a folder that is made for it. @throws {ConfigurationError} where it cannot be written. */
export async function writeOutput(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeWhole(path, text)
  } catch (cause) {
    throw new ConfigurationError(explainedFault(path, cause))
  }
}
