import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '../contracts/generated/contract.ts'
import { isSigned } from '../contracts/operation-kinds.ts'
import type { Selection } from '../engine/selection.ts'
import { parseReport } from '../reports/parsing.ts'
import type { Report } from '../reports/report.ts'
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
  return withServed(latency, false, async ({ target: { bases, settings }, args, options, report }) => {
    const own = [...args, ...flags]
    await timeProcess(own, options)
    const times = await repeated(runs, () => timeProcess(own, options))
    const memory = await peakMemory(own, options)
    const operations = contract.operations.map(({ id }) => id)
    const { cost } = await plan(contract, { name: '', bases, settings, operations, allowWithdrawals: false }, selection)
    return { time: median(times), memory, chain: cost.chain, report: await report() }
  })
}

/** How many milliseconds a run takes at a target that wants rising timestamps; `least` is what its signed requests take one after another. */
export async function measureRising(latency: number): Promise<{ readonly time: number; readonly signed: number; readonly least: number }> {
  return withServed(latency, true, async ({ args, options, report }) => {
    const time = await timeProcess([...args, '--report', 'json'], options)
    const { exchanges } = await report()
    const operations = new Set(contract.operations.filter(isSigned).map(({ id }): string => id))
    const signed = exchanges.filter(({ operation }) => operations.has(operation)).length
    return { time, signed, least: latency * signed }
  })
}

/** Measures something of `assay run` at a target in another process, in a folder of its own. */
async function withServed<Result>(latency: number, rising: boolean, measure: (served: Served) => Promise<Result>): Promise<Result> {
  const { target, end } = await serveTarget(latency, rising)
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const addresses = Object.entries(target.bases).flatMap(([base, address]) => [`--${base}-url`, address])
  const args = [absolutePath('../cli/assay.js'), 'run', '--quiet', '--out', folder, ...addresses]
  const env = {
    ...process.env,
    ...Object.fromEntries(contract.settings.map(({ name, env: variable }) => [variable, target.settings[name]])),
  }
  const report = async () => parseReport(await readFile(join(folder, 'report.json'), 'utf8'))
  try {
    return await measure({ target, args, options: { env, cwd: folder }, report })
  } finally {
    end()
    await rm(folder, { recursive: true })
  }
}

interface Served extends Pick<ServedTarget, 'target'> {
  readonly args: readonly string[]
  readonly options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string }
  readonly report: () => Promise<Report>
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
