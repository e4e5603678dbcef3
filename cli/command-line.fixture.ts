import { vi } from 'vitest'
import { main } from './main.ts'
import { planted, type Spawned, seeded } from './spawned.fixture.ts'

/** What became of a command line that had no process of its own. */
export type Called = Omit<Spawned, 'peak'>

let before: Promise<unknown> = Promise.resolve()

/**
 * Runs `assay` in this process, with planted secrets in its environment. Warm code is several times faster than a new process, which
 * is for what only a process shows: signals, memory, overlays, what is forbidden to it. One at a time, since a process has one output.
 */
export function callAssay(
  words: readonly string[],
  { environment = planted, onLoaded }: { readonly environment?: Readonly<Record<string, string>>; readonly onLoaded?: () => void } = {},
): Promise<Called> {
  const call = before.then(() => called(seeded(words), environment, onLoaded))
  before = call.catch(() => undefined)
  return call
}

async function called(words: readonly string[], environment: Readonly<Record<string, string>>, onLoaded?: () => void): Promise<Called> {
  const { argv, env } = process
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(taking(stdout)),
    vi.spyOn(process.stderr, 'write').mockImplementation(taking(stderr)),
    vi.spyOn(console, 'error').mockImplementation((line) => void stderr.push(`${line}\n`)),
  ]
  Object.assign(process, { argv: [...argv.slice(0, 2), ...words], env: { PATH: env['PATH'], ...environment }, exitCode: undefined })
  try {
    const code = await main(words, onLoaded)
    return { code, stdout: stdout.join(''), stderr: stderr.join('') }
  } finally {
    Object.assign(process, { argv, env, exitCode: undefined })
    for (const spy of spies) spy.mockRestore()
  }
}

/** Takes what is written as a stream does. */
function taking(texts: string[]): typeof process.stdout.write {
  return (chunk: Uint8Array | string, ...more: unknown[]) => {
    texts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
    const done = more.at(-1)
    if (typeof done === 'function') done()
    return true
  }
}
