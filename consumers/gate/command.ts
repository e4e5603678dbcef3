import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { longestTimer } from '../../engine/client/clock.ts'
import { UsageError } from '../../language/usage-error.ts'
import { endGroup, startGroup } from '../../targets/process-group.ts'
import { endFamily, marker, streamsOf } from './processes.ts'

export interface CommandOptions {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly id: string
  /** The most that it may take, in milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal
  readonly onOutput?: (chunk: Buffer, stream: 'stdout' | 'stderr') => void
}

export interface Ended {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly reason: 'ended' | 'time-out' | 'interrupted'
  /** Processes that it left running, which were ended with it. */
  readonly left: number
  readonly durationMs: number
  readonly output: Output
}

/** How long a command may take to end after it was asked to, in milliseconds. */
const farewell = 2_000

/** Runs a command without a shell, in its own process group, and ends whatever it leaves running. @throws {UsageError} */
export async function runProgram(options: CommandOptions): Promise<Ended> {
  const { words, environment, id } = options
  const started = performance.now()
  const env = { ...environment, [marker]: id }
  const child = startGroup(words, { env, stdio: ['ignore', 'pipe', 'pipe'] }, (cause) => unstarted(words, cause))
  const output = createOutput()
  const hear = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
    output.add(chunk)
    options.onOutput?.(chunk, stream)
  }
  child.stdout?.on('data', hear('stdout'))
  child.stderr?.on('data', hear('stderr'))
  const family = { id, since: started, streams: streamsOf(child.pid) }
  const endAtOnce = () => void endFamily(child.pid, family)
  process.once('exit', endAtOnce) // whoever interrupts twice waits for nothing
  const reason = await ending(child, options).finally(() => process.off('exit', endAtOnce))
  const durationMs = performance.now() - started
  const left = endFamily(child.pid, family)
  await closed(child)
  return { exitCode: child.exitCode, signal: child.signalCode, reason, left, durationMs, output: output.kept() }
}

/** Waits for the end; asks for it when time is up, and insists a little later. @throws {UsageError} */
async function ending(child: ChildProcess, { words, timeout, signal }: CommandOptions): Promise<Ended['reason']> {
  const late = new AbortController()
  const timer = Number.isFinite(timeout) ? setTimeout(() => late.abort(), Math.min(timeout, longestTimer)) : undefined
  const over = AbortSignal.any([late.signal, ...(signal ? [signal] : [])])
  let reason: Ended['reason'] = 'ended'
  let giveUp = () => {}
  const end = () => {
    reason = signal?.aborted ? 'interrupted' : 'time-out'
    giveUp = endGroup(child, farewell)
  }
  if (over.aborted) end()
  over.addEventListener('abort', end, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error) => reject(new UsageError(unstarted(words, error))))
      child.once('exit', () => resolve())
    })
  } finally {
    clearTimeout(timer)
    over.removeEventListener('abort', end)
    giveUp()
  }
  return reason
}

function unstarted([name = '']: readonly string[], error: NodeJS.ErrnoException): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such program. Give the command behind --, such as -- npm test',
    EACCES: 'it may not be executed',
  }
  return `The command ${JSON.stringify(name)} cannot be started: ${reasons[error.code ?? ''] ?? error.message}.`
}

/** Waits until its streams end, which is when no process holds them any more; a process that cannot be ended is not waited for. */
async function closed({ stdout, stderr }: ChildProcess): Promise<void> {
  const waiting = new AbortController()
  const ends = [stdout, stderr].map(
    (stream) => new Promise<void>((resolve) => (stream?.closed ? resolve() : stream?.once('close', resolve))),
  )
  await Promise.race([Promise.all(ends), wait(farewell, undefined, { signal: waiting.signal }).catch(() => undefined)])
  waiting.abort()
  for (const stream of [stdout, stderr]) stream?.destroy()
}

export function isWell({ exitCode, reason }: Ended): boolean {
  return exitCode === 0 && reason === 'ended'
}

export function endingWords({ exitCode, signal, reason, durationMs }: Ended): string {
  if (reason === 'time-out') return `it did not end by itself within ${Math.round(durationMs / 1000)} s, and was ended`
  if (reason === 'interrupted') return 'it was interrupted'
  if (signal !== null) return `it was ended by ${signal}${signal in constants.signals ? '' : ', which is no signal known here'}`
  return `exit code ${exitCode}`
}

/** What a command printed, both streams in the order in which they came. */
interface Output {
  readonly bytes: Buffer
  /** How many bytes in the middle are not kept. */
  readonly omitted: number
}

/** How much of each end is kept, in bytes. */
const limit = 1 << 19

function createOutput() {
  let pieces: Buffer[] = []
  let [length, omitted] = [0, 0]
  const kept = (): Output => {
    const cut = Math.max(0, length - 2 * limit)
    const whole = Buffer.concat(pieces)
    const bytes = Buffer.concat([whole.subarray(0, limit), whole.subarray(limit + cut)])
    ;[pieces, length, omitted] = [[bytes], bytes.length, omitted + cut]
    return { bytes, omitted }
  }
  return {
    kept,
    add: (chunk: Buffer) => {
      pieces.push(chunk)
      length += chunk.length
      if (length > 4 * limit) kept()
    },
  }
}
