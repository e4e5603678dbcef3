import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Target } from '../engine/target.ts'

/** A provider that listens in another process. */
export interface ServedTarget {
  readonly target: Pick<Target, 'bases' | 'settings'>
  end(): void
}

/** Starts the reference provider in another process: it answers after `latency` milliseconds and, if `rising`, takes only rising timestamps. */
export async function serveTarget(latency: number, rising: boolean): Promise<ServedTarget> {
  const child = spawn(process.execPath, [absolutePath('./provider.ts'), String(latency), ...(rising ? ['rising'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => Promise.reject(new Error(unserved)))])
  return { target: JSON.parse(String(line)), end: () => child.kill() }
}

type Surroundings = Pick<SpawnOptions, 'env' | 'cwd'>

/** How long a Node process takes from its start to its end, in milliseconds. @throws when it fails. */
export async function timeProcess(args: readonly string[], options: Surroundings = {}) {
  const started = performance.now()
  await ended(spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] }), args)
  return performance.now() - started
}

/** The most memory that a Node process holds, in megabytes (10⁶ bytes). */
export async function peakMemory(args: readonly string[], options: Surroundings = {}) {
  const preloaded = ['--import', new URL('./peak.js', import.meta.url).href, ...args]
  const child = spawn(process.execPath, preloaded, { ...options, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const told = (child.stdio[3] as Readable).toArray()
  await ended(child, args)
  return (Number(Buffer.concat(await told)) * 1024) / 1e6
}

export function absolutePath(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

const unserved = 'The provider ended before it was ready.'

async function ended(child: ChildProcess, args: readonly string[]): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Expected exit code 0 of node ${args.join(' ')}, found ${code}.`)
}
