import { UsageError } from '../../language/usage-error.ts'
import { fileFault } from '../../text/files/file-fault.ts'

/** What is read of a file that somebody named, which begins the sentence that says why it cannot be. @throws {UsageError} */
export function readNamed<Read>(what: string, read: () => Read, advice?: string): Read {
  try {
    return read()
  } catch (cause) {
    throw cannotRead(what, cause, advice)
  }
}

/** What somebody named, as the beginning of a sentence, cannot be read. */
export function cannotRead(what: string, cause: unknown, advice = ''): UsageError {
  return new UsageError(`${what} cannot be read (${fileFault(cause)}).${advice}`)
}
