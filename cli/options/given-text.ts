import { fileFault } from '../../spec/files/file-fault.ts'
import { readText } from '../../spec/files/text-file.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'

/** The text of a file that a flag names. @throws {ConfigurationError} */
export function givenText(flag: string, file: string): string {
  try {
    return readText(file)
  } catch (cause) {
    throw new ConfigurationError(`${flag}: ${file} cannot be read (${fileFault(cause)}).`)
  }
}
