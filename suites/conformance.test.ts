import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Outcome, Verdict } from '../engine/judging/outcome.ts'
import { createSeed } from '../engine/seed.ts'
import { startProvider } from '../provider/server.ts'
import { mutants } from './mutants.ts'
import { run } from './run.ts'

const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname
const statusOf: Record<Verdict, string> = {
  passed: 'passed',
  warned: 'passed',
  failed: 'failed',
  inconclusive: 'failed',
  inapplicable: 'skipped',
}

test('Vitest ends with the verdicts of the engine, and shows what was found', async () => {
  const mutant = mutants(contract).find(({ name }) => name === 'getCoinInformation.drops.data[].rank')
  const provider = await startProvider(mutant ? { mutant } : {})
  const operations = contract.operations.map(({ id }) => id).slice(0, 2)
  const target = { name: provider.url, ...provider, operations, allowWithdrawals: false }
  const { outcomes } = await run({ contract, target, seed: createSeed('conformance') })
  const secrets = contract.settings.map(({ name, env }) => [env, provider.settings[name]])
  const settings = { ...Object.fromEntries(secrets), ASSAY_TARGET: provider.url, ASSAY_OPERATIONS: operations.join() }
  const { results, stderr } = await suite({ ...settings, ASSAY_OPERATION: operations[0] })
  await provider.close()

  expect(stderr).toContain("ASSAY_OPERATION is no variable of Assay's, and is not used. Did you mean ASSAY_OPERATIONS?")
  expect(new Set(outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['passed', 'failed', 'inapplicable']))
  expect(verdicts(results.flatMap(({ meta }) => meta.outcome ?? []))).toEqual(verdicts(outcomes))
  for (const { status, meta, failureMessages } of results) {
    if (meta.outcome) expect(status).toBe(statusOf[meta.outcome.verdict])
    if (meta.outcome?.verdict === 'failed')
      expect(failureMessages.join()).toMatch(/\/data\/0\/rank.*\n.*expected integer\n.*actual {3}nothing/)
  }
})

test('Vitest says why an overlay is refused, and shows nothing of what Assay is made of', async () => {
  const { results, message } = await suite({ ASSAY_OVERLAYS: 'no-such-overlay.yaml' })
  expect(results).toEqual([])
  expect(message).toMatch(/no-such-overlay\.yaml/)
  expect(message).not.toMatch(/\.ts:\d/)
})

interface TestResult {
  readonly status: string
  readonly failureMessages: readonly string[]
  readonly meta: { readonly outcome?: Outcome }
}

interface Judged {
  readonly results: TestResult[]
  readonly message: string
  readonly stderr: string
}

async function suite(settings: NodeJS.ProcessEnv): Promise<Judged> {
  const { PATH, HOME } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'assay-'))
  const file = join(folder, 'results.json')
  const args = [vitest, 'run', '--project', 'conformance', '--reporter', 'json', '--outputFile', file]
  const stderr = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { env: { PATH, HOME, ...settings } }, (_error, _stdout, text) => resolve(text)),
  )
  const [{ assertionResults: results, message }] = JSON.parse(await readFile(file, 'utf8')).testResults
  await rm(folder, { recursive: true })
  return { results, message, stderr }
}

function verdicts(outcomes: readonly Outcome[]): [string, Verdict][] {
  return outcomes.map(({ check, verdict }) => [check, verdict])
}
