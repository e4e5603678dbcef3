import { writeSync } from 'node:fs'
import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest'
import type { Finding } from '../engine/judging/outcome.ts'
import { createSeed } from '../engine/seed.ts'
import type { Target } from '../engine/target.ts'
import { defined } from '../language/defined.ts'
import { UsageError } from '../language/usage-error.ts'
import { type RunningProvider, startProvider } from '../provider/server.ts'
import { type Report, type ReportedOutcome, reportOf } from '../reports/report.ts'
import { plain } from '../reports/text/plain.ts'
import { journalElsewhere, ordinaryFolder } from '../reports/withdrawal-journal.ts'
import { lostWithdrawals } from '../reports/wording/lost-withdrawals.ts'
import { resolveSettings } from '../targets/configuration/settings.ts'
import { catalogueOf } from './index.ts'
import { overlaidContract } from './overlays/overlaid-contract.ts'
import { run } from './run.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What became of the check, for reporters: a warning passes, and stands here. */
    outcome?: ReportedOutcome
  }
}

const { env } = process
const variables = ['ASSAY_OVERLAYS', 'ASSAY_TARGET_NAME', 'ASSAY_CONFIG', 'ASSAY_OPERATIONS', 'ASSAY_ALLOW_WITHDRAWALS']
const contract = await overlaidContract((env['ASSAY_OVERLAYS'] ?? '').split(',').filter((file) => file !== '')).catch(refused)
const { target: configured, doubts } = await resolveSettings(contract, {
  names: env['ASSAY_TARGET_NAME'] ? [env['ASSAY_TARGET_NAME']] : [],
  file: env['ASSAY_CONFIG'] || undefined,
  limits: {},
  addresses: {},
  flags: {},
  environment: env,
  variables,
  operations: env['ASSAY_OPERATIONS'] || undefined,
  allowWithdrawals: env['ASSAY_ALLOW_WITHDRAWALS'] === '1',
}).catch(refused)
tell(doubts)
const isReference = Object.keys(configured.bases).length === 0
const { checks } = await catalogueOf(contract)

let provider: RunningProvider | undefined
let report: Report

beforeAll(async () => {
  if (isReference) provider = await startProvider({ contract })
  const target = provider ? targetOf(provider) : configured
  const seed = createSeed(isReference ? 'reference' : undefined)
  using journal = journalElsewhere(ordinaryFolder, { contract, target, run: seed.text, onProblem: () => undefined })
  report = reportOf(await run(defined({ contract, target, seed, journal })))
})

afterAll(async () => {
  tellLost()
  await provider?.close()
})

describe(isReference ? 'the reference provider' : configured.name, () => {
  for (const { id, title } of checks) test(`${id}: ${title}`, (context) => conclude(context, id))

  test('the run came to its end', () => {
    if (!report.complete) throw failure(report.notes)
  })
})

/** Tells a merchant which withdrawals to look for: no test fails for them. */
function tellLost(): void {
  const { heading, alike, lines: each } = lostWithdrawals(report)
  if (each.length > 0) tell([`${heading}.`, alike, ...each])
}

/** On standard error itself: a reporter may keep to itself what tests write. */
function tell(lines: readonly string[]): void {
  if (lines.length > 0) writeSync(2, `${lines.join('\n')}\n`)
}

function targetOf({ bases, settings }: RunningProvider): Target {
  return { ...configured, name: 'the reference provider', bases, settings, allowWithdrawals: true }
}

/** The verdict as Vitest has it: inconclusive fails, inapplicable is skipped, and a warning passes. */
function conclude({ task, skip }: TestContext, id: string): void {
  const outcome = report.outcomes.find(({ check }) => check === id)
  if (!outcome) throw failure([`The run has no outcome for ${id}, which is a fault in Assay.`])
  task.meta.outcome = outcome
  const { verdict, clause, level, reason = '', findings } = outcome
  if (verdict === 'inapplicable') skip(reason)
  if (verdict === 'inconclusive') throw failure([`inconclusive (${level}, clause ${clause}): ${reason}`])
  if (verdict === 'failed') throw failure([`failed (${level}, clause ${clause})`, ...findings.flatMap(lines)])
}

function lines({ at, expected, actual, count = 1, exchange }: Finding): string[] {
  const others = count > 1 ? `, and ${count - 1} more like it` : ''
  return [`  at       ${at}${exchange ? ` in ${exchange}` : ''}${others}`, `  expected ${expected}`, `  actual   ${actual}`]
}

/** An overlay or a setting that is refused is no fault of Assay's either. */
function refused(error: unknown): never {
  throw error instanceof UsageError ? failure(error.message.split('\n')) : error
}

/** Without a stack: it would point into this file, and the fault is the target's. */
function failure(text: readonly string[]): Error {
  const error = new Error(text.map(plain).join('\n'))
  error.stack = ''
  return error
}
