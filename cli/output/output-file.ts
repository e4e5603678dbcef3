import { UsageError } from '../../language/usage-error.ts'
import { explainedFault, type Written, writeWhole } from '../../reports/write.ts'
import { tell } from './telling.ts'

/** Writes the file that a command was asked for. @throws {UsageError} where it cannot be written. */
export async function writeOutput(path: string, text: string): Promise<void> {
  if (path.endsWith('/')) throw new UsageError(`${path} is the name of a folder. Name a file in it.`)
  await writeWhole(path, text).catch((cause: unknown) => {
    throw new UsageError(explainedFault(path, cause))
  })
}

/** The exit code of what was judged, once the reader is told what could not be written: that is never green. */
export function codeWhenWritten<Code extends number>(exitCode: Code, { problems }: Pick<Written, 'problems'>): Code | 3 {
  for (const problem of problems) tell(problem)
  return problems.length > 0 && exitCode === 0 ? 3 : exitCode
}
