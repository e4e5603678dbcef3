import { fileFault } from '../../text/files/file-fault.ts'
import { ConfigurationError } from './configuration.ts'

/** What is read of a file that somebody named, which begins the sentence that says why it cannot be. @throws {ConfigurationError} */
export function readNamed<Read>(what: string, read: () => Read, advice?: string): Read {
  try {
    return read()
  } catch (cause) {
    throw cannotRead(what, cause, advice)
  }
}

/** What somebody named, as the beginning of a sentence, cannot be read. */
export function cannotRead(what: string, cause: unknown, advice = ''): ConfigurationError {
  return new ConfigurationError(`${what} cannot be read (${fileFault(cause)}).${advice}`)
}
