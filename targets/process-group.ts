import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { attempted } from '../language/attempted.ts'
import { UsageError } from '../language/usage-error.ts'

/**
 * Starts a program at the head of a group of its own, which ends with it; a text is given to a shell.
 * @throws {UsageError} in the words of `unstarted` for what no process can be given, such as a command that is too long.
 */
export function startGroup(
  command: string | readonly string[],
  options: Pick<SpawnOptions, 'env' | 'stdio'>,
  unstarted: (cause: NodeJS.ErrnoException) => string,
): ChildProcess {
  const [program = '', ...words] = [command].flat()
  try {
    return spawn(program, words, { ...options, shell: typeof command === 'string', detached: process.platform !== 'win32' })
  } catch (cause) {
    throw new UsageError(unstarted(cause as NodeJS.ErrnoException), { cause })
  }
}

/** Asks a group to end, and ends it after so many milliseconds; what it gives takes the second back. */
export function endGroup({ pid }: ChildProcess, patience: number): () => void {
  signalGroup(pid, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), patience)
  return () => clearTimeout(timer)
}

/** Sends a signal to a process that was started detached, and to all of its group; on Windows, which has no groups, to it alone. */
export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  attempted(() => process.kill(process.platform === 'win32' ? leader : -leader, signal)) // it may be gone already
}
