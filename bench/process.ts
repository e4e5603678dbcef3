import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '../contracts/generated/contract.ts'
import type { Selection } from '../engine/selection.ts'
import { parseReport } from '../reports/parsing.ts'
import { plan } from '../suites/run.ts'
import { absolutePath, peakMemory, type ServedTarget, serveTarget, timeProcess } from './child.ts'
import { median } from './time.ts'

/** Which run is measured: `assay run --quick`, or `assay run` as it is. */
export type Scope = 'quick' | 'everything'

/**
 * What a whole `assay run` costs with a warm compile cache, against a target in another process that answers after some milliseconds: time from
 * start to end in milliseconds, memory in megabytes, and the longest chain of requests that wait for one another.
 */
export async function measureRun(scope: Scope, latency: number, runs: number) {
  const flags = scope === 'quick' ? ['--quick', '--report', 'json,junit'] : []
  const selection: Selection = scope === 'quick' ? { quick: true } : {}
  const served = await serveTarget(latency)
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  try {
    const args = argumentsOf(served, folder, flags)
    const options = { env: environment(served.target.settings), cwd: folder }
    await timeProcess(args, options)
    const times = await repeated(runs, () => timeProcess(args, options))
    const memory = await peakMemory(args, options)
    const target = { name: '', ...served.target, operations: contract.operations.map(({ id }) => id), allowWithdrawals: false }
    const { cost } = await plan(contract, target, selection)
    const report = parseReport(await readFile(join(folder, 'report.json'), 'utf8'))
    return { time: median(times), memory, chain: cost.chain, report }
  } finally {
    served.end()
    await rm(folder, { recursive: true })
  }
}

/** How long one run takes at a target that accepts only rising timestamps; `least` is what its signed requests take one after another. Milliseconds. */
export async function measureRising(latency: number): Promise<{ readonly time: number; readonly signed: number; readonly least: number }> {
  const served = await serveTarget(latency, true)
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  try {
    const args = argumentsOf(served, folder, ['--report', 'json'])
    const time = await timeProcess(args, { env: environment(served.target.settings), cwd: folder })
    const { exchanges } = parseReport(await readFile(join(folder, 'report.json'), 'utf8'))
    const operations = new Set(contract.operations.flatMap(({ id, authentication }) => (authentication.kind === 'signed' ? [id] : [])))
    const signed = exchanges.filter(({ operation }) => operations.has(operation)).length
    return { time, signed, least: latency * signed }
  } finally {
    served.end()
    await rm(folder, { recursive: true })
  }
}

/** How long a Node process takes that does nothing, in milliseconds: no command can take less. */
export async function measureNode(runs: number): Promise<number> {
  return median(await repeated(runs, () => timeProcess(['-e', '0'])))
}

async function repeated(runs: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) values.push(await measure())
  return values
}

function argumentsOf({ target }: ServedTarget, folder: string, flags: readonly string[]): string[] {
  return [absolutePath('../cli/assay.js'), 'run', '--quiet', '--out', folder, ...flags, ...addresses(target.bases)]
}

function addresses(bases: Readonly<Record<string, string>>): string[] {
  return Object.entries(bases).flatMap(([base, address]) => [`--${base}-url`, address])
}

function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...Object.fromEntries(contract.settings.map(({ name, env }) => [env, settings[name]])) }
}
