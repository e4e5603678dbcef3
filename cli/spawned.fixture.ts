import { spawn } from 'node:child_process'
import { contract } from '../contracts/generated/contract.ts'

export interface Spawned {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The most memory that the process had at a time, in bytes. */
  readonly peak: number
}

export interface SpawnOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** JavaScript that runs before the command does. */
  readonly before?: string
  /** Called with the process once it runs; may send it a signal. */
  readonly during?: (kill: (signal: NodeJS.Signals) => void) => void
}

/** A secret value for each secret setting, and an ordinary one for each other, as environment variables. */
export const planted: Readonly<Record<string, string>> = Object.fromEntries(
  contract.settings.map(({ name, env, secret }) => [env, secret ? `Zq${name}7Canary` : name === 'withdrawAmount' ? '1.5' : '100001']),
)

/** The planted values that no output may show. */
export const plantedSecrets: readonly string[] = contract.settings.filter(({ secret }) => secret).map(({ env }) => planted[env] ?? '')

/** Words of a command line; a run has a seed, so that what is found of it is found again. */
export function seeded(words: readonly string[]): readonly string[] {
  return words[0] === 'run' && !words.includes('--seed') ? [...words, '--seed', 'tests'] : words
}

const assay = new URL('./assay.js', import.meta.url).pathname
/** On Linux `maxRSS` counts what the process held that started this one; the high-water mark is its own. */
const tellPeak = `const { readFileSync } = process.getBuiltinModule('node:fs');
  const own = () => process.platform === 'linux' && /^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  process.on('exit', () => process.stderr.write('peak ' + (own() || process.resourceUsage().maxRSS) + '\\n'));`

export function spawnAssay(words: readonly string[], { environment = planted, before = '', during }: SpawnOptions = {}): Promise<Spawned> {
  const preload = `data:text/javascript,${encodeURIComponent(tellPeak + before)}`
  const child = spawn(process.execPath, ['--import', preload, assay, ...seeded(words)], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  during?.((signal) => child.kill(signal))
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const said = Buffer.concat(stderr).toString('utf8')
      const [, peak = '0'] = /^peak (\d+)$/m.exec(said) ?? []
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: said.replace(/^peak \d+\n/m, ''), peak: Number(peak) * 1024 })
    }),
  )
}
