import { explainedFault, type Written, writeWhole } from '../../reports/write.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'
import { tell } from './telling.ts'

/** Writes the file that a command was asked for. @throws {ConfigurationError} where it cannot be written. */
export async function writeOutput(path: string, text: string): Promise<void> {
  if (path.endsWith('/')) throw new ConfigurationError(`${path} is the name of a folder. Name a file in it.`)
  await writeWhole(path, text).catch((cause: unknown) => {
    throw new ConfigurationError(explainedFault(path, cause))
  })
}

/** The exit code of what was judged, once the reader is told what could not be written: that is never green. */
export function codeWhenWritten<Code extends number>(exitCode: Code, { problems }: Pick<Written, 'problems'>): Code | 3 {
  for (const problem of problems) tell(problem)
  return problems.length > 0 && exitCode === 0 ? 3 : exitCode
}
