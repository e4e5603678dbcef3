import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UsageError } from '../../language/usage-error.ts'
import { childEnvironment } from './child-environment.ts'
import type { Environment, PlacedEntry } from './entry.ts'

const execute = promisify(execFile)

/** How long a command may take to print a secret, in milliseconds. */
const commandTimeout = 30_000

/**
 * What a command prints, without the line break at its end. No shell runs it, it has no variable that its entry does not give it,
 * and no message shows its output. @throws {UsageError}
 */
export async function printedSecret(
  setting: string,
  [program = '', ...words]: readonly string[],
  { place, directory, commandVariables }: Pick<PlacedEntry, 'place' | 'directory' | 'commandVariables'>,
  { environment = process.env, timeout = commandTimeout }: { readonly environment?: Environment; readonly timeout?: number } = {},
): Promise<string> {
  const at = `${place}.commands.${setting}`
  const env = childEnvironment(environment, commandVariables)
  // What no process can be given throws at once.
  const run = async () => execute(program, words, { cwd: directory, env, timeout, maxBuffer: 1 << 16, windowsHide: true })
  const { stdout } = await run().catch((cause) => {
    throw new UsageError(
      `${at}: ${program} ${whyFailed(cause as Failure, timeout)}. Run it by hand to see what it prints: Assay shows nothing of it, and gives it no variable but PATH, HOME, those of language and place, and what commandVariables names.`,
    )
  })
  const printed = stdout.trim()
  if (printed === '')
    throw new UsageError(`${at}: ${program} printed nothing to its standard output; expected the secret and nothing else.`)
  if (/\s/.test(printed)) throw new UsageError(`${at}: ${program} printed more than one word; expected the secret and nothing else.`)
  return printed
}

interface Failure {
  readonly code?: string | number | null
  readonly killed?: boolean
}

function whyFailed({ code, killed }: Failure, timeout: number): string {
  if (code === 'ENOENT') return 'was not found'
  if (code === 'EACCES') return 'may not be run'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed far more than a secret'
  if (code === 'ENAMETOOLONG' || code === 'E2BIG') return 'is longer than a command can be'
  if (code === 'ERR_INVALID_ARG_VALUE') return 'holds a character that no command can hold'
  if (killed) return `was not done within ${timeout / 1000} s`
  return `ended with the exit code ${code ?? 'of a signal'}`
}
